import { setImmediate } from "node:timers/promises";
import { SumTreeBuilder, firstHashOfTile, type SumRoot, type SumTile } from "@lotus/fair/liabilities";
import { formatMoney, type Money } from "@lotus/money";
import { toHex } from "@lotus/tlog";
import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import { numberArray, type CheckClock, type Database, type Queries } from "../db/database.ts";
import type { Entropy } from "../deps.ts";
import { booksTotals, moneyOfEverybody, type BooksTotals, type OwedMoney } from "../ledger/ledger.ts";
import * as sql from "./liabilities.sql.ts";
import { nativeHashing } from "../fairness/fairness.ts";

/** Runs that are kept, two weeks of daily ones. */
export const KEPT_RUNS = 14;

/** So few that each page is a few milliseconds of work between two statements. */
const PLAYERS_AT_ONCE = 500;
const TILES_AT_ONCE = 16;
const FORGOTTEN_AT_ONCE = 10_000;
const BLIND_BYTES = 16;
/** Of no more players with money than this, no sum is stated. */
const FEW_PLAYERS = 5;
/** The totals of the books read all transfers that no check of the books has summed up yet. */
const READING = { isSnapshot: true, statementMs: 10 * 60_000 } as const;

/** What the public log says of a run. */
export interface LiabilitiesLogged {
  /** 32 bytes in hex. */
  readonly root: string;
  /** Money with two decimals; left out of a few players. */
  readonly sum?: string;
  /** The moment of the balances, epoch milliseconds. */
  readonly at: number;
}

/** Appends an entry to the public log in the given transaction, as its last statement. */
export type AppendLiabilities = (tx: Queries, entry: LiabilitiesLogged) => Promise<void>;

/** A published run. */
export interface LiabilityRun {
  readonly id: bigint;
  /** The moment of the balances, epoch milliseconds. */
  readonly at: number;
  readonly players: number;
  /** Levels above the leaves. */
  readonly depth: number;
  /** 32 bytes. */
  readonly root: Uint8Array;
  /** Cash and holds of all players. */
  readonly sum: Money;
  /** Whether the tree states no sums: with few players, each could work out the others' balances. */
  readonly hidesSum: boolean;
  /** Recharges less withdrawals by the books at the same moment. */
  readonly received: Money;
}

/** The balances of the players are not what the transfers come to. Nothing was published. */
export class LiabilitiesDiffer extends Error {
  override readonly name = "LiabilitiesDiffer";
}

export interface LiabilityRunsOptions {
  readonly db: Database;
  readonly entropy: Entropy;
  readonly checkClock: CheckClock;
  readonly appendEntry: AppendLiabilities;
  /** Players read by one statement. */
  readonly playersAtOnce?: number;
  /** Where a test lets other things happen, or makes a run fail. */
  readonly fault?: (at: "page" | "before-publish") => void | Promise<void>;
}

/**
 * Builds the tree over all players' money and publishes its root. A run is two transactions: the first reads the
 * balances in one snapshot and stores the tree; the second, short one appends to the log, whose writers wait for each
 * other, and a snapshot could not see what they wrote meanwhile.
 */
export class LiabilityRuns {
  readonly #options: LiabilityRunsOptions;

  constructor(options: LiabilityRunsOptions) {
    this.#options = options;
  }

  /**
   * Runs now. Null while another node, or another caller, runs.
   * @throws LiabilitiesDiffer if the balances are not what the books say
   */
  async run(): Promise<LiabilityRun | null> {
    return await this.#alone(() => this.#run());
  }

  /** Runs unless there is a run of this day of the operator's calendar; null if there is, or another is running. */
  async runIfDue(timeZone: string): Promise<LiabilityRun | null> {
    return (await this.#isDue(timeZone))
      ? await this.#alone(async () => ((await this.#isDue(timeZone)) ? await this.#run() : null))
      : null;
  }

  /** The newest published run; null before the first. */
  async newest(): Promise<LiabilityRun | null> {
    const [row] = await this.#options.db.query<Omit<LiabilityRun, "at"> & { readonly at: Date }>(sql.NEWEST);
    return row === undefined ? null : { ...row, at: row.at.getTime() };
  }

  async #isDue(timeZone: string): Promise<boolean> {
    const [row] = await this.#options.db.query<{ due: boolean }>(sql.IS_DUE, [timeZone]);
    return row?.due === true;
  }

