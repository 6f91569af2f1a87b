import type { Queries } from "../db/database.ts";
import { TileStore } from "./tile-store.ts";

/** The trees of all logs of this database, by their numbers: the one that is written, and those before a restore. */
export class LogTiles {
  readonly #db: Queries;
  readonly #stores = new Map<number, TileStore>();

  constructor(db: Queries) {
    this.#db = db;
  }

  of(log: number): TileStore {
    const store = this.#stores.get(log) ?? new TileStore(this.#db, log);
    this.#stores.set(log, store);
    return store;
  }
}
