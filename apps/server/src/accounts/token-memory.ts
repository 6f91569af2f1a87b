import type { Clock } from "../deps.ts";
import type { TokenVerdict } from "../http/caller-check.ts";
import type { Caller } from "../http/handler.ts";

const KEEP_MS = 2_000;
const CAPACITY = 50_000;

interface Remembered {
  readonly caller: Caller;
  readonly until: number;
}

/** What the database returned for a token, and for how many milliseconds more it is valid. */
export interface LearnedToken {
  readonly verdict: TokenVerdict;
  readonly leftMs: number;
}

/**
 * Caches the owners of tokens for two seconds, so that thousands of bets a second do not cause as many queries. Only
 * valid tokens are cached; an ended session is evicted at once.
 */
export class TokenMemory {
  readonly #clock: Clock;
  readonly #byToken = new Map<string, Remembered>();
  readonly #byFamily = new Map<string, Set<string>>();
  readonly #pending = new Map<string, Promise<TokenVerdict>>();
  /** Rises whenever a session ends: the result of a query that began before may be outdated and is not cached. */
  #ends = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  recall(token: string): Caller | undefined {
    const remembered = this.#byToken.get(token);
    if (remembered === undefined) return undefined;
    if (this.#clock.now() < remembered.until) return remembered.caller;
    this.#drop(token, remembered.caller.familyId);
    return undefined;
  }

  /** Runs one query for all who look up the same token at the same time. */
  learn(token: string, query: () => Promise<LearnedToken>): Promise<TokenVerdict> {
    const running = this.#pending.get(token);
    if (running !== undefined) return running;
    const pending = this.#learn(token, query).finally(() => {
      if (this.#pending.get(token) === pending) this.#pending.delete(token);
    });
    this.#pending.set(token, pending);
    return pending;
  }

  /** Forgets every token of a family. */
  forget(familyId: string): void {
    this.#ends += 1;
    this.#pending.clear();
    for (const token of this.#byFamily.get(familyId) ?? []) this.#byToken.delete(token);
    this.#byFamily.delete(familyId);
  }

  async #learn(token: string, query: () => Promise<LearnedToken>): Promise<TokenVerdict> {
    const ends = this.#ends;
    const startedAt = this.#clock.now();
    const { verdict, leftMs } = await query();
    if (typeof verdict !== "string" && "playerId" in verdict && ends === this.#ends) {
      this.#store(token, { caller: verdict, until: startedAt + Math.min(KEEP_MS, leftMs) });
    }
    return verdict;
  }

  #store(token: string, remembered: Remembered): void {
    for (const [oldest, { caller }] of this.#byToken) {
      if (this.#byToken.size < CAPACITY) break;
      this.#drop(oldest, caller.familyId);
    }
    this.#byToken.set(token, remembered);
    const tokens = this.#byFamily.get(remembered.caller.familyId) ?? new Set();
    tokens.add(token);
    this.#byFamily.set(remembered.caller.familyId, tokens);
  }

  #drop(token: string, familyId: string): void {
    this.#byToken.delete(token);
    const tokens = this.#byFamily.get(familyId);
    tokens?.delete(token);
    if (tokens?.size === 0) this.#byFamily.delete(familyId);
  }
}
