import { request as requestInClear, type ClientRequest, type IncomingMessage } from "node:http";
import { request as requestByTls, type RequestOptions } from "node:https";
import type { Entropy } from "../deps.ts";
import { QuestionSlots } from "./question-slots.ts";
import { parseStrictJson } from "./strict-json.ts";

/** Where somebody outside is asked. */
export interface OutsideAddress {
  readonly url: string;
  /** Sent as a bearer token; null without one. */
  readonly token: string | null;
}

/** How a question ended: only `answered` was an answer that counts. */
export const OUTSIDE_OUTCOMES = ["answered", "late", "unreachable", "status", "invalid", "other"] as const;
export type OutsideOutcome = (typeof OUTSIDE_OUTCOMES)[number];

/**
 * There was no answer that can be trusted; whoever asked must do as if it had been no. The message has nothing of
 * question or answer, which name a person, nor of the token: it may be logged.
 */
export class OutsideSilent extends Error {
  override readonly name = "OutsideSilent";
  readonly outcome: Exclude<OutsideOutcome, "answered">;

  constructor(outcome: OutsideSilent["outcome"], why: string) {
    super(why);
    this.outcome = outcome;
  }
}

/** Asks by one path of the address. Rejects with OutsideSilent alone. */
export type AskOutside = (path: string, question: object) => Promise<Readonly<Record<string, unknown>>>;

/** How somebody outside is reached. */
export interface OutsideLine {
  readonly address: OutsideAddress;
  readonly entropy: Entropy;
  /** The field that names a question, and is repeated in its answer. */
  readonly reference: string;
  /** Total time of an answer, from waiting for a turn to its last byte. */
  readonly answerMs?: number | undefined;
  /** Told how each question ended, and after how many seconds. */
  readonly observe?: (outcome: OutsideOutcome, seconds: number) => void;
}

const ANSWER_MS = 2_000;
const MAX_ANSWER_BYTES = 16 * 1024;
const MAX_HEADER_BYTES = 8 * 1024;
const REFERENCE_BYTES = 16;

/**
 * Opens the line to somebody outside who is asked about a person: a register of the licence, a provider of identities.
 * A question is a POST of JSON with a random reference, and only status 200 with JSON that repeats the reference is its
 * answer: nothing that a proxy has kept, or that was meant for somebody else. Redirects are never followed, since the
 * token belongs to one address. Witnesses and the beacon are asked by `@lotus/tlog/http` instead: they get no secret,
 * and what they say is signed.
 */
export function openOutsideLine(line: OutsideLine): AskOutside {
  const { address, entropy, reference, answerMs = ANSWER_MS, observe } = line;
  const slots = new QuestionSlots();
  return async (path, question) => {
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(answerMs);
    let outcome: OutsideOutcome = "answered";
    try {
      const asked = Buffer.from(entropy.bytes(REFERENCE_BYTES)).toString("hex");
      const bytes = await slots.run(signal, () =>
        send(address, path, JSON.stringify({ [reference]: asked, ...question }), signal),
      );
      return readAnswer(bytes, reference, asked);
    } catch (error) {
      const silent = asSilent(error, signal.aborted);
      ({ outcome } = silent);
      throw silent;
    } finally {
      observe?.(outcome, (performance.now() - startedAt) / 1000);
    }
  };
}

function asSilent(error: unknown, isLate: boolean): OutsideSilent {
  if (error instanceof OutsideSilent) return error;
  if (isLate) return new OutsideSilent("late", "no answer in time");
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return new OutsideSilent("unreachable", `no whole answer ${code}`.trim());
}

/** Sends a body; resolves with the body of an answer of status 200. */
function send(
  { url, token }: OutsideAddress,
  path: string,
  body: string,
  signal: AbortSignal,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const target = new URL(url);
    if (path !== "") target.pathname = target.pathname.replace(/\/$/u, "") + path;
    const start = target.protocol === "https:" ? requestByTls : requestInClear;
    const options: RequestOptions = {
      method: "POST",
      signal,
      // A connection of its own for each question: one kept open may be closed by the other side just then.
      agent: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Whatever the environment says of certificates and versions.
      rejectUnauthorized: true,
      minVersion: "TLSv1.2",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json",
        "Content-Length": Buffer.byteLength(body),
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      },
    };
    const outgoing: ClientRequest = start(target, options);
    outgoing.on("error", reject);
    outgoing.on("response", (answer) => {
      receive(answer).then(resolve, (error: unknown) => {
        outgoing.destroy();
        reject(error instanceof Error ? error : new Error(String(error)));
      });
    });
    outgoing.end(body);
  });
}

/** Reads an answer; what is larger than any answer is not read to its end. */
async function receive(answer: IncomingMessage): Promise<Buffer> {
  if (answer.statusCode !== 200) throw new OutsideSilent("status", `status ${answer.statusCode ?? 0}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer) {
    // A message in binary mode yields buffers.
    const bytes: Uint8Array = chunk;
    size += bytes.length;
    if (size > MAX_ANSWER_BYTES) throw new OutsideSilent("invalid", "an answer too large");
    chunks.push(bytes);
  }
  if (!answer.complete) throw new OutsideSilent("invalid", "half an answer");
  return Buffer.concat(chunks);
}

function readAnswer(bytes: Buffer, reference: string, asked: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = parseStrictJson(bytes);
  } catch {
    throw new OutsideSilent("invalid", "an answer that is no JSON");
  }
  if (!isRecord(value)) throw new OutsideSilent("invalid", "an answer that is no object");
  if (value[reference] !== asked) throw new OutsideSilent("other", "an answer to another question");
  return value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
