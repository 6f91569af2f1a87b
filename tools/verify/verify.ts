import { verifyRound } from "@lotus/beacon/verify";
import { checkBet, checkDraw, type PeriodLog, PeriodLogReader } from "@lotus/fair";
import { type DrawFamily, drawFor, findGame, payoutByRules } from "@lotus/games";
import { describeBet } from "./bet-report.ts";
import { describeDraw } from "./draw-report.ts";
import { chooseTrust, describeTrust, type Trust } from "./trust.ts";

const USAGE = `usage: verify <file> [--url ADDRESS] [--policy FILE] [--beacon FILE]
       verify <game> <period> [--url ADDRESS] [--policy FILE] [--beacon FILE]

<file> is the proof of a draw, or of a bet as { "receipt": …, "proof": … }. The proof of a game and period is fetched from
--url, by default http://127.0.0.1 at PORT (8080), with what the operator's log itself has about the draw; for a file the
log is read only from a given --url.
--policy: the log and the witnesses you trust, as a tlog-policy (c2sp.org/tlog-policy). Without it those are trusted that
the document itself names, which proves nothing against the operator.
--beacon: the beacon you trust, as drand's /info answers; by default drand's quicknet.
Exit status 0: valid, or rightly refunded. 1: invalid. 2: not decided yet, or nothing to verify.
`;

/** Dependencies of the command. */
export interface VerifyWorld {
  readonly readText: (path: string) => Promise<string>;
  readonly fetchText: (url: string) => Promise<string>;
  /** Null if there is no such file. */
  readonly fetchFile: (url: string) => Promise<Uint8Array | null>;
  readonly print: (text: string) => void;
  /** PORT, of an operator on this machine. */
  readonly port: string | undefined;
}

/** What was asked for. */
interface Arguments {
  readonly source: { readonly file: string } | { readonly game: string; readonly period: string };
  readonly url: string | undefined;
  readonly policy: string | undefined;
  readonly beacon: string | undefined;
}

type ExitStatus = 0 | 1 | 2;

/** Runs the command with its arguments; the exit status as in its usage. */
export async function verifyCommand(args: readonly string[], world: VerifyWorld): Promise<ExitStatus> {
  const options = readArguments(args);
  if (options === null) {
    world.print(USAGE);
    return 2;
  }
  try {
    return await verify(options, world);
  } catch (error) {
    if (!(error instanceof Unverifiable)) throw error;
    world.print(`${error.message}\n`);
    return 2;
  }
}

/** There is nothing to verify, or no way to: the message says why. */
class Unverifiable extends Error {
  override readonly name = "Unverifiable";
}

async function verify(options: Arguments, world: VerifyWorld): Promise<ExitStatus> {
  const document = await loadDocument(options, world);
  const proof = isBet(document) ? document["proof"] : document;
  const family = familyIn(proof);
  if (family === null) throw new Unverifiable("This is no proof of a game that is known here.");
  const policyText =
    options.policy === undefined ? undefined : await readFrom(options.policy, world.readText);
  const beaconText =
    options.beacon === undefined ? undefined : await readFrom(options.beacon, world.readText);
  const trust = chooseTrust(proof, { policyText, beaconText });
  if (typeof trust === "string") throw new Unverifiable(trust);
  const logUrl = logUrlOf(options, world);
  const reader = new PeriodLogReader(trust, (path) => world.fetchFile(`${logUrl}/${path}`));
  const receipt = isBet(document) ? document.receipt : undefined;
  const log = logUrl === null ? null : await reader.read(proof, receipt);
  const { verdict, text } = reportOf(document, family, trust, options, log);
  world.print(`${text}\n${describeTrust(trust, proof)}\n`);
  if (verdict === "pending") return 2;
  return verdict === "invalid" ? 1 : 0;
}

function reportOf(
  document: unknown,
  family: DrawFamily,
  trust: Trust,
  { source }: Arguments,
  log: PeriodLog | null,
) {
  const shared = { trust, draw: drawFor(family), verifyRound, log };
  if (isBet(document)) {
    const report = checkBet(document, {
      ...shared,
      payoutOf: payoutByRules,
      // Only the player knows, so the report names a cancellation instead of judging it.
      askedToCancel: true,
    });
    return { verdict: report.verdict, text: describeBet(document["receipt"], family, report) };
  }
  const expected = "game" in source ? { gameCode: source.game, prizeNo: source.period } : {};
  const report = checkDraw(document, { ...shared, expected });
  return { verdict: report.verdict, text: describeDraw(document, family, report) };
}

/** Where the operator's log is; null for a file without an address. */
function logUrlOf({ source, url }: Arguments, world: VerifyWorld): string | null {
  return "file" in source && url === undefined ? null : `${operatorUrl(url, world)}/log`;
}

function operatorUrl(url: string | undefined, { port }: VerifyWorld): string {
  return url ?? `http://127.0.0.1:${port ?? "8080"}`;
}

/** Options that have a value. */
const VALUED: ReadonlySet<string> = new Set(["--url", "--policy", "--beacon"]);

function readArguments(args: readonly string[]): Arguments | null {
  const words: string[] = [];
  const values = new Map<string, string>();
  for (let i = 0; i < args.length; i++) {
    const word = args[i] ?? "";
    if (VALUED.has(word)) values.set(word, args[++i] ?? "");
    else if (word.startsWith("-")) return null;
    else words.push(word);
  }
  const [first, second, ...more] = words;
  if (first === undefined || more.length > 0 || [...values.values()].includes("")) return null;
  // A game without its period is no file.
  if (second === undefined && findGame(first) !== undefined) return null;
  return {
    source: second === undefined ? { file: first } : { game: first, period: second },
    url: values.get("--url"),
    policy: values.get("--policy"),
    beacon: values.get("--beacon"),
  };
}

async function loadDocument({ source, url }: Arguments, world: VerifyWorld): Promise<unknown> {
  const base = operatorUrl(url, world);
  const from =
    "file" in source
      ? source.file
      : `${base}/api/lottery/proof/${encodeURIComponent(source.game)}/${encodeURIComponent(source.period)}`;
  const text = await readFrom(from, "file" in source ? world.readText : world.fetchText);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Unverifiable(`${from} holds no JSON.`);
  }
  return unwrap(parsed);
}

async function readFrom(from: string, read: (from: string) => Promise<string>): Promise<string> {
  try {
    return await read(from);
  } catch (error) {
    throw new Unverifiable(`Nothing from ${from}: ${reasonOf(error)}`);
  }
}

/** A document, bare or in the envelope { code, msg, data } in which an operator answers. */
function unwrap(value: unknown): unknown {
  if (!isObject(value) || !("code" in value)) return value;
  if (value["code"] === 0) return value["data"];
  throw new Unverifiable(`The operator answers: ${String(value["msg"])} (${String(value["code"])})`);
}

/** Whether a document is about a bet; otherwise it is about a draw. */
function isBet(document: unknown): document is { readonly receipt: unknown; readonly proof: unknown } {
  return isObject(document) && "receipt" in document && "proof" in document;
}

function familyIn(proof: unknown): DrawFamily | null {
  const code = isObject(proof) ? proof["gameCode"] : undefined;
  return typeof code === "string" ? (findGame(code)?.family ?? null) : null;
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The reason of a failed fetch is in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
