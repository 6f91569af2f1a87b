import { verifyRound } from "@lotus/beacon/verify";
import {
  checkBet,
  checkDraw,
  type DrawReport,
  oddsPath,
  type PeriodLog,
  PeriodLogReader,
  readShownClose,
  type ShownClose,
} from "@lotus/fair";
import { type DrawFamily, drawFor, findGame, payoutByRules } from "@lotus/games";
import { witnessNotes } from "@lotus/tlog/witness-history";
import { type AppArguments, verifyApp } from "./app-report.ts";
import { AUDIT_USAGE, auditReturns, readAuditArguments } from "./audit.ts";
import { describeBet } from "./bet-report.ts";
import { describeDraw } from "./draw-report.ts";
import { isObject, readDocument, readFrom } from "./read-documents.ts";
import { chooseTrust, describeTrust, type Trust } from "./trust.ts";
import { type ExitStatus, Unverifiable, type VerifyWorld } from "./verify-world.ts";

const USAGE = `usage: verify <file> [--url ADDRESS] [--policy FILE] [--beacon FILE]
       verify <game> <period> [--url ADDRESS] [--policy FILE] [--beacon FILE]
       verify --app ADDRESS [--policy FILE] [--list FILE]
       verify audit [--url ADDRESS] [--policy FILE] [--from DAY] [--to DAY]

<file> is the proof of a draw, or of a bet as { "receipt": …, "proof": …, "shown": … }, the last of which is the close as the
phone had been shown it before the round, or witnesses have it. The proof of a game and period is fetched from
--url, by default http://127.0.0.1 at PORT (8080), with what the operator's log itself has about the draw; for a file the
log is read only from a given --url.
--policy: the log and the witnesses you trust, as a tlog-policy (c2sp.org/tlog-policy). Without it those are trusted that
the document itself names, which proves nothing against the operator.
--beacon: the beacon you trust, as drand's /info answers; by default drand's quicknet.
--app: compares what an operator serves to a newcomer, file by file, with the hash in the log; --list: the list of a build of
your own (apps/player/dist/app-files.txt), with which it must be the same.
Exit status 0: valid, or rightly refunded. 1: invalid. 2: not decided yet, or nothing to verify.
`;

/** What was asked for. */
interface Arguments {
  readonly source: { readonly file: string } | { readonly game: string; readonly period: string };
  readonly url: string | undefined;
  readonly policy: string | undefined;
  readonly beacon: string | undefined;
}

/** Runs the command with its arguments, of an audit if the first is `audit`; the exit status as in its usage. */
export async function verifyCommand(args: readonly string[], world: VerifyWorld): Promise<ExitStatus> {
  const run = args[0] === "audit" ? auditOf(args.slice(1), world) : checkOf(args, world);
  if (run === null) {
    world.print(args[0] === "audit" ? AUDIT_USAGE : USAGE);
    return 2;
  }
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Unverifiable)) throw error;
    world.print(`${error.message}\n`);
    return 2;
  }
}

/** What the arguments ask for; null if they are not as in the usage. */
function auditOf(args: readonly string[], world: VerifyWorld): (() => Promise<ExitStatus>) | null {
  const options = readAuditArguments(args, world);
  return options === null ? null : () => auditReturns(options, world);
}

function checkOf(args: readonly string[], world: VerifyWorld): (() => Promise<ExitStatus>) | null {
  const app = readAppArguments(args);
  if (app !== null) return () => verifyApp(app, world);
  const options = readArguments(args);
  return options === null ? null : () => verify(options, world);
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
  const shown = isBet(document) ? readShownClose(document.shown) : null;
  const oddsTable = await readOdds(document, (path) =>
    logUrl === null ? Promise.resolve(null) : world.fetchFile(`${logUrl}/${path}`),
  );
  const report = (close: ShownClose | null) =>
    reportOf(document, { family, trust, options, log, oddsTable, shown: close, now: world.now() });
  const first = report(shown);
  const seen = await closeSeen(first.draw, { log, reader, trust, world });
  const { verdict, text } = seen === null ? first : report(seen);
  world.print(`${text}\n${describeTrust(trust)}\n`);
  if (verdict === "invalid") return 1;
  const isUnread = isBet(document) && options.url !== undefined && log === null;
  if (isUnread) world.print("NOT PROVED: the log at this address could not be read around the draw.\n");
  // Whoever brings a policy wants proof: a beacon that only the document names gives none.
  const isOwnBeacon = trust.isPolicyGiven && !trust.isBeaconGiven;
  if (isOwnBeacon) world.print("NOT PROVED: name the beacon that you trust by --beacon.\n");
  return verdict === "pending" || isUnread || isOwnBeacon ? 2 : 0;
}

