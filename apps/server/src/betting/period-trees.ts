import { PADDED_TO, paddingLeaf } from "@lotus/fair";
import type { Money } from "@lotus/money";
import { toHex } from "@lotus/tlog";
import type { Queries } from "../db/database.ts";
import type { Entropy } from "../deps.ts";
import { nativeHashing } from "../fairness/fairness.ts";
import { BatchTree, type HexHash, hexOf, sha256 } from "./batch-tree.ts";
import * as sql from "./betting.sql.ts";

/** Totals of the orders accepted for a period, as its close in the log states them. */
export interface PeriodBets {
  readonly orders: number;
  readonly stake: Money;
  /** The root over all leaves in byte order, cancelled orders included. */
  readonly root: Uint8Array;
  /** Of a few players, for whom sums are not stated: the seed of the leaves that hide how many orders there are. */
  readonly padding: Uint8Array | null;
}

/** Totals of what was paid and refunded for a period, as its entry in the log states them. */
export interface PeriodPayouts {
  readonly payout: Money;
  readonly refund: Money;
  /** The root over the leaves of all payouts and refunds in byte order. */
  readonly root: Uint8Array;
  /** The seed of the leaves that hide how many there are. */
  readonly padding: Uint8Array;
  /** Whether the sums are stated: as in the close, before anybody knew the result. */
  readonly statesSums: boolean;
}

/** Where a leaf is in a tree. */
export interface LeafPath {
  readonly path: readonly HexHash[];
  readonly index: number;
  readonly size: number;
}

const HASH_BYTES = 32;
/** Of no more players than this, sums are not stated. */
const FEW_PLAYERS = 5;
const SEED_BYTES = 32;
const BLIND_HEX = 32;
/** Leaves of all cached trees together; a leaf takes about 180 bytes with the nodes above it. */
const CACHED_LEAVES = 400_000;

/** What reads the totals of periods. */
export interface PeriodTotalsDeps {
  readonly db: Queries;
  readonly entropy: Entropy;
}

/** Totals of a closed period. Call it once no bet can be accepted any more. */
export async function betsOfPeriod(
  { db, entropy }: PeriodTotalsDeps,
  game: string,
  periodNo: string,
): Promise<PeriodBets> {
  const [row] = await db.query<BetsRow>(sql.PERIOD_BETS, [game, periodNo]);
  if (row === undefined) throw new Error("a count answers always");
  const padding = (await isOfFew(db, game, periodNo)) ? entropy.bytes(SEED_BYTES) : null;
  const root = Buffer.from(treeOf(row, padding).root, "hex");
  return { orders: Number(row.orders), stake: row.stake, root, padding };
}

/** Totals of a settled or refunded period. */
export async function payoutsOfPeriod(
  { db, entropy }: PeriodTotalsDeps,
  game: string,
  periodNo: string,
): Promise<PeriodPayouts> {
  const [row] = await db.query<PayoutsRow>(sql.PERIOD_PAYOUTS, [game, periodNo, true]);
  if (row === undefined) throw new Error("a count answers always");
  const [close] = await db.query<{ states_sums: boolean }>(sql.CLOSE_OF_PERIOD, [game, periodNo]);
  const statesSums = close?.states_sums ?? !(await isOfFew(db, game, periodNo));
  const padding = entropy.bytes(SEED_BYTES);
  const root = Buffer.from(treeOf(row, padding).root, "hex");
  return { payout: row.payout, refund: row.refund, root, padding, statesSums };
}

async function isOfFew(db: Queries, game: string, periodNo: string): Promise<boolean> {
  const [row] = await db.query<{ is_of_few: boolean }>(sql.IS_OF_FEW, [game, periodNo, FEW_PLAYERS]);
  return row?.is_of_few !== false;
}

/** Whose leaves a tree has. */
type TreeKind = "bets" | "payouts";

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
    kind: TreeKind,
    { game, periodNo }: { readonly game: string; readonly periodNo: string },
    leaf: HexHash,
  ): Promise<LeafPath | null> {
    const tree = await this.#tree(kind, game, periodNo);
    const index = indexOf(tree, leaf);
    return index === null ? null : { path: tree.path(index), index, size: tree.size };
  }

  #tree(kind: TreeKind, game: string, periodNo: string): Promise<BatchTree> {
    const name = `${kind} ${game} ${periodNo}`;
    const known = this.#trees.get(name);
    if (known !== undefined) return known;
    const tree = this.#read(kind, game, periodNo);
    this.#trees.set(name, tree);
    void tree.catch(() => this.#trees.delete(name));
    return tree;
  }

  async #read(kind: TreeKind, game: string, periodNo: string): Promise<BatchTree> {
    const [padded] = await this.#db.query<{ seed: Uint8Array }>(sql.PADDING, [game, periodNo, kind]);
    // Payouts that were logged before had neither refunds among them nor padding.
    const [row] =
      kind === "bets"
        ? await this.#db.query<LeavesRow>(sql.PERIOD_BETS, [game, periodNo])
        : await this.#db.query<LeavesRow>(sql.PERIOD_PAYOUTS, [game, periodNo, padded !== undefined]);
    if (row === undefined) throw new Error("a count answers always");
    const tree = treeOf(row, padded?.seed ?? null);
    this.#leaves += tree.size;
    if (this.#leaves > CACHED_LEAVES) {
      this.#trees.clear();
      this.#leaves = tree.size;
    }
    return tree;
  }
}

/** @throws Error when there are not as many leaves as orders: those that were signed are not those of the orders */
function treeOf({ orders, leaves }: LeavesRow, seed: Uint8Array | null): BatchTree {
  if (leaves.length !== Number(orders) * HASH_BYTES)
    throw new Error(`${leaves.length} bytes of leaves of ${orders} orders`);
  const own = Array.from({ length: Number(orders) }, (_, at) =>
    hexOf(leaves.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)),
  );
  return new BatchTree(seed === null ? own : merged(own, paddingOf(seed, own.length)));
}

/** Padding leaves that bring the number of leaves to a multiple of 64, in byte order. */
function paddingOf(seed: Uint8Array, leaves: number): HexHash[] {
  const size = Math.max(PADDED_TO, Math.ceil(leaves / PADDED_TO) * PADDED_TO);
  const text = hexOf(seed);
  const blinds = Array.from({ length: size - leaves }, (_, at) =>
    sha256(`${text} ${at}`).slice(0, BLIND_HEX),
  );
  return blinds.map((blind) => toHex(paddingLeaf(blind, nativeHashing))).sort();
}

/** Two sorted lists as one: there may be a million leaves, and a sort would hold up everything else. */
function merged(own: readonly HexHash[], padding: readonly HexHash[]): HexHash[] {
  const all: HexHash[] = [];
  let at = 0;
  for (const leaf of padding) {
    for (let next = own[at]; next !== undefined && next < leaf; next = own[at]) {
      all.push(next);
      at += 1;
    }
    all.push(leaf);
  }
  for (; at < own.length; at += 1) all.push(own[at] ?? "");
  return all;
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
