import { sameBytes, toHex } from "@lotus/tlog";
import { baseUrl, type LimitedReply, requestLimited } from "@lotus/tlog/http";
import { type BeaconChain, readSignature, roundTime, SIGNATURE_BYTES } from "./chain.ts";

/*
 * Reads rounds over drand's HTTP API. Relays are not trusted: a round proves itself by its signature, so one honest
 * relay is enough, and a wrong answer costs at most its verification.
 */

/** What a relay answered: a valid round, that it does not have it yet, something else, or nothing. */
export type RelayAnswer = "valid" | "late" | "wrong" | "unreachable";

export interface BeaconRelaysOptions {
  readonly chain: BeaconChain;
  /** Base addresses of the relays' HTTP API. */
  readonly urls: readonly string[];
  readonly fetch: typeof fetch;
  /** BLS verification, from `@lotus/beacon/verify`; passed in because the pairing curve is large. */
  readonly verifyRound: (chain: BeaconChain, round: number, signature: Uint8Array) => boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** How long a relay may take. */
  readonly timeoutMs: number;
  /** Called once for each answer, for metrics. */
  readonly onAnswer?: (url: string, answer: RelayAnswer) => void;
}

/** A round is about 300 bytes of JSON. */
const MAX_BODY_BYTES = 4_096;
/** Relays move, and those behind a network of caches answer from another address. */
const MAX_REDIRECTS = 3;
/** Recent rounds, and recent invalid signatures, that are remembered. */
const MAX_REMEMBERED = 256;
/** Statuses by which relays say that a round does not exist yet; 425 is that of drand. */
const NOT_YET = new Set([404, 425]);
/** Statuses of a relay that has no time for this request. */
const BUSY = new Set([408, 429]);

/** The rounds of a beacon, read from several relays. */
export class BeaconRelays {
  readonly #options: BeaconRelaysOptions;
  readonly #urls: readonly string[];
  /** Verified signatures by round. */
  readonly #valid = new Map<number, Uint8Array>();
  /** Signatures that failed verification, by round and hex. */
  readonly #invalid = new Map<string, true>();
  /** Requests under way, by round. */
  readonly #pending = new Map<number, Promise<Uint8Array | null>>();

  /** @throws RangeError for an address that is not one of an HTTP server */
  constructor(options: BeaconRelaysOptions) {
    this.#options = options;
    this.#urls = options.urls.map(baseUrl);
  }

  /**
   * The signature of a round (48 bytes), verified; null if its time has not come or no relay has it now. All relays are
   * asked at once and the first valid answer is returned. Never rejects for faults of relays.
   */
  async round(round: number): Promise<Uint8Array | null> {
    const known = this.#valid.get(round);
    if (known !== undefined) return known;
    const { chain, now } = this.#options;
    if (!Number.isSafeInteger(round) || round < 1 || roundTime(chain, round) > now()) return null;
    const pending = this.#pending.get(round) ?? this.#ask(round);
    this.#pending.set(round, pending);
    try {
      return await pending;
    } finally {
      if (this.#pending.get(round) === pending) this.#pending.delete(round);
    }
  }

  /** Whether this is the signature of the round, from whomever it comes. Each distinct one is verified once. */
  isValid(round: number, signature: Uint8Array): boolean {
    if (!Number.isSafeInteger(round) || round < 1 || signature.length !== SIGNATURE_BYTES) return false;
    const known = this.#valid.get(round);
    // BLS signatures are unique: another one of the same round is invalid.
    if (known !== undefined) return sameBytes(known, signature);
    const key = `${round} ${toHex(signature)}`;
    if (this.#invalid.has(key)) return false;
    const isValid = this.#options.verifyRound(this.#options.chain, round, signature);
    if (isValid) remember(this.#valid, round, signature);
    else remember(this.#invalid, key, true);
    return isValid;
  }

  /** Slower relays are still heard after the first valid answer, so that metrics show how each one does. */
  #ask(round: number): Promise<Uint8Array | null> {
    return new Promise((resolve, reject) => {
      const answers = this.#urls.map(async (url) => {
        const signature = await this.#askOne(url, round);
        if (signature !== null) resolve(signature);
      });
      Promise.all(answers).then(() => resolve(null), reject);
    });
  }

  async #askOne(url: string, round: number): Promise<Uint8Array | null> {
    const { chain, fetch, timeoutMs, onAnswer } = this.#options;
    const reply = await requestLimited({
      fetch,
      url: `${url}/${chain.hash}/public/${round}`,
      timeoutMs,
      maxBytes: MAX_BODY_BYTES,
      maxRedirects: MAX_REDIRECTS,
    });
    const signature = signatureIn(reply);
    const isValid = signature !== null && this.isValid(round, signature);
    onAnswer?.(url, isValid ? "valid" : failureOf(reply));
    return isValid ? signature : null;
  }
}

/** The signature in a reply; null without one. It alone proves its round, so all other fields are ignored. */
function signatureIn(reply: LimitedReply): Uint8Array | null {
  if (!reply.ok || reply.status < 200 || reply.status > 299) return null;
  return readSignature(parseObject(reply.body)?.["signature"]);
}

function parseObject(body: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

function failureOf(reply: LimitedReply): RelayAnswer {
  if (!reply.ok) return reply.why === "too-large" ? "wrong" : "unreachable";
  if (NOT_YET.has(reply.status)) return "late";
  return reply.status >= 500 || BUSY.has(reply.status) ? "unreachable" : "wrong";
}

/** Adds to a map that forgets its oldest entry when it is full. */
function remember<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  if (map.size >= MAX_REMEMBERED) {
    const [oldest] = map.keys();
    if (oldest !== undefined) map.delete(oldest);
  }
  map.set(key, value);
}
