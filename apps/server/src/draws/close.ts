import { toHex } from "@lotus/tlog";
import type { Game } from "@lotus/games";
import { formatMoney } from "@lotus/money";
import { appendEntries } from "../fairness/fairness.ts";
import * as sql from "./draws.sql.ts";
import { currentAt } from "./result.ts";
import { type DrawDeps, publishEvent } from "./draw-deps.ts";

interface ClosedRow {
  readonly open_at: bigint;
  readonly close_at: bigint;
  readonly draw_at: bigint;
  readonly log_leaf: Uint8Array;
  readonly now: bigint;
}

/** Ends the sale of a period. True when it is over; false when its time has not come by the server's clock. */
export async function closePeriod(deps: DrawDeps, game: Game, periodNo: string): Promise<boolean> {
  await deps.fault("before-close", game.code);
  const closed = await deps.leader.transaction(async (tx) => {
    const [open] = await tx.query(sql.LOCK_TO_CLOSE, [game.code, periodNo]);
    if (open === undefined) return true;
    const [row] = await tx.query<ClosedRow>(sql.CLOSE_PERIOD, [game.code, periodNo]);
    if (row === undefined) return false;
    const { open_at, close_at, draw_at, log_leaf: logLeaf, now } = row;
    const times = { openAt: Number(open_at), closeAt: Number(close_at), drawAt: Number(draw_at) };
    await publishEvent(tx, "period", {
      ...currentAt({ periodNo, ...times, logLeaf }, Number(now)),
      gameCode: game.code,
    });
    return true;
  });
  await deps.fault("after-close", game.code);
  return closed;
}

/**
 * Logs what was sold: the orders, their stake and the root over them. Witnesses must cosign it before the round of the
 * beacon exists, so that nobody who knows the numbers can add a bet.
 */
export async function recordClose(deps: DrawDeps, game: Game, periodNo: string): Promise<void> {
  const { orders, stake, root, padding } = await deps.betsOfPeriod(game.code, periodNo);
  const sums = padding === null ? { orders, stake: formatMoney(stake) } : {};
  const of = { game: game.code, periodNo };
  await deps.leader.transaction(async (tx) => {
    if (padding !== null) await tx.query(sql.KEEP_PADDING, [game.code, periodNo, "bets", padding]);
    await appendEntries(tx, [{ type: "close", ...of, ...sums, betsRoot: toHex(root) }]);
  });
  deps.fairness.publisher.wake();
  await deps.fault("after-close-record", game.code);
}

/**
 * Shows its players the close of a period that a quorum has cosigned. To be called before the round exists: afterwards the
 * operator could have chosen whether to.
 */
export async function showClose(deps: DrawDeps, game: Game, periodNo: string): Promise<void> {
  const close = await deps.fairness.closeOf(game.code, periodNo);
  if (close === null) return;
  const told = JSON.stringify({ gameCode: game.code, prizeNo: periodNo, ...close });
  // A percent sign stands for the number of a player's orders, so none may be in the rest.
  const pattern = `{"orders":"%",${told.slice(1).replaceAll("%", String.raw`\u0025`)}`;
  await deps.leader.transaction((tx) => tx.query(sql.TELL_CLOSE, [game.code, periodNo, pattern]));
  deps.notify();
}

/** Logs what a settled period paid, and what a void one refunded. */
export async function recordPayouts(
  deps: DrawDeps,
  game: Game,
  { periodNo, isVoid }: { readonly periodNo: string; readonly isVoid: boolean },
): Promise<void> {
  const { payout, refund, root, padding, statesSums } = await deps.payoutsOfPeriod(game.code, periodNo);
  const refunded = { refund: formatMoney(refund) };
  const sums = isVoid ? refunded : { payout: formatMoney(payout), ...refunded };
  const of = { game: game.code, periodNo };
  await deps.leader.transaction(async (tx) => {
    await tx.query(sql.KEEP_PADDING, [game.code, periodNo, "payouts", padding]);
    await appendEntries(tx, [
      { type: "settled", ...of, ...(statesSums ? sums : {}), payoutsRoot: toHex(root) },
    ]);
  });
  deps.fairness.publisher.wake();
}
