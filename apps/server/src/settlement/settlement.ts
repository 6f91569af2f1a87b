import { findGame, lunarYearOf, type GameCode } from "@lotus/games";
import type { Queries } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { tellBigWins } from "../inbox/inbox.ts";
import { outcomeOf, type Rulebook, type Selection, type SelectionOutcome } from "./outcomes.ts";
import * as sql from "./settlement.sql.ts";

/** The most orders of a transaction: large enough that the commits do not count, small enough to be done within a second. */
const CHUNK_ORDERS = 250_000;

/** What a run of settlement found and did. */
export type SettlementResult =
  | { readonly done: true; readonly winners: number; readonly released: bigint }
  | { readonly done: false; readonly why: "not-drawn" | "stopped" };

/** The door of settlement. */
export interface Settlement {
  /**
   * Pays a drawn period and marks it settled. Safe to call again, at once or after any crash: each chunk
   * is one transaction with its own mark, and the payouts are worked out afresh from the same orders.
   */
  settle(game: GameCode, periodNo: string): Promise<SettlementResult>;
  /** Settles whatever an earlier run left drawn. */
  resume(): Promise<number>;
}

interface PeriodRow {
  readonly state: string;
  readonly numbers: readonly number[];
  readonly open_at: bigint;
  readonly close_at: bigint;
  readonly draw_at: bigint;
  readonly stopped: boolean;
}

/** Points at which a test may end the process, to see that nothing is lost or doubled. */
export type SettlementFault = (
  point: "before-outcomes" | "after-outcomes" | "mid-chunks" | "before-finish",
) => Promise<void>;

/** What settlement is opened with. */
export interface SettlementParts {
  readonly deps: Pick<Deps, "db" | "log">;
  /** Zone of the house, for the lunar year of a draw. */
  readonly houseTimeZone: string;
  /** The options of a game and the odds of any version. */
  readonly rulebookOf: (game: GameCode) => Promise<Rulebook>;
  /** From what a player wins in a period on, the player is told of a large win; without it nobody is. */
  readonly bigWin?: bigint;
  readonly chunkOrders?: number;
  readonly fault?: SettlementFault;
}

/** Opens settlement. */
export function openSettlement(parts: SettlementParts): Settlement {
  const { deps, houseTimeZone, rulebookOf, bigWin, chunkOrders = CHUNK_ORDERS } = parts;
  const { db, log } = deps;
  const fault = parts.fault ?? (() => Promise.resolve());

  async function settle(game: GameCode, periodNo: string): Promise<SettlementResult> {
    const [period] = await db.query<PeriodRow>(sql.READ_DRAWN_PERIOD, [game, periodNo]);
    if (period?.state !== "drawn") return { done: false, why: "not-drawn" };
    if (period.stopped) return { done: false, why: "stopped" };
    await fault("before-outcomes");
    const staked = await keepOutcomes(game, periodNo, period);
    await fault("after-outcomes");
    const winners = await payChunks(game, periodNo, period);
    await fault("before-finish");
    const released = await db.transaction(async (tx) => {
      const [finished] = await tx.query<{ released: bigint | null }>(sql.FINISH_PERIOD, [
        game,
        periodNo,
        staked,
      ]);
      const done = finished?.released ?? null;
      // Null: another run has finished the period, and told of it.
      if (done !== null) await tellOfBigWins(tx, game, periodNo, period);
      return done;
    });
    return { done: true, winners, released: released ?? 0n };
  }

  async function tellOfBigWins(
    tx: Queries,
    game: GameCode,
    periodNo: string,
    period: PeriodRow,
  ): Promise<void> {
    if (bigWin === undefined) return;
    const wins = await tx.query<{ player_id: bigint; payout: bigint }>(sql.BIG_WINS, [
      game,
      periodNo,
      period.open_at,
      period.close_at,
      bigWin,
    ]);
    await tellBigWins(
      tx,
      { game, periodNo },
      wins.map(({ player_id, payout }) => ({ playerId: player_id, payout })),
    );
  }

  /** Works out what each selection won and keeps it; answers what all orders of the period cost. */
  async function keepOutcomes(game: GameCode, periodNo: string, period: PeriodRow): Promise<bigint> {
    const rows = await db.query<{
      selection_hash: Uint8Array;
      odds_version: number;
      staked: bigint;
      option_id: string;
      groups: string;
    }>(sql.DISTINCT_SELECTIONS, [game, periodNo, period.open_at, period.close_at]);
    const rulebook = await rulebookOf(game);
    const draw = drawOf(game, period, houseTimeZone);
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
    await db.transaction(async (tx) => {
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

  async function payChunks(game: GameCode, periodNo: string, period: PeriodRow): Promise<number> {
    const [earlier] = await db.query<{ chunks: number; to_id: bigint }>(sql.CHUNKS_DONE, [game, periodNo]);
    let from = earlier?.to_id ?? 0n;
    let winners = 0;
    for (let chunk = earlier?.chunks ?? 0; ; chunk += 1) {
      const [next] = await db.query<{ id: bigint | null }>(sql.NEXT_ORDER, [
        game,
        periodNo,
        period.open_at,
        period.close_at,
        from,
      ]);
      if (next === undefined || next.id === null) return winners;
      // No id comes twice, so that many ids hold at most that many orders, and nobody needs to count them.
      const to = next.id + BigInt(chunkOrders) - 1n;
      const [paid] = await db.query<{ winners: bigint | null }>(sql.SETTLE_CHUNK, [
        game,
        periodNo,
        chunk,
        from,
        to,
      ]);
      winners += Number(paid?.winners ?? 0n);
      from = to;
      await fault("mid-chunks");
    }
  }

  async function resume(): Promise<number> {
    const left = await db.query<{ game: string; period_no: string }>(sql.UNSETTLED_PERIODS);
    let settled = 0;
    for (const row of left) {
      const game = findGame(row.game);
      if (game === undefined) continue;
      const result = await settle(game.code, row.period_no);
      if (result.done) settled += 1;
      else
        log.warn(
          { game: game.code, periodNo: row.period_no, why: result.why },
          "a drawn period stays unsettled",
        );
    }
    return settled;
  }

  return { settle, resume };
}

function drawOf(
  game: GameCode,
  period: PeriodRow,
  timeZone: string,
): { numbers: readonly number[]; lunarYear?: number } {
  if (findGame(game)?.family !== "mark-six") return { numbers: period.numbers };
  return { numbers: period.numbers, lunarYear: lunarYearOf(Number(period.draw_at), timeZone) };
}
