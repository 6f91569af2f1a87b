import { request as requestInClear, type ClientRequest, type IncomingMessage } from "node:http";
import { request as requestByTls, type RequestOptions } from "node:https";
import type { Entropy } from "../deps.ts";
import type { RegisterAddress } from "../settings/register-settings.ts";
import { QuestionSlots } from "./question-slots.ts";
import type { ObserveRegister, RegisterOutcome } from "./register-metrics.ts";

/** Total time of an answer, from connecting to its last byte. */
export const ANSWER_MS = 2_000;

const MAX_ANSWER_BYTES = 16 * 1024;
const MAX_HEADER_BYTES = 8 * 1024;
const ID_BYTES = 16;

/** The register gave no answer that can be trusted; whoever asked must do as if it had said no. */
export class RegisterSilent extends Error {
  override readonly name = "RegisterSilent";
  readonly outcome: Exclude<RegisterOutcome, "answered">;

  constructor(outcome: RegisterSilent["outcome"], why: string) {
    super(why);
    this.outcome = outcome;
  }
}

/** Asks a register by one path of its address. Rejects with RegisterSilent alone. */
export type AskRegister = (path: string, question: object) => Promise<Readonly<Record<string, unknown>>>;

/** How a register is reached. */
export interface RegisterLine {
  readonly address: RegisterAddress;
  readonly entropy: Entropy;
  readonly observe: ObserveRegister;
  readonly answerMs: number;
}

/**
 * Opens the line to a register. A question is a POST of JSON with a random id, and only status 200 with JSON that
 * repeats the id is its answer: nothing that a proxy has kept, or that was meant for somebody else. Redirects are
 * never followed, since the token belongs to one address.
 */
export function openRegisterLine({ address, entropy, observe, answerMs }: RegisterLine): AskRegister {
  const slots = new QuestionSlots();
  return async (path, question) => {
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(answerMs);
    let outcome: RegisterOutcome = "answered";
    try {
      const id = Buffer.from(entropy.bytes(ID_BYTES)).toString("hex");
      const text = await slots.run(signal, () =>
        send(address, path, JSON.stringify({ id, ...question }), signal),
      );
      return readAnswer(text, id);
    } catch (error) {
      const silent = asSilent(error, signal.aborted);
      ({ outcome } = silent);
      throw silent;
    } finally {
      observe(outcome, (performance.now() - startedAt) / 1000);
    }
  };
}

function asSilent(error: unknown, isLate: boolean): RegisterSilent {
  if (error instanceof RegisterSilent) return error;
  if (isLate) return new RegisterSilent("late", "no answer in time");
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return new RegisterSilent("unreachable", `no whole answer ${code}`.trim());
}

/** Sends a body; resolves with the body of an answer of status 200. */
function send(
  { url, token }: RegisterAddress,
  path: string,
  body: string,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const target = new URL(url);
    target.pathname = target.pathname.replace(/\/$/u, "") + path;
    const start = target.protocol === "https:" ? requestByTls : requestInClear;
    const options: RequestOptions = {
      method: "POST",
      signal,
      // A connection of its own for each question: one kept open may be closed by the other side just then.
      agent: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Whatever the environment says of certificates.
      rejectUnauthorized: true,
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
async function receive(answer: IncomingMessage): Promise<string> {
  if (answer.statusCode !== 200) throw new RegisterSilent("status", `status ${answer.statusCode ?? 0}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer) {
    // A message in binary mode yields buffers.
    const bytes: Uint8Array = chunk;
    size += bytes.length;
    if (size > MAX_ANSWER_BYTES) throw new RegisterSilent("invalid", "an answer too large");
    chunks.push(bytes);
  }
  if (!answer.complete) throw new RegisterSilent("invalid", "half an answer");
  return Buffer.concat(chunks).toString("utf8");
}

function readAnswer(text: string, id: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RegisterSilent("invalid", "an answer that is no JSON");
  }
  if (!isRecord(value)) throw new RegisterSilent("invalid", "an answer that is no object");
  if (value["id"] !== id) throw new RegisterSilent("other", "an answer to another question");
  return value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
