/*
 * Proof of liabilities: a Merkle sum tree over the money of all players. Its root and sum are in the public log; each
 * player verifies that their own money is counted in the sum.
 */
export {
  BLIND_BYTES,
  hashOfNode,
  leafNode,
  MAX_SUM,
  NODE_BYTES,
  paddingNode,
  parentNode,
  PLAYER_BYTES,
  sumOfNode,
  withoutSum,
  type PlayerLiability,
} from "./sum-node.ts";
export {
  firstHashOfTile,
  placeInTile,
  siblingsInTile,
  TILE_DEPTH,
  TILE_WIDTH,
  tilesOfPath,
  type SumTile,
  type TileStep,
} from "./sum-tiles.ts";
export { MIN_DEPTH, SumTreeBuilder, type FinishOptions, type SumRoot } from "./sum-tree-builder.ts";
export {
  verifyLiability,
  type LiabilityLine,
  type LiabilityPath,
  type PublishedLiabilities,
} from "./verify-liability.ts";
