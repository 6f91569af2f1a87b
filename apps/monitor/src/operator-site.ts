import { readSignature } from "@lotus/beacon";
import { NEWCOMER } from "@lotus/fair/served-app";
import { baseUrl, type LimitedReply, requestLimited } from "@lotus/tlog/http";

/** The operator's server did not answer, or with an error. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

const TIMEOUT_MS = 10_000;
/** A checkpoint, with some signatures. */
const MAX_CHECKPOINT_BYTES = 65_536;
/** A full entry bundle of the largest entries. */
const MAX_FILE_BYTES = 256 * 65_537;
/** A proof document: a few entries with proofs. */
const MAX_DOCUMENT_BYTES = 2 * 1024 * 1024;

/** What the operator serves to everybody. Nothing of it is trusted. */
export class OperatorSite {
  readonly #url: string;
  readonly #fetch: typeof fetch;
  /** Whether a file was missing since this was last set to false. */
  hasMissed = false;

  /** @throws RangeError for an address that is not one of an HTTP server */
  constructor(url: string, fetchOption: typeof fetch) {
    this.#url = baseUrl(url);
    this.#fetch = fetchOption;
  }

  /** The text served as the log's checkpoint. @throws Unreachable */
  async checkpoint(): Promise<string> {
    const reply = await this.#get("/log/checkpoint", MAX_CHECKPOINT_BYTES);
    if (!reply.ok || reply.status !== 200) throw new Unreachable(problemOf(reply));
    return textOf(reply.body);
  }

  /** A file of the log; null if it does not exist. @throws Unreachable */
  readonly file = async (path: string): Promise<Uint8Array | null> => {
    const reply = await this.#get(`/log/${path}`, MAX_FILE_BYTES);
    if (reply.ok && reply.status === 404) {
      this.hasMissed = true;
      return null;
    }
    if (!reply.ok || reply.status !== 200) throw new Unreachable(`/log/${path}: ${problemOf(reply)}`);
    return reply.body;
  };

  /** An address of the app, as a browser that was never here asks for it; null if nothing is there. @throws Unreachable */
  readonly page = async (path: string): Promise<Uint8Array | null> => {
    const reply = await this.#get(path, MAX_FILE_BYTES, NEWCOMER);
    if (reply.ok && reply.status === 404) return null;
    if (!reply.ok || reply.status !== 200) throw new Unreachable(`${path}: ${problemOf(reply)}`);
    return reply.body;
  };

  /** The proof document of a period; null if there is none now. */
  async proof(game: string, periodNo: string): Promise<object | null> {
    return this.#data(`/api/lottery/proof/${game}/${periodNo}`);
  }

  /** The signature of a period's round, as its proof document has it and nobody has verified; null if there is none. */
  async signature(game: string, periodNo: string): Promise<Uint8Array | null> {
    const beacon: unknown = Reflect.get((await this.proof(game, periodNo)) ?? {}, "beacon");
    const signature: unknown = Reflect.get(Object(beacon), "signature");
    return typeof signature === "string" ? readSignature(signature) : null;
  }

  /** The policy that the operator publishes; null if there is none now. */
  async policy(): Promise<string | null> {
    const fairness = await this.#data("/api/lottery/fairness");
    const policy: unknown = fairness === null ? null : Reflect.get(fairness, "policy");
    return typeof policy === "string" ? policy : null;
  }

  /** The data of an accepted call: replies are { code: 0, msg, data }. */
  async #data(path: string): Promise<object | null> {
    const reply = await this.#get(path, MAX_DOCUMENT_BYTES);
    if (!reply.ok || reply.status !== 200) return null;
    try {
      const value: unknown = JSON.parse(textOf(reply.body));
      if (typeof value !== "object" || value === null || Reflect.get(value, "code") !== 0) return null;
      const data: unknown = Reflect.get(value, "data");
      return typeof data === "object" ? data : null;
    } catch {
      return null;
    }
  }

  #get(
    path: string,
    maxBytes: number,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<LimitedReply> {
    const url = this.#url + path;
    return requestLimited({ fetch: this.#fetch, url, headers, timeoutMs: TIMEOUT_MS, maxBytes });
  }
}

/** The checkpoint that a witness serves of a log (c2sp.org/tlog-witness); null if there is none now. */
export async function witnessCheckpoint(
  url: string,
  originHash: string,
  fetchOption: typeof fetch,
): Promise<string | null> {
  const reply = await requestLimited({
    fetch: fetchOption,
    url: `${baseUrl(url)}/${originHash}/checkpoint`,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_CHECKPOINT_BYTES,
  });
  return reply.ok && reply.status === 200 ? textOf(reply.body) : null;
}

function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}

function problemOf(reply: LimitedReply): string {
  return reply.ok ? `status ${reply.status}` : reply.why;
}
