import { sameBytes } from "./bytes.ts";
import { nobleHashing, type Hashing } from "./hashing.ts";

/*
 * Hash trees over any count of leaves, split as in RFC 6962: the left part is the largest power of two
 * smaller than the count. A leaf is H(0x00‖data), a node H(0x01‖left‖right). The functions take leaf hashes.
 */

/** Leaves under one stored subtree root: a proof needs the leaves of one block and the roots of the others. */
export const MERKLE_BLOCK = 256;

/** H(0x00‖data). */
export function leafHash(data: Uint8Array, hashing: Hashing = nobleHashing): Uint8Array {
  const message = new Uint8Array(1 + data.length);
  message.set(data, 1);
  return hashing.sha256(message);
}

function nodeHash(left: Uint8Array, right: Uint8Array, hashing: Hashing): Uint8Array {
  const message = new Uint8Array(1 + left.length + right.length);
  message[0] = 1;
  message.set(left, 1);
  message.set(right, 1 + left.length);
  return hashing.sha256(message);
}

/** A sibling on the way from a leaf to the root, and on which side of the way it stands. */
export interface PathStep {
  readonly side: "left" | "right";
  readonly hash: Uint8Array;
}

/** The root over these leaf hashes; over none, H of nothing. */
export function merkleRoot(leaves: readonly Uint8Array[], hashing: Hashing = nobleHashing): Uint8Array {
  if (leaves.length === 0) return hashing.sha256(new Uint8Array(0));
  return subtree(leaves, 0, leaves.length, hashing);
}

/** The siblings of leaf `index` from the leaf up. The tree must hold that leaf. */
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

/** The root that a leaf and its path lead to. */
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

/** The sides on which the siblings of leaf `index` stand, leaf to root; null if there is no such leaf. */
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
 * A large tree kept small: the roots of its blocks of 256 leaves, in order. 256 is a power of two, so the
 * split of RFC 6962 never cuts a block and the tree above is the tree over the block roots.
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
