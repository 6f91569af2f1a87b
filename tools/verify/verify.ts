/**
 * Checks a draw from its proof alone: `npm run verify -- <proof file>`, or `npm run verify -- FFC 202611210003`
 * for one that an operator on this machine serves. Exit status 0: valid (or voided, and rightly so), 1: invalid,
 * 2: not drawn yet, or no proof to be had.
 */
import { readFile } from "node:fs/promises";
import { verifyProof } from "@lotus/fair";
import { drawFor, findGame, type DrawFamily } from "@lotus/games";
import { describeReport } from "./report.ts";

const USAGE = `usage: npm run verify -- <proof file> [--key <public key, hex>] [--no-walk]
       npm run verify -- <game> <period> [--url <address of the operator>] [--key …] [--no-walk]
A game and period are fetched from --url, by default http://127.0.0.1 at PORT (8080).
--key says whose signature is wanted; without it a proof only shows that it agrees with itself.
--no-walk leaves out the walk from the secret back to the chain's anchor.
`;

/** Dependencies of the command. */
export interface VerifyWorld {
  readonly readText: (path: string) => Promise<string>;
  readonly fetchText: (url: string) => Promise<string>;
  readonly print: (text: string) => void;
  /** PORT, of an operator on this machine. */
  readonly port: string | undefined;
}

interface VerifyOptions {
  readonly source: { readonly file: string } | { readonly game: string; readonly period: string };
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly walk: boolean;
}

/** Runs the command with its arguments; the exit status as described above. */
export async function verifyCommand(args: readonly string[], world: VerifyWorld): Promise<0 | 1 | 2> {
  const options = readArguments(args);
  if (options === null) {
    world.print(USAGE);
    return 2;
  }
  const loaded = await loadProof(options, world);
  if (!loaded.ok) {
    world.print(`${loaded.problem}\n`);
    return 2;
  }
  const family = familyIn(loaded.proof);
  if (family === null) {
    world.print("This is no proof of a game that is known here.\n");
    return 2;
  }
  const { source } = options;
  const report = verifyProof(loaded.proof, {
    draw: drawFor(family),
    walkToAnchor: options.walk,
    expected: {
      ...("game" in source ? { gameCode: source.game, prizeNo: source.period } : {}),
      ...(options.key === undefined ? {} : { publicKey: options.key }),
    },
  });
  world.print(describeReport(loaded.proof, family, report));
  if (report.verdict === "pending") return 2;
  return report.verdict === "invalid" ? 1 : 0;
}

function readArguments(args: readonly string[]): VerifyOptions | null {
  const words: string[] = [];
  let [url, key, walk]: [string | undefined, string | undefined, boolean] = [undefined, undefined, true];
  for (let i = 0; i < args.length; i++) {
    const word = args[i] ?? "";
    if (word === "--walk" || word === "--no-walk") walk = word === "--walk";
    else if (word === "--url") url = args[++i] ?? "";
    else if (word === "--key") key = args[++i] ?? "";
    else if (word.startsWith("-")) return null;
    else words.push(word);
  }
  const [first, second, ...more] = words;
  if (first === undefined || more.length > 0 || url === "" || key === "") return null;
  return { source: second === undefined ? { file: first } : { game: first, period: second }, url, key, walk };
}

type Loaded = { ok: true; proof: unknown } | { ok: false; problem: string };

async function loadProof({ source, url }: VerifyOptions, world: VerifyWorld): Promise<Loaded> {
  const base = url ?? `http://127.0.0.1:${world.port ?? "8080"}`;
  const from =
    "file" in source
      ? source.file
      : `${base}/api/lottery/proof/${encodeURIComponent(source.game)}/${encodeURIComponent(source.period)}`;
  let text: string;
  try {
    text = await ("file" in source ? world.readText(from) : world.fetchText(from));
  } catch (error) {
    return { ok: false, problem: `No proof from ${from}: ${reasonOf(error)}` };
  }
  try {
    return unwrap(JSON.parse(text));
  } catch {
    return { ok: false, problem: `${from} holds no JSON.` };
  }
}

/** A document, bare or in the envelope { code, msg, data } in which an operator answers. */
function unwrap(value: unknown): Loaded {
  if (!isObject(value) || !("code" in value)) return { ok: true, proof: value };
  if (value["code"] === 0) return { ok: true, proof: value["data"] };
  return { ok: false, problem: `The operator answers: ${String(value["msg"])} (${String(value["code"])})` };
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

async function fetchText(url: string): Promise<string> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  return reply.text();
}

if (import.meta.main) {
  process.exitCode = await verifyCommand(process.argv.slice(2), {
    readText: (path) => readFile(path, "utf8"),
    fetchText,
    print: (text) => process.stdout.write(text),
    port: process.env["PORT"],
  });
}
