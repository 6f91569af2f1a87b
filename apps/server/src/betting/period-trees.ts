import type { Queries } from "../db/database.ts";
import type { Money } from "@lotus/money";
import { BatchTree, type HexHash, hexOf } from "./batch-tree.ts";
import * as sql from "./betting.sql.ts";

/** Totals of the orders accepted for a period, as its close in the log states them. */
export interface PeriodBets {
  readonly orders: number;
  readonly stake: Money;
  /** The root over all leaves in byte order, cancelled orders included. */
  readonly root: Uint8Array;
}

/** Totals of what was paid at the settlement of a period, as its entry in the log states them. */
export interface PeriodPayouts {
  readonly payout: Money;
  readonly refund: Money;
  /** The root over the leaves of all payouts in byte order. */
  readonly root: Uint8Array;
}

/** Where a leaf is in a tree. */
export interface LeafPath {
  readonly path: readonly HexHash[];
  readonly index: number;
  readonly size: number;
}

const HASH_BYTES = 32;
/** Leaves of all cached trees together; a leaf takes about 180 bytes with the nodes above it. */
const CACHED_LEAVES = 400_000;

/** Totals of a closed period. Call it once no bet can be accepted any more. */
export async function betsOfPeriod(db: Queries, game: string, periodNo: string): Promise<PeriodBets> {
  const [row] = await db.query<BetsRow>(sql.PERIOD_BETS, [game, periodNo]);
  if (row === undefined) throw new Error("a count answers always");
  return { orders: Number(row.orders), stake: row.stake, root: Buffer.from(treeOf(row).root, "hex") };
}

/** Totals of a settled period. */
export async function payoutsOfPeriod(db: Queries, game: string, periodNo: string): Promise<PeriodPayouts> {
  const [row] = await db.query<PayoutsRow>(sql.PERIOD_PAYOUTS, [game, periodNo]);
  if (row === undefined) throw new Error("a count answers always");
  return { payout: row.payout, refund: row.refund, root: Buffer.from(treeOf(row).root, "hex") };
}

interface LeavesRow {
  readonly orders: bigint;
  readonly leaves: Uint8Array;
}
interface BetsRow extends LeavesRow {
  readonly stake: bigint;
}
interface PayoutsRow extends LeavesRow {
  readonly payout: bigint;
  readonly refund: bigint;
}

/** The trees of bets and payouts of periods, for the paths of receipts. The most recently used ones are cached. */
export class PeriodTrees {
  readonly #db: Queries;
  readonly #trees = new Map<string, Promise<BatchTree>>();
  #leaves = 0;

  constructor(db: Queries) {
    this.#db = db;
  }

  /** Where a leaf is among the bets, or the payouts, of a period; null if it is not. */
  async find(
    kind: "bets" | "payouts",
    { game, periodNo }: { readonly game: string; readonly periodNo: string },
    leaf: HexHash,
  ): Promise<LeafPath | null> {
    const tree = await this.#tree(kind, game, periodNo);
    const index = indexOf(tree, leaf);
    return index === null ? null : { path: tree.path(index), index, size: tree.size };
  }

  #tree(kind: "bets" | "payouts", game: string, periodNo: string): Promise<BatchTree> {
    const name = `${kind} ${game} ${periodNo}`;
    const known = this.#trees.get(name);
    if (known !== undefined) return known;
    const tree = this.#read(kind === "bets" ? sql.PERIOD_BETS : sql.PERIOD_PAYOUTS, game, periodNo);
    this.#trees.set(name, tree);
    void tree.catch(() => this.#trees.delete(name));
    return tree;
  }

  async #read(statement: typeof sql.PERIOD_BETS, game: string, periodNo: string): Promise<BatchTree> {
    const [row] = await this.#db.query<LeavesRow>(statement, [game, periodNo]);
    if (row === undefined) throw new Error("a count answers always");
    const tree = treeOf(row);
    this.#leaves += tree.size;
    if (this.#leaves > CACHED_LEAVES) {
      this.#trees.clear();
      this.#leaves = tree.size;
    }
    return tree;
  }
}

/** @throws Error when there are not as many leaves as orders: those that were signed are not those of the orders */
function treeOf({ orders, leaves }: LeavesRow): BatchTree {
  if (leaves.length !== Number(orders) * HASH_BYTES)
    throw new Error(`${leaves.length} bytes of leaves of ${orders} orders`);
  return new BatchTree(
    Array.from({ length: Number(orders) }, (_, at) =>
      hexOf(leaves.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)),
    ),
  );
}

/** Leaves are in byte order, and so is their hex. */
function indexOf(tree: BatchTree, leaf: HexHash): number | null {
  let [from, to] = [0, tree.size];
  while (from < to) {
    const middle = (from + to) >> 1;
    const found = tree.leaf(middle);
    if (found === leaf) return middle;
    if (found < leaf) from = middle + 1;
    else to = middle;
  }
  return null;
}
