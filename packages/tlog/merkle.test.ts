import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { fromHex, toHex, u32 } from "./bytes.ts";
import {
  blockRootOf,
  leafHash,
  MERKLE_BLOCK,
  merklePath,
  merkleRoot,
  pathFromBlocks,
  rootOfPath,
  verifyMerkle,
} from "./merkle.ts";
import type { Hashing } from "./hashing.ts";

const native: Hashing = {
  sha256: (data) => Uint8Array.from(createHash("sha256").update(data).digest()),
  hmac: () => new Uint8Array(0),
};

// The leaves and roots that Certificate Transparency's own tests use.
const DATA = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
];
const ROOTS = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

const leavesOf = (count: number) => Array.from({ length: count }, (_, i) => leafHash(u32(i), native));

test.each(ROOTS.map((root, count) => ({ root, count })))(
  "the tree of $count leaves is RFC 6962's",
  ({ root, count }) => {
    const leaves = DATA.slice(0, count).map((data) => leafHash(fromHex(data) ?? new Uint8Array(0)));
    expect(toHex(merkleRoot(leaves))).toBe(root);
  },
);

test("every leaf of a tree of any count is proved, at its own place only", () => {
  for (const count of [1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65]) {
    const leaves = leavesOf(count);
    const root = merkleRoot(leaves, native);
    for (const [index, leaf] of leaves.entries()) {
      const path = merklePath(leaves, index, native);
      const siblings = path.map((step) => step.hash);
      expect(rootOfPath(leaf, path, native)).toEqual(root);
      expect(verifyMerkle({ leaf, index, count, siblings, root }, native)).toBe(true);
      for (let other = 0; other < count; other++)
        if (other !== index)
          expect(verifyMerkle({ leaf, index: other, count, siblings, root }, native)).toBe(false);
      expect(verifyMerkle({ leaf, index, count, siblings: [...siblings, root], root }, native)).toBe(false);
      if (count > 1)
        expect(verifyMerkle({ leaf, index, count, siblings: siblings.slice(1), root }, native)).toBe(false);
    }
  }
});

test("a leaf outside the tree has no proof", () => {
  const [leaf] = leavesOf(1);
  if (leaf === undefined) throw new Error("a leaf was made");
  for (const [index, count] of [
    [1, 1],
    [-1, 1],
    [0, 0],
    [0.5, 1],
    [0, Number.NaN],
  ] as const)
    expect(verifyMerkle({ leaf, index, count, siblings: [], root: leaf }, native)).toBe(false);
  expect(() => merklePath([leaf], 1)).toThrow(RangeError);
});

test("a proof from blocks is the proof from all leaves", () => {
  for (const count of [1, 255, 256, 257, 512, 513, 1000, 1281]) {
    const leaves = leavesOf(count);
    const blocks = Array.from({ length: Math.ceil(count / MERKLE_BLOCK) }, (_, block) =>
      leaves.slice(block * MERKLE_BLOCK, (block + 1) * MERKLE_BLOCK),
    );
    const blockRoots = blocks.map((block) => blockRootOf(block, native));
    expect(merkleRoot(blockRoots, native)).toEqual(merkleRoot(leaves, native));
    for (const index of [0, 1, 254, 255, 256, 511, 512, 999, 1280].filter((i) => i < count)) {
      const blockLeaves = blocks[Math.floor(index / MERKLE_BLOCK)] ?? [];
      expect(pathFromBlocks({ index, blockLeaves, blockRoots }, native)).toEqual(
        merklePath(leaves, index, native),
      );
    }
  }
});
