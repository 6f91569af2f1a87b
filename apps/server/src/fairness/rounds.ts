import { type BeaconChain, roundTime } from "@lotus/beacon";
import type { Queries } from "../db/database.ts";
import * as sql from "./fairness.sql.ts";

/** Where rounds of a beacon come from. Whatever it returns has been verified. */
export interface RoundSource {
  readonly chain: BeaconChain;
  /** The signature of a round (48 bytes); null while nobody has it. */
  round(round: number): Promise<Uint8Array | null>;
}

/** Signatures that are remembered: games that draw at the same time share a round. */
const CACHED_ROUNDS = 200;
/** A round that nobody has asked for during this long is no longer waited for: its draw is made elsewhere. */
const FORGOTTEN_AFTER_MS = 60_000;

/** Whether the beacon answers, as this server knows since it runs the draws; or since when it does not (epoch ms). */
export type BeaconState = "unknown" | "answers" | { readonly silentSince: number };

/** The rounds that decide draws; each is stored, so that it is known whatever becomes of the beacon. */
export class Rounds {
  readonly #db: Queries;
  readonly #source: RoundSource;
  readonly #cached = new Map<number, Uint8Array>();
  readonly #requests = new Map<number, Promise<Uint8Array | null>>();
  /** Rounds that were asked for in vain, and when (epoch ms). */
  readonly #missing = new Map<number, number>();
  readonly #now: () => number;
  #state: BeaconState = "unknown";
  /** The newest round that the beacon has answered. */
  #newest = 0;

  constructor(db: Queries, source: RoundSource, now: () => number) {
    this.#db = db;
    this.#source = source;
    this.#now = now;
  }

  get chain(): BeaconChain {
    return this.#source.chain;
  }

  /** When a round is published, in epoch milliseconds. */
  timeOf(round: number): number {
    return roundTime(this.chain, round);
  }

  /** The server's time (epoch ms). */
  now(): number {
    return this.#now();
  }

  /** Of its newest rounds: an older one that its relays no longer have does not make it silent. */
  get state(): BeaconState {
    return this.#state;
  }

  /** Forgets what was known of the beacon, as this server begins to ask it. */
  forgetState(): void {
    this.#state = "unknown";
  }

  /** For how long the oldest round that a draw waits for is overdue (ms); 0 if none is. */
  overdueMs(): number {
    const now = this.#now();
    for (const [round, askedAt] of this.#missing)
      if (now - askedAt > FORGOTTEN_AFTER_MS) this.#missing.delete(round);
    const times = [...this.#missing.keys()].map((round) => this.timeOf(round));
    return Math.max(0, now - Math.min(now, ...times));
  }

  /** The signature of a round (48 bytes); null while it is unknown. One request at a time for each round. */
  async get(round: number): Promise<Uint8Array | null> {
    const known = this.#cached.get(round) ?? (await this.stored(round));
    if (known !== null) return known;
    const running = this.#requests.get(round) ?? this.#request(round);
    this.#requests.set(round, running);
    try {
      const signature = await running;
      if (signature === null) this.#missing.set(round, this.#now());
      else this.#missing.delete(round);
      return signature;
    } finally {
      this.#requests.delete(round);
    }
  }

  /** The signature of a round if it has decided a draw. */
  async stored(round: number): Promise<Uint8Array | null> {
    const [row] = await this.#db.query<{ signature: Uint8Array }>(sql.ROUND, [round]);
    return row === undefined ? null : this.#remember(round, row.signature);
  }

  async #request(round: number): Promise<Uint8Array | null> {
    const signature = await this.#source.round(round);
    if (signature === null) {
      if (round > this.#newest && typeof this.#state === "string") this.#state = { silentSince: this.#now() };
      return null;
    }
    if (round >= this.#newest) {
      this.#newest = round;
      this.#state = "answers";
    }
    await this.#db.query(sql.KEEP_ROUND, [round, signature]);
    return this.#remember(round, signature);
  }

  #remember(round: number, signature: Uint8Array): Uint8Array {
    this.#cached.set(round, signature);
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > CACHED_ROUNDS && oldest !== undefined) this.#cached.delete(oldest);
    return signature;
  }
}
