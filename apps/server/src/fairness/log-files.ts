import { HOUSE_PATH } from "@lotus/fair/served-app";
import type { CanonicalValue, ProvenEntry } from "@lotus/fair";
import { formatEntryBundle, parseTilePath, TILE_WIDTH, utf8 } from "@lotus/tlog";
import type { Queries } from "../db/database.ts";
import { oddsFile } from "./announcements.ts";
import * as sql from "./fairness.sql.ts";
import type { LoggedPlace } from "./evidence.ts";
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
const JSON_TYPE = "application/json; charset=utf-8";
/** As `oddsPath` of packages/fair. */
const ODDS_PATH = /^odds\/([1-9]\d{0,8})$/u;
const BYTES = "application/octet-stream";

/** The log as the files of c2sp.org/tlog-tiles: everything up to the newest published checkpoint. */
export class LogFiles {
  readonly #db: Queries;
  readonly #tiles: LogTiles;
  readonly #current: () => number;

  readonly #proofOf: (place: LoggedPlace) => Promise<string | null>;

  /** `current` is the number of the log that is written. */
  constructor(
    db: Queries,
    tiles: LogTiles,
    {
      current,
      proofOf,
    }: {
      readonly current: () => number;
      readonly proofOf: (place: LoggedPlace) => Promise<string | null>;
    },
  ) {
    this.#proofOf = proofOf;
    this.#db = db;
    this.#tiles = tiles;
    this.#current = current;
  }

  /** The file of a path below `LOG_ROOT` and its slash; null if there is none (yet). */
  async read(path: string): Promise<LogFile | null> {
    if (path === "checkpoint") return this.#checkpoint();
    if (path === HOUSE_PATH) return this.#house();
    const odds = ODDS_PATH.exec(path)?.[1];
    if (odds !== undefined) return this.#odds(Number(odds));
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

  /** The table of a version of the odds, whose hash is in the log. */
  async #odds(version: number): Promise<LogFile | null> {
    const [row] = await this.#db.query<{ table_json: CanonicalValue }>(sql.ODDS_TABLE, [version]);
    return row === undefined
      ? null
      : { type: JSON_TYPE, body: oddsFile(row.table_json), cacheControl: IMMUTABLE };
  }

  /** The newest `house` entry with its proof: the hashes of what is served, for whoever has not read the log. */
  async #house(): Promise<LogFile | null> {
    const [row] = await this.#db.query<LoggedPlace & { readonly body: string }>(sql.NEWEST_OF_TYPE, [
      "house",
      Number.MAX_SAFE_INTEGER,
      this.#current(),
    ]);
    const proof = row === undefined ? null : await this.#proofOf(row);
    if (row === undefined || proof === null) return null;
    const entry: ProvenEntry = { type: "house", body: row.body, proof };
    return { type: JSON_TYPE, body: JSON.stringify(entry), cacheControl: BRIEF };
  }

  async #checkpoint(): Promise<LogFile | null> {
    const [newest] = await this.#db.query<StoredCheckpoint>(sql.LATEST_COSIGNED);
    return newest === undefined ? null : { type: TEXT, body: newest.note, cacheControl: BRIEF };
  }
}
