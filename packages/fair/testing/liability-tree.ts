import { toHex } from "@lotus/tlog";
import {
  hashOfNode,
  leafNode,
  placeInTile,
  siblingsInTile,
  sumOfNode,
  SumTreeBuilder,
  tilesOfPath,
  withoutSum,
  type LiabilityLine,
  type LiabilityPath,
  type PlayerLiability,
  type PublishedLiabilities,
  type SumTile,
} from "../liabilities/liabilities.ts";

/** A tree with what its log and its players are told. */
export interface BuiltLiabilities {
  readonly published: PublishedLiabilities;
  readonly depth: number;
  readonly tiles: readonly SumTile[];
  /** What a player is handed. @throws if the player is not in the tree */
  proofOf(player: PlayerLiability): { readonly line: LiabilityLine; readonly path: LiabilityPath };
}

/** Minor units as an amount with two decimals. */
export function amountOf(units: bigint): string {
  const digits = String(units).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The line of a player as the API writes it. */
export function lineOf({ player, cash, held, blind }: PlayerLiability): LiabilityLine {
  return { player: toHex(player), cash: amountOf(cash), held: amountOf(held), blind: toHex(blind) };
}

/** Builds a tree in memory. */
export async function buildLiabilities(
  players: readonly PlayerLiability[],
  randomBytes: (length: number) => Uint8Array,
  { hidesSums = false } = {},
): Promise<BuiltLiabilities> {
  const builder = new SumTreeBuilder();
  for (const player of players) builder.add(player);
  const tiles: SumTile[] = [];
  const { root, sum, depth } = await builder.finish({
    randomBytes,
    hidesSums,
    onTile: (tile) => {
      tiles.push(tile);
    },
  });
  const nodesOf = (level: number, place: number): Uint8Array => {
    const tile = tiles.find((each) => each.level === level && each.place === place);
    if (tile === undefined) throw new Error(`no tile ${level}/${place}`);
    return tile.nodes;
  };
  return {
    published: { root: toHex(root), sum: hidesSums ? null : amountOf(sum) },
    depth,
    tiles,
    proofOf: (player) => {
      const leaf = hidesSums ? withoutSum(leafNode(player)) : leafNode(player);
      const tile = tiles.find(({ level, nodes }) => level === 0 && placeInTile(nodes, leaf) !== null);
      const within = tile === undefined ? null : placeInTile(tile.nodes, leaf);
      if (tile === undefined || within === null) throw new Error("the player is not in the tree");
      const index = tile.place * 256 + within;
      const siblings = tilesOfPath(index, depth).flatMap((step) =>
        siblingsInTile(nodesOf(step.level, step.place), step.within),
      );
      const path = siblings.map((node) => ({
        hash: toHex(hashOfNode(node)),
        sum: amountOf(sumOfNode(node)),
      }));
      return { line: lineOf(player), path: { index, path } };
    },
  };
}
