import { findGame, lunarYearOf, type GameCode } from "@lotus/games";
import type { Logger } from "pino";
import { BackgroundWork } from "../background-work.ts";
import type { CheckClock, Database } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { queueResults } from "../push/push.ts";
import { publishBigWinsOf } from "./big-wins.ts";
import { outcomeOf, type Rulebook, type Selection, type SelectionOutcome } from "./outcomes.ts";
import { refundVoided } from "./refund-voided.ts";
import * as sql from "./settlement.sql.ts";

/** Maximum number of winning orders per transaction, whose commit costs as much as paying a few hundred. */
const CHUNK_ORDERS = 10_000;
/** The same beside a crowd of bets, of which those of its players, and all in a batch with them, wait for the transaction. */
const CHUNK_ORDERS_IN_A_CROWD = 2_000;

/** Chunks paid concurrently. Their players differ, except one that two neighbouring chunks may share. */
const LANES = 2;

/** How often the stakes of voided periods are checked for refunds that are still due. */
const REFUND_EVERY_MS = 5_000;

/** The result of settling a period. */
export type SettlementResult =
  | { readonly done: true; readonly winners: number; readonly released: bigint }
  | { readonly done: false; readonly why: "not-drawn" | "stopped" };

/** Selections of periods that are awaiting their draw, kept in memory at most; of others they are read at settlement. */
const MAX_PREPARED = 200_000;

/** Public API of settlement. */
export interface Settlement {
  /**
   * Reads the selections of a period that is closed and not drawn yet, so that its settlement need not: nothing is added to
   * them any more. Never rejects; a settlement that finds nothing prepared reads them itself.
   */
  prepare(game: GameCode, periodNo: string): Promise<void>;
  /**
   * Pays a drawn period and marks it settled. Safe to call again, concurrently or after a crash: each chunk is one
   * transaction with its own mark, and payouts are computed again from the same orders.
   */
  settle(game: GameCode, periodNo: string): Promise<SettlementResult>;
  /** Settles the drawn periods that earlier runs have not settled. */
  resume(): Promise<number>;
  /** Refunds the remaining stakes of voided periods; returns the number of refunded orders. */
  refundVoided(): Promise<number>;
  /** Polls, every few seconds, for stakes that an earlier run did not refund. */
  start(): void;
  stop(): void;
}

interface PeriodRow {
  readonly state: string;
  /** Null until it is drawn. */
  readonly numbers: readonly number[] | null;
  readonly open_at: bigint;
  readonly close_at: bigint;
  readonly draw_at: bigint;
  readonly stopped: boolean;
}

type DrawnPeriod = PeriodRow & { readonly numbers: readonly number[] };

function isDrawn(period: PeriodRow | undefined): period is DrawnPeriod {
  return period?.state === "drawn" && period.numbers !== null;
}

/** Each selection of a period with what was staked on it. */
interface SelectionRow extends Record<string, unknown> {
  readonly selection_hash: Uint8Array;
  readonly odds_version: number;
  readonly staked: bigint;
  readonly option_id: string;
  readonly groups: string;
}

/** Fault points at which a test may crash the process, to show that nothing is lost or doubled. */
export type SettlementFault = (
  point: "before-outcomes" | "after-outcomes" | "mid-chunks" | "before-finish",
) => Promise<void>;

/** Options of settlement. */
export interface SettlementOptions {
  readonly deps: Pick<Deps, "db" | "log">;
  /** Rejects a settlement while the clock has leapt, as it could fall on a day that is already booked. */
  readonly checkClock: CheckClock;
  /** The operator's time zone, for the lunar year of a draw. */
  readonly houseTimeZone: string;
  /** The options of a game and the odds of any version. */
  readonly rulebookOf: (game: GameCode) => Promise<Rulebook>;
  /** The winnings in a period from which a player gets a message of a large win; without it none is sent. */
  readonly bigWin?: bigint;
  readonly chunkOrders?: number;
  /** What its statements share with other work that nobody's request waits for. */
  readonly background?: BackgroundWork;
  /** Called once a period is settled. */
  readonly settled?: () => void;
  readonly fault?: SettlementFault;
}

