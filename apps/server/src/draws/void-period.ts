import { toHex } from "@lotus/tlog";
import { type Sign } from "@lotus/fair";
import type { GameCode } from "@lotus/games";
import { formatMoney } from "@lotus/money";
import type { Queries } from "../db/database.ts";
import * as sql from "./draws.sql.ts";
import { append, type Entry } from "./log.ts";
import { currentAt } from "./result.ts";
import { publishEvent, type DrawDeps } from "./draw-deps.ts";

/** Result of voiding a period; `drawn`: it already has a result, which is final. */
export type VoidOutcome = "voided" | "unknown" | "drawn" | "over";

/** The reason in the public log; the actual reason is internal. */
const VOIDED_BY = "voided by the server";

interface VoidedRow {
  readonly state: string;
  readonly recorded: boolean;
  readonly open_at: bigint;
  readonly close_at: bigint;
  readonly draw_at: bigint;
  readonly commitment: Uint8Array;
  readonly now: bigint;
}

/**
 * Voids a period without a result, in the caller's transaction: sales end, the log records what was sold and that there
 * is no draw, and it can no longer be drawn. Stakes are refunded after the commit.
 */
export async function voidPeriod(
  parts: { readonly sign: Sign; readonly betsOfPeriod: DrawDeps["betsOfPeriod"] },
  tx: Queries,
  period: { readonly game: GameCode; readonly periodNo: string; readonly reason: string },
): Promise<VoidOutcome> {
  const { game, periodNo, reason } = period;
  // The lock waits for bets that hold the period; none can follow.
  const [row] = await tx.query<VoidedRow & Record<string, unknown>>(sql.LOCK_TO_VOID, [game, periodNo]);
  if (row === undefined) return "unknown";
  if (row.state === "drawn" || row.state === "settled") return "drawn";
  if (row.state !== "open" && row.state !== "closed") return "over";
  await tx.query(sql.VOID_PERIOD, [game, periodNo, reason]);
  const entries: Entry[] = [];
  if (!row.recorded) {
    const { orders, stake, root } = await parts.betsOfPeriod(game, periodNo, tx);
    const body = { game, periodNo, orders, stake: formatMoney(stake), betsRoot: toHex(root) };
    entries.push({ type: "close", periodNo, body });
  }
  entries.push({
    type: "draw",
    periodNo,
    body: { game, periodNo, secret: null, numbers: null, voided: VOIDED_BY },
  });
  await append(tx, parts.sign, game, entries);
  const { open_at: openAt, close_at: closeAt, draw_at: drawAt, commitment, now } = row;
  const times = { openAt: Number(openAt), closeAt: Number(closeAt), drawAt: Number(drawAt) };
  await publishEvent(tx, "period", {
    ...currentAt({ periodNo, ...times, commitment }, Number(now)),
    status: "closed",
    gameCode: game,
  });
  return "voided";
}