  async #alone<Result>(work: () => Promise<Result>): Promise<Result | null> {
    const connection = await this.#options.db.connect("liabilities");
    try {
      const [lock] = await connection.query<{ alone: boolean }>(sql.ALONE, [ADVISORY_LOCKS.liabilities]);
      return lock?.alone === true ? await work() : null;
    } finally {
      await connection.close();
    }
  }

  async #run(): Promise<LiabilityRun> {
    const { db, fault, checkClock, appendEntry } = this.#options;
    // Those that were broken off would pile up while runs keep failing.
    await this.#forgetOutdated();
    // The heavy pool, so that reading everybody's balance never takes a connection from bets.
    const run = await db.heavy.transaction((tx) => this.#read(tx), READING);
    await fault?.("before-publish");
    await db.transaction(async (tx) => {
      const published = await tx.query(sql.PUBLISH, [run.id]);
      if (published.length === 0) throw new Error(`run ${String(run.id)} of the liabilities is gone`);
      await checkClock(tx);
      const stated = run.hidesSum ? {} : { sum: formatMoney(run.sum) };
      await appendEntry(tx, { root: toHex(run.root), ...stated, at: run.at });
    });
    await this.#forgetOutdated();
    return run;
  }

  /** Reads everybody's money in one snapshot and stores leaves and tree. */
  async #read(tx: Queries): Promise<LiabilityRun> {
    const [begun] = await tx.query<{ id: bigint; at: Date }>(sql.BEGIN);
    if (begun === undefined) throw new Error("a sequence gave no number");
    const { id, at } = begun;
    const builder = new SumTreeBuilder(nativeHashing);
    const { players, withMoney, sum } = await this.#addPlayers(tx, id, builder);
    const hidesSum = withMoney <= FEW_PLAYERS;
    const { root, depth } = await this.#storeTree(tx, { runId: id, builder, hidesSums: hidesSum });
    const books = await booksTotals(tx);
    refuseDifference(sum, books);
    const { received } = books;
    await tx.query(sql.ADD_RUN, [id, at, players, depth, root, sum, received, hidesSum]);
    return { id, at: at.getTime(), players, depth, root, sum, hidesSum, received };
  }

  /** Adds a leaf for each player; returns how many there are, how many of them have money, and how much all have. */
  async #addPlayers(
    tx: Queries,
    runId: bigint,
    builder: SumTreeBuilder,
  ): Promise<{ readonly players: number; readonly withMoney: number; readonly sum: Money }> {
    const { entropy, playersAtOnce = PLAYERS_AT_ONCE, fault } = this.#options;
    let [players, withMoney, sum, last] = [0, 0, 0n, 0n];
    for (;;) {
      const page = await moneyOfEverybody(tx, last, playersAtOnce);
      if (page.length === 0) return { players, withMoney, sum };
      const blinds = entropy.bytes(page.length * BLIND_BYTES);
      const pseudonyms = await pseudonymsOf(tx, page);
      page.forEach(({ player: playerId, cash, held }, at) => {
        const player = pseudonyms.get(playerId);
        // Left out, the player's money would be missing in the sum.
        if (player === undefined) throw new Error(`player ${String(playerId)} has money and no pseudonym`);
        const blind = blinds.subarray(at * BLIND_BYTES, (at + 1) * BLIND_BYTES);
        builder.add({ player, cash, held, blind });
        if (cash + held > 0n) withMoney += 1;
        sum += cash + held;
      });
      await tx.query(sql.ADD_LEAVES, [
        runId,
        numberArray(page.map(({ player }) => player)),
        numberArray(page.map(({ cash }) => cash)),
        numberArray(page.map(({ held }) => held)),
        blinds,
      ]);
      players += page.length;
      last = page.at(-1)?.player ?? last;
      await fault?.("page");
    }
  }

  async #storeTree(
    tx: Queries,
    {
      runId,
      builder,
      hidesSums,
    }: { readonly runId: bigint; readonly builder: SumTreeBuilder; readonly hidesSums: boolean },
  ): Promise<SumRoot> {
    const { entropy } = this.#options;
    let waiting: SumTile[] = [];
    const store = async (): Promise<void> => {
      const tiles = waiting;
      waiting = [];
      await tx.query(sql.ADD_TILES, [
        runId,
        tiles.map(({ level }) => level),
        tiles.map(({ place }) => place),
        tiles.map((tile) => Buffer.from(firstHashOfTile(tile))),
        tiles.map(({ nodes }) => Buffer.from(nodes)),
      ]);
    };
    const tree = await builder.finish({
      randomBytes: (length) => entropy.bytes(length),
      hidesSums,
      onTile: async (tile) => {
        waiting.push(tile);
        if (waiting.length >= TILES_AT_ONCE) await store();
      },
      pause: () => setImmediate(),
    });
    await store();
    return tree;
  }

  /** Removes runs that were broken off and those older than the kept ones, each run's own row last. */
  async #forgetOutdated(): Promise<void> {
    const { db } = this.#options;
    for (const { id } of await db.query<{ id: bigint }>(sql.OUTDATED, [KEPT_RUNS])) {
      for (;;) {
        const [row] = await db.query<{ gone: bigint }>(sql.FORGET_LEAVES, [id, FORGOTTEN_AT_ONCE]);
        if (row === undefined || row.gone < BigInt(FORGOTTEN_AT_ONCE)) break;
      }
      await db.query(sql.FORGET_TILES, [id]);
      await db.query(sql.FORGET_RUN, [id]);
    }
  }
}

async function pseudonymsOf(
  tx: Queries,
  page: readonly OwedMoney[],
): Promise<ReadonlyMap<bigint, Uint8Array>> {
  const ids = numberArray(page.map(({ player }) => player));
  const rows = await tx.query<{ id: bigint; pseudonym: Uint8Array }>(sql.PSEUDONYMS, [ids]);
  return new Map(rows.map(({ id, pseudonym }) => [id, pseudonym]));
}

function refuseDifference(sum: Money, books: BooksTotals): void {
  if (sum === books.players) return;
  const [balances, transfers] = [formatMoney(sum), formatMoney(books.players)];
  throw new LiabilitiesDiffer(`the balances of all players are ${balances}, their transfers ${transfers}`);
}
