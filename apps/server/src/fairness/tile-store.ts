import {
  consistencyHashes,
  hashInTile,
  inclusionHashes,
  newTiles,
  nodeHash,
  type ReadTileHash,
  type Tile,
  TILE_WIDTH,
  treeRoot,
} from "@lotus/tlog";
import type { Queries } from "../db/database.ts";
import { nativeHashing } from "./native-hashing.ts";
import * as sql from "./fairness.sql.ts";

const HASH_BYTES = 32;
/** Full tiles that are remembered: 8 KB each. */
const CACHED_TILES = 512;

const NONE = new Uint8Array(0);

/** The tree of one log, in tiles in the database. Whatever a published checkpoint covers can be read. */
export class TileStore {
  readonly #db: Queries;
  readonly #log: number;
  readonly #full = new Map<string, Uint8Array>();

  /** `log` is the number of the log. */
  constructor(db: Queries, log: number) {
    this.#db = db;
    this.#log = log;
  }

  /** Adds the entries from `before` to `size` to the tiles, in the caller's transaction; returns the new root. */
  async grow(tx: Queries, before: number, size: number): Promise<Uint8Array> {
    const grown = new Map<string, Uint8Array>();
    const read = this.#readerOf(tx, grown);
    for (const tile of newTiles(before, size)) {
      const stored = tile.level === "entries" ? null : await this.#tile(tx, tile.level, tile.index);
      const hashes = await contentOf({ tx, log: this.#log, read }, tile, stored ?? new Uint8Array(0));
      grown.set(nameOf(tile.level, tile.index), hashes);
    }
    const names = [...grown.keys()].map((name) => name.split("/").map(Number));
    await tx.query(sql.KEEP_TILES, [
      names.map(([level]) => level),
      names.map(([, index]) => index),
      [...grown.values()].map((hashes) => Buffer.from(hashes)),
      this.#log,
    ]);
    return treeRoot(size, read);
  }

  /** The proof that the entry at an index is in the tree of this size. */
  inclusion(index: number, size: number): Promise<Uint8Array[]> {
    return inclusionHashes(index, size, this.#readerOf(this.#db));
  }

  /** The proof that the tree of this size continues an older one. */
  consistency(older: number, size: number): Promise<Uint8Array[]> {
    return consistencyHashes(older, size, this.#readerOf(this.#db));
  }

  /** The hashes of a tile; null if the tree is not as large. */
  async content(level: number, index: number, width: number): Promise<Uint8Array | null> {
    const hashes = await this.#tile(this.#db, level, index);
    const bytes = width * HASH_BYTES;
    return hashes !== null && hashes.length >= bytes ? hashes.subarray(0, bytes) : null;
  }

  #readerOf(db: Queries, grown?: ReadonlyMap<string, Uint8Array>): ReadTileHash {
    const read = new Map<string, Promise<Uint8Array | null>>();
    return async (level, index) => {
      const tile = Math.floor(index / TILE_WIDTH);
      const name = nameOf(level, tile);
      const known = grown?.get(name);
      let pending = read.get(name);
      if (known === undefined && pending === undefined) {
        pending = this.#tile(db, level, tile);
        read.set(name, pending);
      }
      const content = known ?? (await pending) ?? new Uint8Array(0);
      const hash = hashInTile(content, index % TILE_WIDTH);
      if (hash === null) throw new RangeError(`the log has no hash ${index} of level ${level}`);
      return hash;
    };
  }

  async #tile(db: Queries, level: number, index: number): Promise<Uint8Array | null> {
    const name = nameOf(level, index);
    const known = this.#full.get(name);
    if (known !== undefined) return known;
    const [row] = await db.query<{ hashes: Uint8Array }>(sql.TILE, [level, index, this.#log]);
    if (row?.hashes.length === TILE_WIDTH * HASH_BYTES) {
      this.#full.set(name, row.hashes);
      const [oldest] = this.#full.keys();
      if (this.#full.size > CACHED_TILES && oldest !== undefined) this.#full.delete(oldest);
    }
    return row?.hashes ?? null;
  }
}

/** Completes what is stored of a tile: level 0 from the entries, each further one from full tiles of the level below. */
async function contentOf(
  { tx, log, read }: { readonly tx: Queries; readonly log: number; readonly read: ReadTileHash },
  { level, index, width }: Tile,
  stored: Uint8Array,
): Promise<Uint8Array> {
  if (level === "entries") throw new RangeError("entry bundles are not stored");
  const known = stored.length / HASH_BYTES;
  const [from, to] = [index * TILE_WIDTH + known, index * TILE_WIDTH + width];
  if (level === 0) {
    const rows = await tx.query<{ leaf: Uint8Array }>(sql.LEAVES, [from, to, log]);
    if (rows.length !== to - from) throw new Error(`the log has a gap after index ${from}`);
    return Buffer.concat([stored, ...rows.map(({ leaf }) => leaf)]);
  }
  const hashes = [stored];
  for (let at = from; at < to; at += 1) hashes.push(await fullTileHash(level - 1, at, read));
  return Buffer.concat(hashes);
}

async function fullTileHash(level: number, tile: number, read: ReadTileHash): Promise<Uint8Array> {
  let hashes = await Promise.all(
    Array.from({ length: TILE_WIDTH }, (_, at) => read(level, tile * TILE_WIDTH + at)),
  );
  while (hashes.length > 1)
    hashes = Array.from({ length: hashes.length / 2 }, (_, at) =>
      nodeHash(hashes[2 * at] ?? NONE, hashes[2 * at + 1] ?? NONE, nativeHashing),
    );
  const [hash] = hashes;
  if (hash === undefined) throw new RangeError("a tile has hashes");
  return hash;
}

function nameOf(level: Tile["level"], index: number): string {
  return `${level}/${index}`;
}