/** The close of a period that is void by rule, if witnesses say that they had cosigned it in time. */
async function closeSeen(
  { voided, wasShown, period, roundTime }: DrawReport,
  known: {
    readonly log: PeriodLog | null;
    readonly reader: PeriodLogReader;
    readonly trust: Trust;
    readonly world: VerifyWorld;
  },
): Promise<ShownClose | null> {
  const { log, reader, trust, world } = known;
  if (log === null || voided?.by !== "rule" || wasShown || period === null || roundTime === null) return null;
  const span = { from: period.entry.closeAt, to: roundTime };
  const notes = await witnessNotes(trust.policy, log.origin, span, world.fetch);
  return reader.closeSeen(log, notes, period.entry.round);
}

/** The table of a bet's odds: of the operator if its address is known, otherwise the one that was saved with the bet. */
async function readOdds(
  document: unknown,
  fetchFile: (path: string) => Promise<Uint8Array | null>,
): Promise<string | null> {
  if (!isBet(document)) return null;
  const leaf: unknown = Reflect.get(Object(document.receipt), "leaf");
  const version: unknown = Reflect.get(Object(leaf), "oddsVersion");
  const file = typeof version === "number" ? await fetchFile(oddsPath(version)).catch(() => null) : null;
  if (file !== null) return new TextDecoder().decode(file);
  const saved: unknown = Reflect.get(document, "odds");
  return typeof saved === "string" ? saved : null;
}

function reportOf(
  document: unknown,
  how: {
    readonly family: DrawFamily;
    readonly trust: Trust;
    readonly options: Arguments;
    readonly log: PeriodLog | null;
    readonly oddsTable: string | null;
    readonly shown: ShownClose | null;
    readonly now: number;
  },
) {
  const { family, trust, options, log, oddsTable, shown, now } = how;
  const { source } = options;
  const shared = { trust, draw: drawFor(family), verifyRound, log, shown, now };
  if (isBet(document)) {
    const report = checkBet(document, {
      ...shared,
      oddsTable,
      payoutOf: payoutByRules,
      // Only the player knows, so the report names a cancellation instead of judging it.
      askedToCancel: true,
    });
    const { verdict, draw } = report;
    return { verdict, draw, text: describeBet(document["receipt"], family, report) };
  }
  const expected = "game" in source ? { gameCode: source.game, prizeNo: source.period } : {};
  const report = checkDraw(document, { ...shared, expected });
  return { verdict: report.verdict, draw: report, text: describeDraw(document, family, report) };
}

/** Where the operator's log is; null for a file without an address. */
function logUrlOf({ source, url }: Arguments, world: VerifyWorld): string | null {
  return "file" in source && url === undefined ? null : `${operatorUrl(url, world)}/log`;
}

function operatorUrl(url: string | undefined, { port }: VerifyWorld): string {
  return url ?? `http://127.0.0.1:${port ?? "8080"}`;
}

/** Options that have a value. */
const APP_VALUED: ReadonlySet<string> = new Set(["--app", "--policy", "--list"]);
const VALUED: ReadonlySet<string> = new Set(["--url", "--policy", "--beacon"]);

/** The arguments of a check of the app; null for another command. */
function readAppArguments(args: readonly string[]): AppArguments | null {
  const values = new Map<string, string>();
  for (let i = 0; i < args.length; i += 2) {
    const [name = "", value = ""] = args.slice(i, i + 2);
    if (!APP_VALUED.has(name) || value === "") return null;
    values.set(name, value);
  }
  const url = values.get("--app");
  if (url === undefined) return null;
  return {
    url: url.replace(/\/+$/u, ""),
    policyFile: values.get("--policy"),
    listFile: values.get("--list"),
  };
}

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
  return readDocument(from, "file" in source ? world.readText : world.fetchText);
}

/** Whether a document is about a bet; otherwise it is about a draw. */
function isBet(
  document: unknown,
): document is { readonly receipt: unknown; readonly proof: unknown; readonly shown?: unknown } {
  return isObject(document) && "receipt" in document && "proof" in document;
}

function familyIn(proof: unknown): DrawFamily | null {
  const code = isObject(proof) ? proof["gameCode"] : undefined;
  return typeof code === "string" ? (findGame(code)?.family ?? null) : null;
}
