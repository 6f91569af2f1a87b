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
  readonly state: string;
  readonly open_at: bigint;
  readonly close_at: bigint;
  readonly draw_at: bigint;
  readonly log_leaf: Uint8Array;
  readonly now: bigint;
}

/**
 * Voids a period whose sale has not ended, in the caller's transaction: sales end, the log says so, and it can no longer
 * be drawn. Stakes are refunded after the commit.
 */
export async function voidPeriod(
  tx: Queries,
  period: { readonly game: GameCode; readonly periodNo: string; readonly reason: string },
): Promise<VoidOutcome> {
  const { game, periodNo, reason } = period;
  // The lock waits for bets that hold the period; none can follow.
  const [row] = await tx.query<VoidedRow & Record<string, unknown>>(sql.LOCK_TO_VOID, [game, periodNo]);
  if (row === undefined) return "unknown";
  if (row.state === "closed" || row.state === "drawn" || row.state === "settled") return "drawn";
  if (row.state !== "open" && row.state !== "planned") return "over";
  // From the close on, whoever voids could know the round before others.
  if (row.now >= row.close_at) return "drawn";
  await tx.query(sql.VOID_PERIOD, [game, periodNo, reason]);
  const { open_at: openAt, close_at: closeAt, draw_at: drawAt, log_leaf: logLeaf, now } = row;
  const times = { openAt: Number(openAt), closeAt: Number(closeAt), drawAt: Number(drawAt) };
  await publishEvent(tx, "period", {
    ...currentAt({ periodNo, ...times, logLeaf }, Number(now)),
    status: "closed",
    gameCode: game,
  });
  await appendEntries(tx, [{ type: "void", game, periodNo, reason: PUBLIC_REASON }]);
  return "voided";
}
