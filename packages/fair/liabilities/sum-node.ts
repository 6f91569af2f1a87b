import { concat, nobleHashing, type Hashing } from "@lotus/tlog";
import { tag } from "../fields.ts";

/*
 * Nodes of a Merkle sum tree. A node is 40 bytes: a hash of 32, and its sum in minor units as u64. A parent's hash
 * covers the hashes and the sums of both children: if it covered only their total, two players could be shown
 * different sums under one root.
 */

const HASH_BYTES = 32;
/** Length of a node. */
export const NODE_BYTES = HASH_BYTES + 8;
/** Length of a player's pseudonym. */
export const PLAYER_BYTES = 16;
/** Length of a blind. */
export const BLIND_BYTES = 16;
/** The largest sum of a node. */
export const MAX_SUM = 2n ** 64n - 1n;

const LEAF = tag("liability");
const PADDING = tag("liability-padding");
const PARENT = tag("liability-node");

/** The money that a player has, as a leaf of the tree commits to it. */
export interface PlayerLiability {
  /** Pseudonym, 16 bytes. */
  readonly player: Uint8Array;
  /** Spendable money, in minor units. */
  readonly cash: bigint;
  /** Money held for pending withdrawals, in minor units. */
  readonly held: bigint;
  /** 16 random bytes, new in every tree: without them a neighbour could guess the amounts from the hash. */
  readonly blind: Uint8Array;
}

/**
 * H(TAG("liability")‖player‖u64(cash)‖u64(held)‖blind) with the sum of both amounts.
 * @throws RangeError if an amount is negative or the sum exceeds u64, or for another length of player or blind
 */
export function leafNode(liability: PlayerLiability, hashing: Hashing = nobleHashing): Uint8Array {
  const { player, cash, held, blind } = liability;
  if (player.length !== PLAYER_BYTES || blind.length !== BLIND_BYTES)
    throw new RangeError(`a player of ${player.length} bytes with a blind of ${blind.length}`);
  const [cashAt, blindAt] = [LEAF.length + PLAYER_BYTES, LEAF.length + PLAYER_BYTES + 16];
  const message = new Uint8Array(blindAt + BLIND_BYTES);
  const amounts = viewOf(message);
  message.set(LEAF);
  message.set(player, LEAF.length);
  amounts.setBigUint64(cashAt, checkedSum(cash));
  amounts.setBigUint64(cashAt + 8, checkedSum(held));
  message.set(blind, blindAt);
  return nodeOf(hashing.sha256(message), cash + held);
}

/** A leaf of nobody with sum 0: H(TAG("liability-padding")‖blind). Its hash looks like that of any leaf. */
export function paddingNode(blind: Uint8Array, hashing: Hashing = nobleHashing): Uint8Array {
  if (blind.length !== BLIND_BYTES) throw new RangeError(`a blind of ${blind.length} bytes`);
  return nodeOf(hashing.sha256(concat(PADDING, blind)), 0n);
}

/**
 * The parent of two adjacent nodes, given as their 80 bytes: H(TAG("liability-node")‖left‖right) with the sum of both.
 * @throws RangeError if the sum exceeds u64
 */
export function parentNode(children: Uint8Array, hashing: Hashing = nobleHashing): Uint8Array {
  if (children.length !== 2 * NODE_BYTES) throw new RangeError(`two nodes of ${children.length} bytes`);
  return parentNodes(children, hashing);
}

/**
 * The level above some nodes, whose number is even.
 * @throws RangeError if a sum exceeds u64
 */
export function parentNodes(nodes: Uint8Array, hashing: Hashing = nobleHashing): Uint8Array {
  const parents = new Uint8Array(nodes.length / 2);
  const [sums, parentSums] = [viewOf(nodes), viewOf(parents)];
  // A tree of a million leaves has as many parents, so one message serves for all of a level.
  const message = concat(PARENT, new Uint8Array(2 * NODE_BYTES));
  for (let [at, child] = [0, 0]; at < parents.length; at += NODE_BYTES, child += 2 * NODE_BYTES) {
    const sum = sums.getBigUint64(child + HASH_BYTES) + sums.getBigUint64(child + NODE_BYTES + HASH_BYTES);
    message.set(nodes.subarray(child, child + 2 * NODE_BYTES), PARENT.length);
    parents.set(hashing.sha256(message), at);
    parentSums.setBigUint64(at + HASH_BYTES, checkedSum(sum));
  }
  return parents;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** The hash of a node, 32 bytes. */
export function hashOfNode(node: Uint8Array): Uint8Array {
  return node.subarray(0, HASH_BYTES);
}

/** The sum of a node, in minor units. */
export function sumOfNode(node: Uint8Array): bigint {
  return new DataView(node.buffer, node.byteOffset, NODE_BYTES).getBigUint64(HASH_BYTES);
}

/** A node of a hash of 32 bytes and a sum. @throws RangeError if the sum is negative or exceeds u64 */
export function nodeOf(hash: Uint8Array, sum: bigint): Uint8Array {
  if (hash.length !== HASH_BYTES) throw new RangeError(`a hash of ${hash.length} bytes`);
  const node = new Uint8Array(NODE_BYTES);
  node.set(hash);
  viewOf(node).setBigUint64(HASH_BYTES, checkedSum(sum));
  return node;
}

/** The same node with the sum 0. */
export function withoutSum(node: Uint8Array): Uint8Array {
  return nodeOf(hashOfNode(node), 0n);
}

/** DataView wraps around what does not fit, so each sum is checked before it is written. */
function checkedSum(sum: bigint): bigint {
  if (sum < 0n || sum > MAX_SUM) throw new RangeError(`${String(sum)} is no sum of a node`);
  return sum;
}
