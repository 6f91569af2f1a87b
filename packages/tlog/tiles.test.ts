import { describe, expect, test } from "vitest";
import { toHex, u32 } from "./bytes.ts";
import { leafHash, merklePath, merkleRoot, nodeHash, verifyConsistency } from "./merkle.ts";
import {
  consistencyHashes,
  hashInTile,
  inclusionHashes,
  newTiles,
  parseTilePath,
  type ReadTileHash,
  type Tile,
  TILE_WIDTH,
  tilePath,
  treeRoot,
} from "./tiles.ts";

const LEAVES = Array.from({ length: 70_000 }, (_, i) => leafHash(u32(i)));

/** Hashes by level, built from the definition: level L + 1 has the roots of the full tiles of level L. */
const LEVELS: Uint8Array[][] = [LEAVES];
for (let level = 0; (LEVELS[level]?.length ?? 0) >= TILE_WIDTH; level += 1) {
  const below = LEVELS[level] ?? [];
  LEVELS.push(
    Array.from({ length: Math.floor(below.length / TILE_WIDTH) }, (_, n) =>
      merkleRoot(below.slice(n * TILE_WIDTH, (n + 1) * TILE_WIDTH)),
    ),
  );
}

/** Reads as a client does that has only the tiles of a tree of this size. */
const reader =
  (size: number): ReadTileHash =>
  async (level, index) => {
    const hash = LEVELS[level]?.[index];
    if (hash === undefined || index >= Math.floor(size / TILE_WIDTH ** level))
      throw new Error(`no hash ${index} of level ${level} in a tree of ${size}`);
    return hash;
  };

const SIZES = [1, 2, 3, 7, 255, 256, 257, 511, 512, 513, 1_000, 65_535, 65_536, 65_537, 70_000];
const known = new Map<string, Uint8Array>();

/** The definition of RFC 9162, 2.1.1, each subtree once: all sizes have theirs in common, a hundred thousand hashes. */
function rootBetween(from: number, to: number): Uint8Array {
  if (to - from === 1) return LEAVES[from] ?? new Uint8Array();
  const key = `${from} ${to}`;
  const hash =
    known.get(key) ?? nodeHash(rootBetween(from, middleOf(from, to)), rootBetween(middleOf(from, to), to));
  known.set(key, hash);
  return hash;
}

const middleOf = (from: number, to: number): number => from + 2 ** Math.floor(Math.log2(to - from - 1));
const rootOf = (size: number): Uint8Array => rootBetween(0, size);

/** RFC 9162, 2.1.3.1. */
function pathBetween(index: number, from: number, to: number): Uint8Array[] {
  if (to - from === 1) return [];
  const middle = middleOf(from, to);
  return index < middle
    ? [...pathBetween(index, from, middle), rootBetween(middle, to)]
    : [...pathBetween(index, middle, to), rootBetween(from, middle)];
}

test.each(SIZES.filter((size) => size <= 1_000))(
  "%i leaves have the root and paths of the definition",
  (size) => {
    const leaves = LEAVES.slice(0, size);
    expect(toHex(merkleRoot(leaves))).toBe(toHex(rootOf(size)));
    for (let index = 0; index < size; index += 1 + Math.floor(size / 50))
      expect(merklePath(leaves, index).map(({ hash }) => toHex(hash))).toEqual(
        pathBetween(index, 0, size).map(toHex),
      );
  },
);

describe("paths", () => {
  test.each([
    [{ level: 0, index: 0, width: 256 }, "tile/0/000"],
    [{ level: 0, index: 1_234_067, width: 256 }, "tile/0/x001/x234/067"],
    [{ level: 3, index: 999, width: 1 }, "tile/3/999.p/1"],
    [{ level: 63, index: 1_000, width: 255 }, "tile/63/x001/000.p/255"],
    [{ level: "entries", index: 2, width: 17 }, "tile/entries/002.p/17"],
  ] as const)("%j is %s", (tile, path) => {
    expect(tilePath(tile)).toBe(path);
    expect(parseTilePath(path)).toEqual(tile);
  });

  test.each([
    "tile/0/0",
    "tile/00/000",
    "tile/64/000",
    "tile/0/x000/001",
    "tile/0/001/002",
    "tile/0/x001",
    "tile/0/000.p/0",
    "tile/0/000.p/256",
    "tile/0/000.p/01",
    "tile/0/000/",
    "tile/a/000",
    "/tile/0/000",
    "tile/0/../000",
  ])("%s is no path of a tile", (path) => {
    expect(parseTilePath(path)).toBeNull();
  });
});

describe("the tiles of a tree", () => {
  const countsOf = (tiles: readonly Tile[]) =>
    tiles.map(({ level, width }) => `${level}:${width === TILE_WIDTH ? "full" : width}`);

  test("of 70,000 leaves are those of the specification's example", () => {
    const counts = countsOf(newTiles(0, 70_000));
    expect(counts.filter((one) => one === "0:full")).toHaveLength(273);
    expect(counts.filter((one) => one !== "0:full")).toEqual(["0:112", "1:full", "1:17", "2:1"]);
  });

  test("of 256 leaves are a full one and one of a single hash", () => {
    expect(countsOf(newTiles(0, 256))).toEqual(["0:full", "1:1"]);
  });

  test("that are new after some more leaves are the partial ones and those just filled", () => {
    expect(newTiles(250, 260)).toEqual([
      { level: 0, index: 0, width: 256 },
      { level: 0, index: 1, width: 4 },
      { level: 1, index: 0, width: 1 },
    ]);
  });
});

test.each(SIZES)("the root of %i leaves is computed from tiles", async (size) => {
  expect(toHex(await treeRoot(size, reader(size)))).toBe(toHex(rootOf(size)));
});

test.each(SIZES)("inclusion is proved from tiles in a tree of %i leaves", async (size) => {
  for (const index of [0, 1, 255, 256, 511, Math.floor(size / 2), size - 1].filter((at) => at < size)) {
    const expected = pathBetween(index, 0, size).map(toHex);
    // oxlint-disable-next-line no-await-in-loop
    expect((await inclusionHashes(index, size, reader(size))).map(toHex)).toEqual(expected);
  }
});

test("consistency is proved from tiles between any two of these sizes", async () => {
  for (const size of SIZES)
    for (const olderSize of SIZES.filter((one) => one <= size)) {
      const proof = {
        olderSize,
        olderRoot: rootOf(olderSize),
        size,
        root: rootOf(size),
        // oxlint-disable-next-line no-await-in-loop
        hashes: await consistencyHashes(olderSize, size, reader(size)),
      };
      expect(verifyConsistency(proof), `${olderSize} to ${size}`).toBe(true);
    }
});

test("what is outside the tree throws", async () => {
  await expect(inclusionHashes(5, 5, reader(5))).rejects.toThrow(RangeError);
  await expect(inclusionHashes(-1, 5, reader(5))).rejects.toThrow(RangeError);
  await expect(consistencyHashes(6, 5, reader(5))).rejects.toThrow(RangeError);
});

test("a hash is found in the content of its tile", () => {
  const content = Uint8Array.from({ length: 64 }, (_, i) => i);
  expect(hashInTile(content, 1)).toEqual(content.slice(32));
  expect(hashInTile(content, 2)).toBeNull();
});
