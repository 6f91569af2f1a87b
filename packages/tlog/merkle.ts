import { sameBytes } from "./bytes.ts";
import { nobleHashing, type Hashing } from "./hashing.ts";

/*
 * Merkle trees of RFC 6962 over any number of leaves: the left subtree has the largest power of two smaller than the
 * number. A leaf is H(0x00‖data), a node H(0x01‖left‖right). The functions take leaf hashes.
 */

/** Leaves per stored subtree root: a proof needs the leaves of one block and the roots of the others. */
export const MERKLE_BLOCK = 256;

/** H(0x00‖data). */
export function leafHash(data: Uint8Array, hashing: Hashing = nobleHashing): Uint8Array {
  const message = new Uint8Array(1 + data.length);
  message.set(data, 1);
  return hashing.sha256(message);
}

/** H(0x01‖left‖right). */
export function nodeHash(left: Uint8Array, right: Uint8Array, hashing: Hashing = nobleHashing): Uint8Array {
  const message = new Uint8Array(1 + left.length + right.length);
  message[0] = 1;
  message.set(left, 1);
  message.set(right, 1 + left.length);
  return hashing.sha256(message);
}

/** A sibling on the path from a leaf to the root, and its side of the path. */
export interface PathStep {
  readonly side: "left" | "right";
  readonly hash: Uint8Array;
}

/** The root over these leaf hashes; for no leaves the hash of the empty string. */
export function merkleRoot(leaves: readonly Uint8Array[], hashing: Hashing = nobleHashing): Uint8Array {
  if (leaves.length === 0) return hashing.sha256(new Uint8Array(0));
  return subtree(leaves, 0, leaves.length, hashing);
}

/** The siblings of leaf `index`, from the leaf to the root. @throws RangeError if there is no such leaf */
export function merklePath(
  leaves: readonly Uint8Array[],
  index: number,
  hashing: Hashing = nobleHashing,
): PathStep[] {
  if (!Number.isInteger(index) || index < 0 || index >= leaves.length)
    throw new RangeError(`no leaf ${index} of ${leaves.length}`);
  const path: PathStep[] = [];
  let [from, to] = [0, leaves.length];
  while (to - from > 1) {
    const middle = from + split(to - from);
    if (index < middle) {
      path.push({ side: "right", hash: subtree(leaves, middle, to, hashing) });
      to = middle;
    } else {
      path.push({ side: "left", hash: subtree(leaves, from, middle, hashing) });
      from = middle;
    }
  }
  return path.toReversed();
}

/** The root computed from a leaf and its path. */
export function rootOfPath(
  leaf: Uint8Array,
  path: readonly PathStep[],
  hashing: Hashing = nobleHashing,
): Uint8Array {
  return path.reduce(
    (hash, step) =>
      step.side === "left" ? nodeHash(step.hash, hash, hashing) : nodeHash(hash, step.hash, hashing),
    leaf,
  );
}

/**
 * Whether `siblings` (leaf to root) prove that `leaf` is leaf `index` of a tree of `count` leaves with this
 * root. The sides follow from index and count, so a path of another length or place is refused.
 */
export function verifyMerkle(
  proof: {
    leaf: Uint8Array;
    index: number;
    count: number;
    siblings: readonly Uint8Array[];
    root: Uint8Array;
  },
  hashing: Hashing = nobleHashing,
): boolean {
  const sides = sidesOf(proof.index, proof.count);
  if (sides === null || sides.length !== proof.siblings.length) return false;
  const path = proof.siblings.map((hash, i): PathStep => ({ side: sides[i] ?? "left", hash }));
  return sameBytes(rootOfPath(proof.leaf, path, hashing), proof.root);
}

/**
 * Whether `hashes` is a consistency proof (RFC 6962, section 2.1.2) from the tree of `olderSize` leaves with
 * `olderRoot` to that of `size` leaves with `root`. From size 0, and for equal sizes, the proof is empty.
 */
export function verifyConsistency(
  proof: {
    olderSize: number;
    olderRoot: Uint8Array;
    size: number;
    root: Uint8Array;
    hashes: readonly Uint8Array[];
  },
  hashing: Hashing = nobleHashing,
): boolean {
  const { olderSize, olderRoot, size, root } = proof;
  if (!Number.isSafeInteger(olderSize) || !Number.isSafeInteger(size) || olderSize < 0 || olderSize > size)
    return false;
  if (olderSize === 0) return proof.hashes.length === 0;
  if (olderSize === size) return proof.hashes.length === 0 && sameBytes(olderRoot, root);
  // A complete older tree is itself a node of the newer one, so the proof does not repeat its root.
  const isPowerOfTwo = 2 ** Math.round(Math.log2(olderSize)) === olderSize;
  const [first, ...hashes] = isPowerOfTwo ? [olderRoot, ...proof.hashes] : proof.hashes;
  if (first === undefined) return false;
  // RFC 9162, section 2.1.4.2. Division instead of shifts: sizes exceed 32 bits.
  let [node, last] = [olderSize - 1, size - 1];
  while (node % 2 === 1) [node, last] = [half(node), half(last)];
  let [older, newer] = [first, first];
  for (const hash of hashes) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      [older, newer] = [nodeHash(hash, older, hashing), nodeHash(hash, newer, hashing)];
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else newer = nodeHash(newer, hash, hashing);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && sameBytes(older, olderRoot) && sameBytes(newer, root);
}

/** Half of a number, rounded down. */
const half = (value: number): number => Math.floor(value / 2);

/** The sides of the siblings of leaf `index`, from the leaf to the root; null if there is no such leaf. */
function sidesOf(index: number, count: number): PathStep["side"][] | null {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(count) || index < 0 || index >= count)
    return null;
  const sides: PathStep["side"][] = [];
  let [from, to] = [0, count];
  while (to - from > 1) {
    const middle = from + split(to - from);
    if (index < middle) to = middle;
    else from = middle;
    sides.push(to === middle ? "right" : "left");
  }
  return sides.toReversed();
}

/**
 * The root of a block of 256 leaves. As 256 is a power of two, the split of RFC 6962 never cuts a block, and the tree
 * over the block roots has the same root as the tree over all leaves.
 */
export function blockRootOf(blockLeaves: readonly Uint8Array[], hashing: Hashing = nobleHashing): Uint8Array {
  if (blockLeaves.length < 1 || blockLeaves.length > MERKLE_BLOCK)
    throw new RangeError(`a block of ${blockLeaves.length} leaves`);
  return merkleRoot(blockLeaves, hashing);
}

/** The path of leaf `index` from the leaves of its own block and all block roots. */
export function pathFromBlocks(
  tree: { index: number; blockLeaves: readonly Uint8Array[]; blockRoots: readonly Uint8Array[] },
  hashing: Hashing = nobleHashing,
): PathStep[] {
  return [
    ...merklePath(tree.blockLeaves, tree.index % MERKLE_BLOCK, hashing),
    ...merklePath(tree.blockRoots, Math.floor(tree.index / MERKLE_BLOCK), hashing),
  ];
}

function subtree(leaves: readonly Uint8Array[], from: number, to: number, hashing: Hashing): Uint8Array {
  if (to - from === 1) {
    const leaf = leaves[from];
    if (leaf === undefined) throw new RangeError(`no leaf ${from} of ${leaves.length}`);
    return leaf;
  }
  const middle = from + split(to - from);
  return nodeHash(subtree(leaves, from, middle, hashing), subtree(leaves, middle, to, hashing), hashing);
}

/** The largest power of two smaller than `count`, for a count of two or more. */
function split(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}
