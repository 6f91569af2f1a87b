import { concat, fromHex, nobleHashing, sameBytes, type Hashing } from "@lotus/tlog";
import {
  BLIND_BYTES,
  hashOfNode,
  leafNode,
  nodeOf,
  parentNode,
  PLAYER_BYTES,
  sumOfNode,
  withoutSum,
} from "./sum-node.ts";

/** A longer path is refused: no tree has so many leaves. */
const MAX_STEPS = 30;
const NO_SUM = "0.00";
const AMOUNT = /^(?:0|[1-9]\d{0,17})\.\d{2}$/u;

/** A player's own line: hex in lower case, amounts as decimal strings with two decimals. */
export interface LiabilityLine {
  /** The pseudonym, 16 bytes. Compare it with that of own receipts: another one's line would verify as well. */
  readonly player: string;
  readonly cash: string;
  readonly held: string;
  /** 16 bytes. */
  readonly blind: string;
}

/** The way from a leaf to the root. */
export interface LiabilityPath {
  /** Position of the leaf, from 0: its bits say on which side each sibling is. */
  readonly index: number;
  /** Siblings from the leaf to the root: hashes of 32 bytes, sums as amounts. */
  readonly path: readonly { readonly hash: string; readonly sum: string }[];
}

/** What the log says of a tree. */
export interface PublishedLiabilities {
  readonly root: string;
  /** Null of a few players: each could work out what the others have. The tree then shows that a line is in it, and no sums. */
  readonly sum: string | null;
}

/**
 * Whether the line is in the tree with this root and this sum, if one is stated, with exactly these amounts. False for anything malformed:
 * negative amounts, sums that overflow u64, an index beyond the path.
 */
export function verifyLiability(
  line: LiabilityLine,
  { index, path }: LiabilityPath,
  published: PublishedLiabilities,
  hashing: Hashing = nobleHashing,
): boolean {
  const isHidden = published.sum === null;
  const root = nodeFrom(published.root, published.sum ?? NO_SUM);
  if (root === null || path.length > MAX_STEPS) return false;
  if (!Number.isSafeInteger(index) || index < 0 || index >= 2 ** path.length) return false;
  try {
    const leaf = leafOfLine(line, hashing);
    let node = leaf === null || !isHidden ? leaf : withoutSum(leaf);
    let position = index;
    for (const { hash, sum } of path) {
      const sibling = nodeFrom(hash, sum);
      if (node === null || sibling === null) return false;
      node = parentNode(position % 2 === 0 ? concat(node, sibling) : concat(sibling, node), hashing);
      position = Math.floor(position / 2);
    }
    return (
      node !== null && sameBytes(hashOfNode(node), hashOfNode(root)) && sumOfNode(node) === sumOfNode(root)
    );
  } catch (error) {
    // A sum that does not fit in u64.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** An amount in minor units; null unless it is written with two decimals, without sign or needless zeros. */
function minorUnits(amount: unknown): bigint | null {
  return typeof amount === "string" && AMOUNT.test(amount) ? BigInt(amount.replace(".", "")) : null;
}

function leafOfLine(line: LiabilityLine, hashing: Hashing): Uint8Array | null {
  const [player, blind] = [fromHex(line.player, PLAYER_BYTES), fromHex(line.blind, BLIND_BYTES)];
  const [cash, held] = [minorUnits(line.cash), minorUnits(line.held)];
  if (player === null || blind === null || cash === null || held === null) return null;
  return leafNode({ player, cash, held, blind }, hashing);
}

function nodeFrom(hash: unknown, sum: unknown): Uint8Array | null {
  const [bytes, units] = [fromHex(hash, 32), minorUnits(sum)];
  if (bytes === null || units === null) return null;
  try {
    return nodeOf(bytes, units);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
