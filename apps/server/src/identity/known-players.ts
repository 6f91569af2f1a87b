import type { Queries } from "../db/database.ts";
import type { IdentityState } from "@lotus/contract";
import * as sql from "./identity.sql.ts";

/** Whether the house knows who a player is: at once for whoever was verified, so that a bet costs one look-up. */
export type IsKnown = (playerId: bigint) => boolean | Promise<boolean>;

/** Players who are remembered; beyond, the oldest are read again. */
const CAPACITY = 100_000;
const REMEMBERED_MS = 60_000;

/**
 * Players whom the house knows, in the memory of this server, for a minute: a correction of the desk may take it back.
 * Whoever is not known is read each time, and plays as soon as it is decided, on every server.
 */
export class KnownPlayers {
  readonly #db: Queries;
  readonly #now: () => number;
  /** Until when each is remembered, in milliseconds of `now`; the oldest first. */
  readonly #known = new Map<bigint, number>();

  constructor(db: Queries, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  has(playerId: bigint): boolean | Promise<boolean> {
    return (this.#known.get(playerId) ?? 0) > this.#now() || this.#read(playerId);
  }

  async #read(playerId: bigint): Promise<boolean> {
    const [row] = await this.#db.query<{ state: IdentityState }>(sql.READ, [playerId]);
    if (row?.state === "verified") {
      this.#remember(playerId);
      return true;
    }
    if (row === undefined) await this.#db.query(sql.ADD, [playerId]);
    if (row === undefined || row.state === "none") await this.#db.query(sql.ASK, [playerId]);
    return false;
  }

  #remember(playerId: bigint): void {
    this.#known.delete(playerId);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size < CAPACITY) break;
      this.#known.delete(oldest);
    }
    this.#known.set(playerId, this.#now() + REMEMBERED_MS);
  }
}
