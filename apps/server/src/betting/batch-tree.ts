import { hash } from "node:crypto";

const HASH_BYTES = 32;
const NODE = 1;

/** A SHA-256 as lower-case hex. */
export type HexHash = string;

/** Node's native SHA-256 of bytes or of a text in UTF-8. */
export function sha256(data: Uint8Array | string): HexHash {
  return hash("sha256", data, "hex");
}

// One buffer serves the hashes of all pairs: a period may have 100,000 of them.
const pair = Buffer.alloc(1 + 2 * HASH_BYTES);
pair[0] = NODE;

function hashPair(left: HexHash, right: HexHash): HexHash {
  pair.write(left, 1, "hex");
  pair.write(right, 1 + HASH_BYTES, "hex");
  return sha256(pair);
}

/**
 * The hash tree over some leaves, split as in RFC 6962, with every level stored: paths need no hashing, where walking
 * down from the root would hash half the tree again for every leaf. Its nodes are hex, as receipts are written: every bet
 * adds two, and a text takes a third of the memory of a buffer and none outside the heap.
 */
export class BatchTree {
  readonly #levels: HexHash[][];

  constructor(leaves: readonly HexHash[]) {
    let level = [...leaves];
    this.#levels = [level];
    while (level.length > 1) {
      const above: HexHash[] = [];
      for (let at = 0; at < level.length; at += 2) {
        const [left, right] = [level[at], level[at + 1]];
        // A node without a sibling moves up unchanged: that equals the split at the largest power of two.
        if (left !== undefined) above.push(right === undefined ? left : hashPair(left, right));
      }
      this.#levels.push(above);
      level = above;
    }
  }

  /** The root; without leaves, the hash of the empty string. */
  get root(): HexHash {
    return this.#levels.at(-1)?.[0] ?? sha256("");
  }

  get size(): number {
    return this.leaves.length;
  }

  get leaves(): readonly HexHash[] {
    return this.#levels[0] ?? [];
  }

  leaf(index: number): HexHash {
    const leaf = this.leaves[index];
    if (leaf === undefined) throw new RangeError(`no leaf ${index} of ${this.size}`);
    return leaf;
  }

  /** The siblings of a leaf from the leaf up; their sides follow from the index and the size. */
  path(index: number): HexHash[] {
    const path: HexHash[] = [];
    let place = index;
    for (const level of this.#levels) {
      const sibling = level[place ^ 1];
      if (level.length > 1 && sibling !== undefined) path.push(sibling);
      place >>= 1;
    }
    return path;
  }
}

/** Bytes as lower-case hex, natively: every bet has several of them. */
export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}
