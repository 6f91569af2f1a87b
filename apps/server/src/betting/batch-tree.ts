import { hash } from "node:crypto";

const HASH_BYTES = 32;
const NODE = 1;

/** Node's native SHA-256 of bytes or of a text in UTF-8, for the many hashes of a batch. */
export function sha256(data: Uint8Array | string): Buffer {
  return hash("sha256", data, "buffer");
}

// One buffer serves the hashes of all pairs: a period may have 100,000 of them.
const pair = Buffer.alloc(1 + 2 * HASH_BYTES);
pair[0] = NODE;

function hashPair(left: Uint8Array, right: Uint8Array): Buffer {
  pair.set(left, 1);
  pair.set(right, 1 + HASH_BYTES);
  return sha256(pair);
}

/**
 * The hash tree over some leaves, split as in RFC 6962, with every level stored: paths need no hashing, where walking
 * down from the root would hash half the tree again for every leaf.
 */
export class BatchTree {
  readonly #levels: Uint8Array[][];
  #hexLevels: string[][] | undefined;

  constructor(leaves: readonly Uint8Array[]) {
    let level = [...leaves];
    this.#levels = [level];
    while (level.length > 1) {
      const above: Uint8Array[] = [];
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
  get root(): Uint8Array {
    return this.#levels.at(-1)?.[0] ?? sha256(new Uint8Array(0));
  }

  get size(): number {
    return this.#levels[0]?.length ?? 0;
  }

  leaf(index: number): Uint8Array {
    const leaf = this.#levels[0]?.[index];
    if (leaf === undefined) throw new RangeError(`no leaf ${index} of ${this.size}`);
    return leaf;
  }

  /** The siblings of a leaf from the leaf up; their sides follow from the index and the size. */
  path(index: number): Uint8Array[] {
    return siblings(this.#levels, index);
  }

  /** The same path in hex. Every node is converted once, however many paths are read. */
  hexPath(index: number): string[] {
    this.#hexLevels ??= this.#levels.map((level) => level.map((node) => Buffer.from(node).toString("hex")));
    return siblings(this.#hexLevels, index);
  }
}

function siblings<Node>(levels: readonly (readonly Node[])[], index: number): Node[] {
  const path: Node[] = [];
  let place = index;
  for (const level of levels) {
    const sibling = level[place ^ 1];
    if (level.length > 1 && sibling !== undefined) path.push(sibling);
    place >>= 1;
  }
  return path;
}