/** Opens settlement. */
export function openSettlement(options: SettlementOptions): Settlement {
  return new PeriodSettlement(options);
}

class PeriodSettlement implements Settlement {
  readonly #options: SettlementOptions;
  readonly #db: Database;
  readonly #log: Logger;
  readonly #fault: SettlementFault;
  readonly #background: BackgroundWork;
  readonly #prepared = new Map<string, readonly SelectionRow[]>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SettlementOptions) {
    this.#options = options;
    this.#db = options.deps.db;
    this.#log = options.deps.log;
    this.#fault = options.fault ?? (() => Promise.resolve());
    this.#background = options.background ?? new BackgroundWork();
  }

  async prepare(game: GameCode, periodNo: string): Promise<void> {
    try {
      const [period] = await this.#db.query<PeriodRow>(sql.READ_PERIOD, [game, periodNo]);
      if (period?.state !== "closed") return;
      const rows = await this.#part(() => this.#readSelections(game, periodNo, period));
      this.#prepared.set(nameOf(game, periodNo), rows);
      this.#forgetOldest();
    } catch (error) {
      this.#log.warn(
        { err: error, game, periodNo },
        "a closed period's selections are read at its settlement",
      );
    }
  }

  async settle(game: GameCode, periodNo: string): Promise<SettlementResult> {
    const [period] = await this.#db.query<PeriodRow>(sql.READ_PERIOD, [game, periodNo]);
    if (!isDrawn(period)) return { done: false, why: "not-drawn" };
    if (period.stopped) return { done: false, why: "stopped" };
    await this.#fault("before-outcomes");
    const kept = await this.#part(() => this.#keepWinners(game, periodNo, period));
    await this.#fault("after-outcomes");
    // Another run was faster.
    if (kept === undefined) return { done: false, why: "not-drawn" };
    const { staked, due } = kept;
    const winners = await this.#payChunks(game, periodNo, due);
    await this.#fault("before-finish");
    const paid = due + kept.paid;
    const released = await this.#db.transaction(async (tx) => {
      const [finished] = await tx.query<{ released: bigint | null }>(sql.FINISH_PERIOD, [
        game,
        periodNo,
        staked,
        paid,
      ]);
      const done = finished?.released ?? null;
      await this.#options.checkClock(tx);
      const { open_at, close_at, draw_at } = period;
      // Null: another run has finished the period and sent the messages.
      if (done !== null)
        await queueResults(tx, { game, periodNo, openAt: open_at, closeAt: close_at, drawAt: draw_at });
      if (done !== null && paid > 0n && this.#options.bigWin !== undefined) {
        await publishBigWinsOf(
          tx,
          { game, periodNo, openAt: open_at, closeAt: close_at },
          this.#options.bigWin,
        );
      }
      return done;
    });
    this.#options.settled?.();
    return { done: true, winners, released: released ?? 0n };
  }

  #chunkOrders(): number {
    return this.#background.isCrowded() ? CHUNK_ORDERS_IN_A_CROWD : CHUNK_ORDERS;
  }

  /** Of periods that another server has settled, or that were voided, nobody asks again. */
  #forgetOldest(): void {
    let count = [...this.#prepared.values()].reduce((sum, { length }) => sum + length, 0);
    for (const [name, { length }] of this.#prepared) {
      if (count <= MAX_PREPARED) return;
      this.#prepared.delete(name);
      count -= length;
    }
  }

  #part<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#background.run("payouts", work);
  }

  #readSelections(game: GameCode, periodNo: string, period: PeriodRow): Promise<readonly SelectionRow[]> {
    return this.#db.query(sql.DISTINCT_SELECTIONS, [game, periodNo, period.open_at, period.close_at]);
  }

  /**
   * Computes what each selection won, and keeps the winners. Returns the total stake of the period, and how many winning orders
   * are due and were paid before; undefined if it is not drawn any more.
   */
  async #keepWinners(
    game: GameCode,
    periodNo: string,
    period: DrawnPeriod,
  ): Promise<{ staked: bigint; due: bigint; paid: bigint } | undefined> {
    const name = nameOf(game, periodNo);
    const rows = this.#prepared.get(name) ?? (await this.#readSelections(game, periodNo, period));
    this.#prepared.delete(name);
    const rulebook = await this.#options.rulebookOf(game);
    const draw = drawOf(game, period, this.#options.houseTimeZone);
    const won: SelectionOutcome[] = [];
    for (const row of rows) {
      const selection: Selection = {
        selectionHash: row.selection_hash,
        optionId: row.option_id,
        groups: row.groups,
        oddsVersion: row.odds_version,
      };
      const outcome = outcomeOf(selection, draw, rulebook);
      if (outcome !== null) won.push(outcome);
    }
    const staked = rows.reduce((sum, row) => sum + row.staked, 0n);
    // The table of outcomes is unlogged: a database that crashed after them would find no winners.
    return this.#db.transaction(async (tx) => {
      await tx.query(sql.FORGET_OUTCOMES, [game, periodNo]);
      if (won.length > 0) {
        await tx.query(sql.KEEP_OUTCOMES, [
          game,
          periodNo,
          won.map((outcome) => outcome.selection.selectionHash),
          won.map((outcome) => outcome.selection.oddsVersion),
          won.map((outcome) => `{${outcome.factors.join(",")}}`),
          won.map((outcome) => outcome.refunded),
          won.map((outcome) => JSON.stringify(outcome.tiers)),
        ]);
      }
      const [sums] = await tx.query<{ due: bigint | null; paid: bigint | null }>(sql.KEEP_WINNERS, [
        game,
        periodNo,
      ]);
      if (sums === undefined || sums.due === null || sums.paid === null) return undefined;
      return { staked, due: sums.due, paid: sums.paid };
    });
  }

  async #payChunks(game: GameCode, periodNo: string, due: bigint): Promise<number> {
    const [next] = await this.#db.query<{ chunk: number }>(sql.NEXT_CHUNK, [game, periodNo]);
    let chunk = next?.chunk ?? 0;
    let from = 0n;
    let winners = 0;
    const lane = async (): Promise<void> => {
      while (from < due) {
        const [number, first] = [chunk, from];
        chunk += 1;
        from += BigInt(this.#options.chunkOrders ?? this.#chunkOrders());
        const bounds = [first, from < due ? from : due];
        const [paid] = await this.#part(() =>
          this.#db.query<{ winners: bigint | null }>(sql.SETTLE_CHUNK, [game, periodNo, number, ...bounds]),
        );
        winners += Number(paid?.winners ?? 0n);
        await this.#fault("mid-chunks");
      }
    };
    const lanes = Array.from({ length: LANES }, () =>
      lane().catch((error: unknown) => {
        // The other lanes start no further chunk.
        from = due;
        throw error;
      }),
    );
    // After a failure, wait for the other lanes before rejecting.
    await Promise.allSettled(lanes);
    await Promise.all(lanes);
    return winners;
  }

  async resume(): Promise<number> {
    const left = await this.#db.query<{ game: string; period_no: string }>(sql.UNSETTLED_PERIODS);
    let settled = 0;
    for (const row of left) {
      const game = findGame(row.game);
      if (game === undefined) continue;
      const result = await this.settle(game.code, row.period_no);
      if (result.done) settled += 1;
      else
        this.#log.warn(
          { game: game.code, periodNo: row.period_no, why: result.why },
          "a drawn period stays unsettled",
        );
    }
    return settled;
  }

  refundVoided(): Promise<number> {
    return refundVoided(this.#db);
  }

  start(): void {
    this.#timer ??= setInterval(() => {
      this.refundVoided().catch((error: unknown) => {
        this.#log.error(
          { err: error },
          "stakes of voided periods are not back yet; the next round tries again",
        );
      });
    }, REFUND_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

const nameOf = (game: GameCode, periodNo: string): string => `${game}/${periodNo}`;

function drawOf(
  game: GameCode,
  period: DrawnPeriod,
  timeZone: string,
): { numbers: readonly number[]; lunarYear?: number } {
  if (findGame(game)?.family !== "mark-six") return { numbers: period.numbers };
  return { numbers: period.numbers, lunarYear: lunarYearOf(Number(period.draw_at), timeZone) };
}
