import type { GameCode } from "@lotus/games";
import type { Queries } from "../db/database.ts";
import { appendEntries } from "../fairness/fairness.ts";
import * as sql from "./draws.sql.ts";
import { currentAt } from "./result.ts";
import { publishEvent } from "./draw-deps.ts";

/**
 * Result of voiding a period; `drawn`: its sale has ended, so it will be drawn or has been, and nobody may choose
 * between a draw and none any more.
 */
export type VoidOutcome = "voided" | "unknown" | "drawn" | "over";

/** The reason in the public log; the actual reason is internal. */
const PUBLIC_REASON = "cancelled by the operator";

/** Why a period is void that no quorum of witnesses saw closed in time; players read it. */
export const UNWITNESSED = "unwitnessed";

interface VoidedRow {
  readonly game: GameCode;
  readonly period_no: string;
  readonly state: string;
  readonly open_at: bigint;
  readonly close_at: bigint;
  readonly draw_at: bigint;
  readonly log_leaf: Uint8Array;
}

/** A period to void, with the reason that its players read. */
export interface PeriodToVoid {
  readonly game: GameCode;
  readonly periodNo: string;
  readonly reason: string;
}

/**
 * Voids periods whose sale has not ended, in the caller's transaction, and says of each what became of it: sales end, the log
 * says so, and it can no longer be drawn. Stakes are refunded after the commit.
 */
export async function voidPeriods(tx: Queries, periods: readonly PeriodToVoid[]): Promise<VoidOutcome[]> {
  const keys = [periods.map(({ game }) => game), periods.map(({ periodNo }) => periodNo)];
  // The locks wait for bets that hold a period; none can follow. All are taken before the end of the log, for which a draw
  // waits that holds one of them.
  const rows = await tx.query<VoidedRow & Record<string, unknown>>(sql.LOCK_TO_VOID, keys);
  const [clock] = await tx.query<{ now: bigint }>(sql.NOW);
  if (clock === undefined) throw new Error("a clock always answers");
  const { now } = clock;
  const voided: VoidedRow[] = [];
  const outcomes = periods.map(({ game, periodNo }): VoidOutcome => {
    const row = rows.find((each) => each.game === game && each.period_no === periodNo);
    if (row === undefined) return "unknown";
    if (row.state === "closed" || row.state === "drawn" || row.state === "settled") return "drawn";
    if (row.state !== "open" && row.state !== "planned") return "over";
    // From the close on, whoever voids could know the round before others.
    if (now >= row.close_at) return "drawn";
    voided.push(row);
    return "voided";
  });
  const reasons = periods.filter((_period, at) => outcomes[at] === "voided").map(({ reason }) => reason);
  await tx.query(sql.VOID_PERIODS, [
    voided.map(({ game }) => game),
    voided.map((row) => row.period_no),
    reasons,
  ]);
  for (const {
    game,
    period_no: periodNo,
    open_at: openAt,
    close_at: closeAt,
    draw_at: drawAt,
    ...row
  } of voided) {
    // Nobody looks yet at one that is not on sale.
    if (openAt > now) continue;
    const times = { openAt: Number(openAt), closeAt: Number(closeAt), drawAt: Number(drawAt) };
    await publishEvent(tx, "period", {
      ...currentAt({ periodNo, ...times, logLeaf: row.log_leaf }, Number(now)),
      status: "closed",
      gameCode: game,
    });
  }
  await appendEntries(
    tx,
    voided.map(({ game, period_no: periodNo }) => ({ type: "void", game, periodNo, reason: PUBLIC_REASON })),
  );
  return outcomes;
}
