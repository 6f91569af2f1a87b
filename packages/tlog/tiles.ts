import { nodeHash } from "./merkle.ts";

/*
 * Tiles of c2sp.org/tlog-tiles: a log's tree as files of 256 hashes, from which anyone computes roots and proofs.
 */

/** Hashes of a full tile, and levels of the tree that a tile spans (256 = 2⁸). */
export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;
const HASH_BYTES = 32;

/** A tile: hash n of level L is the hash of the 256^L leaves from n × 256^L on. */
export interface Tile {
  /** From 0, or "entries" for an entry bundle. */
  readonly level: number | "entries";
  readonly index: number;
  /** Hashes or entries, from 1 to 256. */
  readonly width: number;
}

/** The path of a tile below the prefix of its log, such as "tile/0/x001/234.p/17". */
export function tilePath({ level, index, width }: Tile): string {
  const groups = String(index)
    .padStart(Math.ceil(String(index).length / 3) * 3, "0")
    .match(/\d{3}/gu) ?? ["000"];
  const name = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join("/");
  return `tile/${level}/${name}${width === TILE_WIDTH ? "" : `.p/${width}`}`;
}

/** Parses the path of a tile; null for anything that `tilePath` does not write. */
export function parseTilePath(path: string): Tile | null {
  const parts = /^tile\/(entries|0|[1-9]\d?)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/u.exec(path);
  if (parts === null) return null;
  const [, levelText = "", name = "", widthText] = parts;
  const level = levelText === "entries" ? levelText : Number(levelText);
  const index = Number(name.replaceAll(/[x/]/gu, ""));
  const tile: Tile = { level, index, width: widthText === undefined ? TILE_WIDTH : Number(widthText) };
  if (level !== "entries" && level > 63) return null;
  // Other spellings, such as leading groups of zeros, name no tile.
  return Number.isSafeInteger(index) && tilePath(tile) === path ? tile : null;
}

/** The tiles of hashes that exist for a tree of this size, without those full tiles that exist for `before` as well. */
export function newTiles(before: number, size: number): readonly Tile[] {
  const tiles: Tile[] = [];
  for (let level = 0, [from, to] = [before, size]; to > 0; level += 1) {
    for (let index = Math.floor(from / TILE_WIDTH); index * TILE_WIDTH < to; index += 1)
      tiles.push({ level, index, width: Math.min(TILE_WIDTH, to - index * TILE_WIDTH) });
    [from, to] = [Math.floor(from / TILE_WIDTH), Math.floor(to / TILE_WIDTH)];
  }
  return tiles;
}

/** Reads hash `index` of level `level` of a tree's tiles. */
export type ReadTileHash = (level: number, index: number) => Promise<Uint8Array>;

/** The hash at a position in the content of a tile; null if the tile is too short. */
export function hashInTile(content: Uint8Array, at: number): Uint8Array | null {
  const hash = content.slice(at * HASH_BYTES, (at + 1) * HASH_BYTES);
  return hash.length === HASH_BYTES ? hash : null;
}

/** The root of the tree of this size. */
export async function treeRoot(size: number, read: ReadTileHash): Promise<Uint8Array> {
  return rangeHash(0, size, read);
}

/** The inclusion proof of a leaf in the tree of this size, from the leaf to the root. */
export async function inclusionHashes(
  index: number,
  size: number,
  read: ReadTileHash,
): Promise<Uint8Array[]> {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size)
    throw new RangeError(`no leaf ${index} of ${size}`);
  const path: Uint8Array[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    // One after the other: a reader may fetch a tile for each.
    // oxlint-disable-next-line no-await-in-loop
    path.push(index < middle ? await rangeHash(middle, to, read) : await rangeHash(from, middle, read));
    if (index < middle) to = middle;
    else from = middle;
  }
  return path.toReversed();
}

/** The consistency proof from an older size of the tree (RFC 6962, section 2.1.2); empty from 0 and for equal sizes. */
export async function consistencyHashes(
  older: number,
  size: number,
  read: ReadTileHash,
): Promise<Uint8Array[]> {
  if (older < 0 || older > size) throw new RangeError(`no tree of ${older} leaves before one of ${size}`);
  if (older === 0 || older === size) return [];
  const proof: Uint8Array[] = [];
  let [from, to, isComplete] = [0, size, true];
  // The older tree ends within [from, to), and `isComplete` while the range begins where the older tree begins.
  while (older < to) {
    const middle = from + splitOf(to - from);
    if (older <= middle) {
      // oxlint-disable-next-line no-await-in-loop
      proof.push(await rangeHash(middle, to, read));
      to = middle;
    } else {
      // oxlint-disable-next-line no-await-in-loop
      proof.push(await rangeHash(from, middle, read));
      from = middle;
      isComplete = false;
    }
  }
  if (!isComplete) proof.push(await rangeHash(from, to, read));
  return proof.toReversed();
}

/** The hash over the leaves in [from, to), split as in RFC 6962. */
async function rangeHash(from: number, to: number, read: ReadTileHash): Promise<Uint8Array> {
  const width = to - from;
  const exponent = Math.round(Math.log2(width));
  if (2 ** exponent === width && from % width === 0) return alignedHash(from, exponent, read);
  const middle = from + splitOf(width);
  return nodeHash(await rangeHash(from, middle, read), await rangeHash(middle, to, read));
}

/** The hash over 2^exponent leaves from an aligned position, from the hashes of the tile that contains it. */
async function alignedHash(from: number, exponent: number, read: ReadTileHash): Promise<Uint8Array> {
  const level = Math.floor(exponent / TILE_HEIGHT);
  const count = 2 ** (exponent % TILE_HEIGHT);
  const first = from / TILE_WIDTH ** level;
  let hashes = await Promise.all(Array.from({ length: count }, (_, at) => read(level, first + at)));
  while (hashes.length > 1)
    hashes = Array.from({ length: hashes.length / 2 }, (_, at) =>
      nodeHash(hashes[2 * at] ?? new Uint8Array(0), hashes[2 * at + 1] ?? new Uint8Array(0)),
    );
  const [hash] = hashes;
  if (hash === undefined) throw new RangeError("no hash of no leaves");
  return hash;
}

/** The largest power of two smaller than `count`, for a count of two or more. */
function splitOf(count: number): number {
  return 2 ** (Math.ceil(Math.log2(count)) - 1);
}
