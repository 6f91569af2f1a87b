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

const LEAF = tag("liability", 2);
const PADDING = tag("liability-padding", 2);
const PARENT = tag("liability-node", 2);

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
  const hash = hashing.sha256(concat(LEAF, player, u64(cash), u64(held), blind));
  return concat(hash, u64(cash + held));
}

/** A leaf of nobody with sum 0: H(TAG("liability-padding")‖blind). Its hash looks like that of any leaf. */
export function paddingNode(blind: Uint8Array, hashing: Hashing = nobleHashing): Uint8Array {
  if (blind.length !== BLIND_BYTES) throw new RangeError(`a blind of ${blind.length} bytes`);
  return concat(hashing.sha256(concat(PADDING, blind)), u64(0n));
}

/**
 * The parent of two adjacent nodes, given as their 80 bytes: H(TAG("liability-node")‖left‖right) with the sum of both.
 * @throws RangeError if the sum exceeds u64
 */
export function parentNode(children: Uint8Array, hashing: Hashing = nobleHashing): Uint8Array {
  if (children.length !== 2 * NODE_BYTES) throw new RangeError(`two nodes of ${children.length} bytes`);
  const sum = sumOfNode(children.subarray(0, NODE_BYTES)) + sumOfNode(children.subarray(NODE_BYTES));
  return concat(hashing.sha256(concat(PARENT, children)), u64(sum));
}

/** The level above some nodes, whose number is even. */
export function parentNodes(nodes: Uint8Array, hashing: Hashing = nobleHashing): Uint8Array {
  const parents = new Uint8Array(nodes.length / 2);
  for (let at = 0; at < parents.length; at += NODE_BYTES)
    parents.set(parentNode(nodes.subarray(2 * at, 2 * at + 2 * NODE_BYTES), hashing), at);
  return parents;
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
  return concat(hash, u64(sum));
}

function u64(sum: bigint): Uint8Array {
  // setBigUint64 would wrap around.
  if (sum < 0n || sum > MAX_SUM) throw new RangeError(`${String(sum)} is no sum of a node`);
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, sum);
  return bytes;
}
