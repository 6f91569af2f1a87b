import type { Queries } from "../db/database.ts";
import * as sql from "./fairness.sql.ts";

/** Two days of all games. */
const ENTRIES = 50_000;
/** Everybody may ask, and it changes slowly. */
const KNOWN_FOR_MS = 600_000;

interface OfSold {
  readonly sold: number;
  readonly voided: number;
}

/** How many of the last periods with orders were not drawn; a house that chooses which ones has many. */
export class VoidedDraws {
  readonly #db: Queries;
  readonly #now: () => number;
  #known: { readonly at: number; readonly ofSold: Promise<OfSold> } | undefined;

  /** `now` in epoch milliseconds. */
  constructor(db: Queries, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  ofSold(): Promise<OfSold> {
    const now = this.#now();
    if (this.#known !== undefined && Math.abs(now - this.#known.at) < KNOWN_FOR_MS) return this.#known.ofSold;
    const known = { at: now, ofSold: this.#read() };
    this.#known = known;
    known.ofSold.catch(() => {
      if (this.#known === known) this.#known = undefined;
    });
    return known.ofSold;
  }

  async #read(): Promise<OfSold> {
    const [row] = await this.#db.query<{ sold: number; voided: number }>(sql.VOIDED_OF_SOLD, [ENTRIES]);
    return { sold: row?.sold ?? 0, voided: row?.voided ?? 0 };
  }
}
