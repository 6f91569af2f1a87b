import { sameBytes } from "./bytes.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { parseEntryBundle } from "./entry-bundle.ts";
import { leafHash, merkleRoot, verifyConsistency } from "./merkle.ts";
import {
  consistencyHashes,
  hashInTile,
  inclusionHashes,
  type ReadTileHash,
  TILE_WIDTH,
  tilePath,
  type Tile,
  treeRoot,
} from "./tiles.ts";

/** Fetches a file below the prefix of a log; null if it does not exist. */
export type FetchLogFile = (path: string) => Promise<Uint8Array | null>;

/** A log that contradicts its own checkpoints, or does not serve what it must. */
export class LogFault extends Error {
  override readonly name: string = "LogFault";
}

/** A file that the log must have and does not serve, perhaps only now. */
export class MissingLogFile extends LogFault {
  override readonly name = "MissingLogFile";
}

/** Maximum number of tiles and bundles kept in memory. */
const MAX_CACHED = 256;

/**
 * Reads a tiled log and verifies everything against checkpoints, which the caller has verified (`acceptCheckpoint`). A
 * log that serves anything else than what its checkpoints commit to causes a LogFault.
 */
export class LogClient {
  readonly #fetch: FetchLogFile;
  /** By path. Failed fetches are not kept. */
  readonly #cache = new Map<string, Promise<Uint8Array>>();

  constructor(fetch: FetchLogFile) {
    this.#fetch = fetch;
  }

  /** Verifies that a newer checkpoint extends an older one. @throws LogFault if it does not */
  async verifyExtends(older: Checkpoint, newer: Checkpoint): Promise<void> {
    if (older.origin !== newer.origin)
      throw new LogFault(`${newer.origin} is another log than ${older.origin}`);
    if (older.size > newer.size)
      throw new LogFault(`a checkpoint of ${newer.size} entries after one of ${older.size}`);
    const hashes = await consistencyHashes(older.size, newer.size, this.#reader(newer.size));
    const proof = {
      olderSize: older.size,
      olderRoot: older.root,
      size: newer.size,
      root: newer.root,
      hashes,
    };
    if (!verifyConsistency(proof)) throw new LogFault(`the first ${older.size} entries were changed`);
  }

  /** The inclusion proof of an entry in the tree of this size; not verified. @throws LogFault if a tile is missing */
  async inclusionProof(index: number, size: number): Promise<readonly Uint8Array[]> {
    return inclusionHashes(index, size, this.#reader(size));
  }

  /** The entries from `from` to before `to`, in order, each verified to be in the tree. @throws LogFault if one is not */
  async *entries(checkpoint: Checkpoint, from = 0, to = checkpoint.size): AsyncGenerator<Uint8Array> {
    const { size } = checkpoint;
    if (to > size) throw new RangeError(`no entry ${to - 1} of ${size}`);
    if (from >= to) return;
    // The root commits to every partial tile directly, and to full ones by the tiles above them.
    if (!sameBytes(await treeRoot(size, this.#reader(size)), checkpoint.root))
      throw new LogFault("the tiles are not those of the checkpoint");
    for (let bundle = Math.floor(from / TILE_WIDTH); bundle * TILE_WIDTH < to; bundle += 1) {
      // oxlint-disable-next-line no-await-in-loop
      const entries = await this.#bundle(bundle, size);
      for (const [at, entry] of entries.entries()) {
        const index = bundle * TILE_WIDTH + at;
        if (index >= from && index < to) yield entry;
      }
    }
  }

  /** The entries of a bundle, verified against the hashes of its tile. */
  async #bundle(bundle: number, size: number): Promise<readonly Uint8Array[]> {
    const width = widthOf(bundle, size);
    const hashes = await this.#verifiedTile(0, bundle, size);
    const entries = parseEntryBundle(await this.#tile({ level: "entries", index: bundle, width }))?.slice(
      0,
      width,
    );
    if (entries?.length !== width) throw new LogFault(`bundle ${bundle} is malformed`);
    for (const [at, entry] of entries.entries())
      if (!sameBytes(leafHash(entry), hashes[at] ?? new Uint8Array(0)))
        throw new LogFault(`entry ${bundle * TILE_WIDTH + at} is not the one in the tree`);
    return entries;
  }

  /** The hashes of a tile; those of a full one are verified by the tile above it. */
  async #verifiedTile(level: number, index: number, size: number): Promise<readonly Uint8Array[]> {
    const width = widthOf(index, Math.floor(size / TILE_WIDTH ** level));
    const read = this.#reader(size);
    const hashes = await Promise.all(
      Array.from({ length: width }, (_, at) => read(level, index * TILE_WIDTH + at)),
    );
    if (width < TILE_WIDTH) return hashes;
    const above = await this.#verifiedTile(level + 1, Math.floor(index / TILE_WIDTH), size);
    if (!sameBytes(merkleRoot(hashes), above[index % TILE_WIDTH] ?? new Uint8Array(0)))
      throw new LogFault(`tile ${index} of level ${level} is not the one in the tree`);
    return hashes;
  }

  #reader(size: number): ReadTileHash {
    return async (level, index) => {
      const tile = Math.floor(index / TILE_WIDTH);
      const width = widthOf(tile, Math.floor(size / TILE_WIDTH ** level));
      const hash = hashInTile(await this.#tile({ level, index: tile, width }), index % TILE_WIDTH);
      if (hash === null) throw new MissingLogFile(`hash ${index} of level ${level} is missing`);
      return hash;
    };
  }

  #tile(tile: Tile): Promise<Uint8Array> {
    const path = tilePath(tile);
    const cached = this.#cache.get(path);
    if (cached !== undefined) return cached;
    const content = this.#fetchTile(tile);
    if (this.#cache.size >= MAX_CACHED) {
      const [oldest] = this.#cache.keys();
      if (oldest !== undefined) this.#cache.delete(oldest);
    }
    this.#cache.set(path, content);
    content.catch(() => this.#cache.delete(path));
    return content;
  }

  /** A partial tile may have been replaced by the full one, which begins with the same content. */
  async #fetchTile(tile: Tile): Promise<Uint8Array> {
    const path = tilePath(tile);
    const content =
      (await this.#fetch(path)) ?? (await this.#fetch(tilePath({ ...tile, width: TILE_WIDTH })));
    if (content === null) throw new MissingLogFile(`${path} is missing`);
    return content;
  }
}

/** The width of a tile in a level of so many hashes or entries. */
function widthOf(tile: number, count: number): number {
  return Math.min(TILE_WIDTH, count - tile * TILE_WIDTH);
}
