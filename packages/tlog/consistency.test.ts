import { expect, test } from "vitest";
import { u32 } from "./bytes.ts";
import { leafHash, merkleRoot, nodeHash, verifyConsistency } from "./merkle.ts";

const MAX = 40;
const LEAVES = Array.from({ length: MAX }, (_, i) => leafHash(u32(i)));
const rootOf = (size: number) => merkleRoot(LEAVES.slice(0, size));

/** SUBPROOF(m, D[n], b) of RFC 6962, section 2.1.2, as it is written there. */
function subproof(m: number, leaves: readonly Uint8Array[], b: boolean): Uint8Array[] {
  if (m === leaves.length) return b ? [] : [merkleRoot(leaves)];
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return m <= k
    ? [...subproof(m, leaves.slice(0, k), b), merkleRoot(leaves.slice(k))]
    : [...subproof(m - k, leaves.slice(k), false), merkleRoot(leaves.slice(0, k))];
}
const proofOf = (older: number, size: number) => subproof(older, LEAVES.slice(0, size), true);

test("every pair of sizes is proved, and no other root, size or proof", () => {
  let refused = 0;
  for (let size = 1; size <= MAX; size += 1) {
    for (let olderSize = 1; olderSize <= size; olderSize += 1) {
      const proof = {
        olderSize,
        olderRoot: rootOf(olderSize),
        size,
        root: rootOf(size),
        hashes: proofOf(olderSize, size),
      };
      expect(verifyConsistency(proof)).toBe(true);
      const wrong = [
        { ...proof, olderRoot: nodeHash(proof.olderRoot, proof.root) },
        { ...proof, root: nodeHash(proof.root, proof.root) },
        { ...proof, hashes: [...proof.hashes, proof.root] },
        ...(proof.hashes.length === 0
          ? []
          : [
              { ...proof, hashes: proof.hashes.slice(1) },
              { ...proof, hashes: proof.hashes.slice(0, -1) },
            ]),
        ...proof.hashes.map((hash, at) => ({
          ...proof,
          hashes: proof.hashes.with(at, nodeHash(hash, hash)),
        })),
        ...(olderSize > 1 ? [{ ...proof, olderSize: olderSize - 1 }] : []),
      ];
      for (const one of wrong) if (!verifyConsistency(one)) refused += 1;
      expect(wrong.filter((one) => verifyConsistency(one))).toEqual([]);
    }
  }
  expect(refused).toBeGreaterThan(5_000);
});

test("from the empty tree the proof is empty", () => {
  const base = { olderSize: 0, olderRoot: rootOf(0), size: 5, root: rootOf(5) };
  expect(verifyConsistency({ ...base, hashes: [] })).toBe(true);
  expect(verifyConsistency({ ...base, hashes: [rootOf(5)] })).toBe(false);
});

test.each([
  [6, 5],
  [-1, 5],
  [1.5, 5],
  [1, Number.NaN],
])("there is no proof from %s to %s", (olderSize, size) => {
  expect(verifyConsistency({ olderSize, olderRoot: rootOf(1), size, root: rootOf(5), hashes: [] })).toBe(
    false,
  );
});
