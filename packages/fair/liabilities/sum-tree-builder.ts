import { compareBytes, nobleHashing, type Hashing } from "@lotus/tlog";
import {
  BLIND_BYTES,
  hashOfNode,
  leafNode,
  NODE_BYTES,
  paddingNode,
  sumOfNode,
  withoutSum,
} from "./sum-node.ts";
import type { PlayerLiability } from "./sum-node.ts";
import { rootOfTile, TILE_DEPTH, TILE_WIDTH, type SumTile } from "./sum-tiles.ts";

/** The number of leaves a tree can have, 2³⁰; a million players take 2²⁰. */
const MAX_DEPTH = 30;
/** A tree has at least one full tile of leaves, so that the size of a small tree does not show how few players it has. */
export const MIN_DEPTH = TILE_DEPTH;
/** Leaves of padding that are made between two pauses. */
const PADDING_AT_ONCE = 2 ** 9;

/** A finished tree. */
export interface SumRoot {
  /** 32 bytes. */
  readonly root: Uint8Array;
  /** In minor units; 0 if sums are hidden. */
  readonly sum: bigint;
  /** Levels above the leaves, which number 2^depth. */
  readonly depth: number;
}

/** How a tree is finished. */
export interface FinishOptions {
  /** Random bytes for the blinds of padding. */
  readonly randomBytes: (length: number) => Uint8Array;
  /**
   * Leaves the sums of all nodes at 0: of a few players, those on one player's path would tell what the others have. The
   * hash of a leaf commits to its amounts all the same.
   */
  readonly hidesSums?: boolean;
  /** Called with each tile as soon as it is complete; the builder waits for it. */
  readonly onTile: (tile: SumTile) => Promise<void> | void;
  /** Called every few milliseconds of work, so that a server can do something else in between. */
  readonly pause?: () => Promise<unknown>;
}

/**
 * Builds a Merkle sum tree from liabilities that arrive one by one, holding 40 bytes of each. Leaves are sorted by their
 * hash. Since every hash is blinded, positions say nothing about players and differ in every tree, and the padding
 * lies anywhere among them.
 */
export class SumTreeBuilder {
  readonly #hashing: Hashing;
  readonly #leaves = new SortedLeaves();
  #finished = false;

  constructor(hashing: Hashing = nobleHashing) {
    this.#hashing = hashing;
  }

  /** Adds a player. @throws RangeError as `leafNode` does, or when the tree is full */
  add(liability: PlayerLiability): void {
    if (this.#leaves.count === 2 ** MAX_DEPTH) throw new RangeError("the tree is full");
    this.#leaves.add(leafNode(liability, this.#hashing));
  }

  /**
   * Pads the leaves to a power of two and computes the tree; the tiles go to `onTile`, those of leaves in order of
   * their place. A builder is finished once. @throws RangeError if the sum of all exceeds u64
   */
  async finish({ randomBytes, hidesSums = false, onTile, pause }: FinishOptions): Promise<SumRoot> {
    if (this.#finished) throw new Error("the tree is finished");
    this.#finished = true;
    const depth = Math.max(MIN_DEPTH, Math.ceil(Math.log2(this.#leaves.count)));
    while (this.#leaves.count < 2 ** depth) {
      this.#pad(Math.min(2 ** depth - this.#leaves.count, PADDING_AT_ONCE), randomBytes);
      await pause?.();
    }
    const tiles = new TileWriter(async (tile) => {
      await onTile(tile);
      await pause?.();
    }, this.#hashing);
    for (const leaf of this.#leaves.inOrder()) {
      const full = tiles.push(0, hidesSums ? withoutSum(leaf) : leaf);
      if (full !== undefined) await full;
    }
    const root = await tiles.finish();
    return { root: hashOfNode(root), sum: sumOfNode(root), depth };
  }

  #pad(leaves: number, randomBytes: (length: number) => Uint8Array): void {
    const blinds = randomBytes(leaves * BLIND_BYTES);
    for (let at = 0; at < blinds.length; at += BLIND_BYTES)
      this.#leaves.add(paddingNode(blinds.subarray(at, at + BLIND_BYTES), this.#hashing));
  }
}

const BUCKETS = 2 ** 10;
const FIRST_CAPACITY = 16;
const GROWTH = 1.5;

/**
 * Leaves in ascending order of their bytes. They are distributed by the first ten bits of their hash as they arrive, so
 * that only a few at a time are sorted and the process stays responsive.
 */
class SortedLeaves {
  readonly #buckets = Array.from({ length: BUCKETS }, () => ({ nodes: new Uint8Array(0), filled: 0 }));
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(leaf: Uint8Array): void {
    const bucket = this.#buckets[((leaf[0] ?? 0) << 2) | ((leaf[1] ?? 0) >> 6)];
    if (bucket === undefined) throw new RangeError(`a leaf of ${leaf.length} bytes`);
    const end = bucket.filled * NODE_BYTES;
    if (end === bucket.nodes.length) {
      const grown = new Uint8Array(Math.max(FIRST_CAPACITY, Math.ceil(bucket.filled * GROWTH)) * NODE_BYTES);
      grown.set(bucket.nodes);
      bucket.nodes = grown;
    }
    bucket.nodes.set(leaf, end);
    bucket.filled += 1;
    this.#count += 1;
  }

  *inOrder(): Generator<Uint8Array> {
    for (const { nodes, filled } of this.#buckets) {
      const leaves = Array.from({ length: filled }, (_, place) =>
        nodes.subarray(place * NODE_BYTES, (place + 1) * NODE_BYTES),
      );
      yield* leaves.sort(compareBytes);
    }
  }
}

interface OpenTile {
  readonly nodes: Uint8Array;
  filled: number;
  readonly place: number;
}

/** Collects nodes into tiles. The root of each full tile becomes a node of the level above. */
class TileWriter {
  readonly #onTile: FinishOptions["onTile"];
  readonly #hashing: Hashing;
  readonly #open: OpenTile[] = [];

  constructor(onTile: FinishOptions["onTile"], hashing: Hashing) {
    this.#onTile = onTile;
    this.#hashing = hashing;
  }

  /** Adds a node; the promise of the tile that it completed, if any. */
  push(level: number, node: Uint8Array): Promise<void> | undefined {
    const tile = (this.#open[level] ??= { nodes: emptyTile(), filled: 0, place: 0 });
    tile.nodes.set(node, tile.filled * NODE_BYTES);
    tile.filled += 1;
    return tile.filled < TILE_WIDTH ? undefined : this.#complete(level, tile);
  }

  async #complete(level: number, { nodes, place }: OpenTile): Promise<void> {
    this.#open[level] = { nodes: emptyTile(), filled: 0, place: place + 1 };
    await this.#onTile({ level, place, nodes });
    await this.push(level + 1, rootOfTile(nodes, this.#hashing));
  }

  /** Completes the topmost tile and returns the root as a node. The number of leaves was a power of two. */
  async finish(): Promise<Uint8Array> {
    const level = this.#open.length - 1;
    const top = this.#open[level];
    if (top === undefined) throw new Error("a tree without leaves");
    const nodes = top.nodes.slice(0, top.filled * NODE_BYTES);
    // A single node is the root of the full tile below.
    if (top.filled > 1) await this.#onTile({ level, place: 0, nodes });
    return rootOfTile(nodes, this.#hashing);
  }
}

function emptyTile(): Uint8Array {
  return new Uint8Array(TILE_WIDTH * NODE_BYTES);
}
