import { formatEntryBundle, parseTilePath, TILE_WIDTH, utf8 } from "@lotus/tlog";
import type { Queries } from "../db/database.ts";
import * as sql from "./fairness.sql.ts";
import type { StoredCheckpoint } from "./checkpoints.ts";
import type { LogTiles } from "./log-tiles.ts";

/** Where the log is served, without a slash at its end. */
export const LOG_ROOT = "/log";

/** A file of the log. */
export interface LogFile {
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly cacheControl: string;
}

const IMMUTABLE = "public, max-age=31536000, immutable";
/** A checkpoint may be a second old: that is how often there is a new one. */
const BRIEF = "public, max-age=1";
const TEXT = "text/plain; charset=utf-8";
const BYTES = "application/octet-stream";

/** The log as the files of c2sp.org/tlog-tiles: everything up to the newest published checkpoint. */
export class LogFiles {
  readonly #db: Queries;
  readonly #tiles: LogTiles;
  readonly #current: () => number;

  /** `current` is the number of the log that is written. */
  constructor(db: Queries, tiles: LogTiles, current: () => number) {
    this.#db = db;
    this.#tiles = tiles;
    this.#current = current;
  }

  /** The file of a path below `LOG_ROOT` and its slash; null if there is none (yet). */
  async read(path: string): Promise<LogFile | null> {
    if (path === "checkpoint") return this.#checkpoint();
    const tile = parseTilePath(path);
    if (tile === null) return null;
    const { level, index, width } = tile;
    const log = this.#current();
    const tiles = this.#tiles.of(log);
    if (level !== "entries") {
      const body = await tiles.content(level, index, width);
      return body === null ? null : { type: BYTES, body, cacheControl: IMMUTABLE };
    }
    const first = index * TILE_WIDTH;
    // The tile exists once a checkpoint covers it: an entry that is not in one yet may not be shown.
    if ((await tiles.content(0, index, width)) === null) return null;
    const rows = await this.#db.query<{ body: string }>(sql.BODIES, [first, first + width, log]);
    const body = formatEntryBundle(rows.map((row) => utf8(row.body)));
    return { type: BYTES, body, cacheControl: IMMUTABLE };
  }

  async #checkpoint(): Promise<LogFile | null> {
    const [newest] = await this.#db.query<StoredCheckpoint>(sql.LATEST_COSIGNED);
    return newest === undefined ? null : { type: TEXT, body: newest.note, cacheControl: BRIEF };
  }
}
