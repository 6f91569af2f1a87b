import { findGame, lunarYearOf, type GameCode } from "@lotus/games";
import type { Logger } from "pino";
import type { CheckClock, Database } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { queueResults } from "../push/push.ts";
import { publishBigWinsOf } from "./big-wins.ts";
import { outcomeOf, type Rulebook, type Selection, type SelectionOutcome } from "./outcomes.ts";
import { refundVoided } from "./refund-voided.ts";
import * as sql from "./settlement.sql.ts";

/**
 * Maximum number of winning orders per transaction: large enough that commits cost little, small enough that bets of
 * their players wait at most half a second.
 */
const CHUNK_ORDERS = 10_000;

/** Chunks paid concurrently. Their players differ, except one that two neighbouring chunks may share. */
const LANES = 2;

/** How often the stakes of voided periods are checked for refunds that are still due. */
const REFUND_EVERY_MS = 5_000;

/** The result of settling a period. */
export type SettlementResult =
  | { readonly done: true; readonly winners: number; readonly released: bigint }
  | { readonly done: false; readonly why: "not-drawn" | "stopped" };

/** Public API of settlement. */
export interface Settlement {
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
  readonly numbers: readonly number[];
  readonly open_at: bigint;
  readonly close_at: bigint;
  readonly draw_at: bigint;
  readonly stopped: boolean;
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
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SettlementOptions) {
    this.#options = options;
    this.#db = options.deps.db;
    this.#log = options.deps.log;
    this.#fault = options.fault ?? (() => Promise.resolve());
  }

  async settle(game: GameCode, periodNo: string): Promise<SettlementResult> {
    const [period] = await this.#db.query<PeriodRow>(sql.READ_DRAWN_PERIOD, [game, periodNo]);
    if (period?.state !== "drawn") return { done: false, why: "not-drawn" };
    if (period.stopped) return { done: false, why: "stopped" };
    await this.#fault("before-outcomes");
    const staked = await this.#storeOutcomes(game, periodNo, period);
    await this.#fault("after-outcomes");
    const [sums] = await this.#db.query<{ due: bigint | null; paid: bigint | null }>(sql.KEEP_WINNERS, [
      game,
      periodNo,
    ]);
    // Another run was faster.
    if (sums === undefined || sums.due === null || sums.paid === null)
      return { done: false, why: "not-drawn" };
    const winners = await this.#payChunks(game, periodNo, sums.due);
    await this.#fault("before-finish");
    const paid = sums.due + sums.paid;
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

  /** Computes and stores what each selection won; returns the total stake of the period. */
  async #storeOutcomes(game: GameCode, periodNo: string, period: PeriodRow): Promise<bigint> {
    const rows = await this.#db.query<{
      selection_hash: Uint8Array;
      odds_version: number;
      staked: bigint;
      option_id: string;
      groups: string;
    }>(sql.DISTINCT_SELECTIONS, [game, periodNo, period.open_at, period.close_at]);
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
    await this.#db.transaction(async (tx) => {
      await tx.query(sql.FORGET_OUTCOMES, [game, periodNo]);
      if (won.length === 0) return;
      await tx.query(sql.KEEP_OUTCOMES, [
        game,
        periodNo,
        won.map((outcome) => outcome.selection.selectionHash),
        won.map((outcome) => outcome.selection.oddsVersion),
        won.map((outcome) => `{${outcome.factors.join(",")}}`),
        won.map((outcome) => outcome.refunded),
        won.map((outcome) => JSON.stringify(outcome.tiers)),
      ]);
    });
    return rows.reduce((sum, { staked }) => sum + staked, 0n);
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
        from += BigInt(this.#options.chunkOrders ?? CHUNK_ORDERS);
        const bounds = [first, from < due ? from : due];
        const [paid] = await this.#db.query<{ winners: bigint | null }>(sql.SETTLE_CHUNK, [
          game,
          periodNo,
          number,
          ...bounds,
        ]);
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

function drawOf(
  game: GameCode,
  period: PeriodRow,
  timeZone: string,
): { numbers: readonly number[]; lunarYear?: number } {
  if (findGame(game)?.family !== "mark-six") return { numbers: period.numbers };
  return { numbers: period.numbers, lunarYear: lunarYearOf(Number(period.draw_at), timeZone) };
}
