import {
  hashOfNode,
  leafNode,
  placeInTile,
  siblingsInTile,
  sumOfNode,
  TILE_WIDTH,
  tilesOfPath,
  withoutSum,
} from "@lotus/fair/liabilities";
import type { Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";
import * as sql from "./liabilities.sql.ts";
import type { LiabilityRun } from "./liability-runs.ts";
import { nativeHashing } from "../fairness/fairness.ts";

/** A player's line in a run, with its path. */
export interface OwnLine {
  /** Pseudonym, 16 bytes. */
  readonly player: Uint8Array;
  readonly cash: Money;
  readonly held: Money;
  /** 16 bytes. */
  readonly blind: Uint8Array;
  readonly index: number;
  /** Siblings from the leaf to the root; hashes of 32 bytes. */
  readonly path: readonly { readonly hash: Uint8Array; readonly sum: Money }[];
}

/** The line of a player in this run; null if the player came later. */
export async function ownLine(
  db: Queries,
  run: Pick<LiabilityRun, "id" | "depth" | "hidesSum">,
  playerId: bigint,
): Promise<OwnLine | null> {
  const [row] = await db.query<{ cash: bigint; held: bigint; blind: Uint8Array; pseudonym: Uint8Array }>(
    sql.LEAF,
    [run.id, playerId],
  );
  if (row === undefined) return null;
  const { cash, held, blind, pseudonym: player } = row;
  const ownNode = leafNode({ player, cash, held, blind }, nativeHashing);
  const leaf = run.hidesSum ? withoutSum(ownNode) : ownNode;
  const [tile] = await db.query<{ place: number; nodes: Uint8Array }>(sql.TILE_OF_HASH, [
    run.id,
    Buffer.from(hashOfNode(leaf)),
  ]);
  const within = tile === undefined ? null : placeInTile(tile.nodes, leaf);
  if (tile === undefined || within === null)
    throw new Error(`the leaf of player ${String(playerId)} is not in run ${String(run.id)}`);
  const index = tile.place * TILE_WIDTH + within;
  const siblings: Uint8Array[] = [];
  for (const { level, place, within: position } of tilesOfPath(index, run.depth)) {
    const nodes = level === 0 ? tile.nodes : await nodesOf(db, [run.id, level, place]);
    siblings.push(...siblingsInTile(nodes, position, nativeHashing));
  }
  const path = siblings.map((node) => ({ hash: hashOfNode(node), sum: sumOfNode(node) }));
  return { player, cash, held, blind, index, path };
}

async function nodesOf(db: Queries, key: readonly unknown[]): Promise<Uint8Array> {
  const [row] = await db.query<{ nodes: Uint8Array }>(sql.TILE, key);
  if (row === undefined) throw new Error(`tile ${key.join("/")} of the liabilities is missing`);
  return row.nodes;
}
