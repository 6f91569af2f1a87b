import { nobleHashing, sameBytes, type Hashing } from "@lotus/tlog";
import { hashOfNode, NODE_BYTES, parentNodes } from "./sum-node.ts";

/*
 * A sum tree is stored in tiles: up to 256 adjacent nodes of every eighth level. The levels between are computed from
 * them, so that a path needs one tile for each eight levels.
 */

/** Levels of the tree from one level of tiles to the next. */
export const TILE_DEPTH = 8;
/** Nodes of a full tile. */
export const TILE_WIDTH = 2 ** TILE_DEPTH;

/** Nodes of one level, next to each other. */
export interface SumTile {
  /** From 0, the tiles of leaves; a tile of level n has nodes of the tree's level 8n. */
  readonly level: number;
  /** Position among the tiles of its level, from 0. */
  readonly place: number;
  /** 40 bytes each; fewer than 256, and a power of two, only in the topmost tile. */
  readonly nodes: Uint8Array;
}

/** Where the path of a leaf passes a tile. */
export interface TileStep {
  readonly level: number;
  readonly place: number;
  /** Position in the tile, from 0. */
  readonly within: number;
}

/** The tiles on the path of leaf `index` to the root of a tree of this depth, from the leaf up. */
export function tilesOfPath(index: number, depth: number): TileStep[] {
  const steps: TileStep[] = [];
  let position = index;
  for (let level = 0; level * TILE_DEPTH < depth; level++) {
    steps.push({ level, place: Math.floor(position / TILE_WIDTH), within: position % TILE_WIDTH });
    position = Math.floor(position / TILE_WIDTH);
  }
  return steps;
}

/** The siblings, as nodes, from position `within` of a tile up to the tile's root. */
export function siblingsInTile(
  nodes: Uint8Array,
  within: number,
  hashing: Hashing = nobleHashing,
): Uint8Array[] {
  const siblings: Uint8Array[] = [];
  let [level, position] = [nodes, within];
  while (level.length > NODE_BYTES) {
    const sibling = position % 2 === 0 ? position + 1 : position - 1;
    siblings.push(level.slice(sibling * NODE_BYTES, (sibling + 1) * NODE_BYTES));
    level = parentNodes(level, hashing);
    position = Math.floor(position / 2);
  }
  return siblings;
}

/** The root, as a node, of a tile's nodes. */
export function rootOfTile(nodes: Uint8Array, hashing: Hashing = nobleHashing): Uint8Array {
  let level = nodes;
  while (level.length > NODE_BYTES) level = parentNodes(level, hashing);
  return level;
}

/** The position of a node in a tile; null if it is not there. */
export function placeInTile(nodes: Uint8Array, node: Uint8Array): number | null {
  for (let at = 0; at < nodes.length; at += NODE_BYTES)
    if (sameBytes(nodes.subarray(at, at + NODE_BYTES), node)) return at / NODE_BYTES;
  return null;
}

/** The hash of a tile's first node. Leaves are in ascending order, so it tells in which tile a leaf is. */
export function firstHashOfTile({ nodes }: SumTile): Uint8Array {
  return hashOfNode(nodes.subarray(0, NODE_BYTES));
}
