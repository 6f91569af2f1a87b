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
  const { orders, stake, root } = await deps.betsOfPeriod(game.code, periodNo);
  const entry = { game: game.code, periodNo, orders, stake: formatMoney(stake), betsRoot: toHex(root) };
  await deps.leader.transaction((tx) => appendEntries(tx, [{ type: "close", ...entry }]));
  deps.fairness.publisher.wake();
  await deps.fault("after-close-record", game.code);
}

/** Logs what a settled period paid. */
export async function recordPayouts(deps: DrawDeps, game: Game, periodNo: string): Promise<void> {
  const { payout, refund, root } = await deps.payoutsOfPeriod(game.code, periodNo);
  const entry = {
    game: game.code,
    periodNo,
    payout: formatMoney(payout),
    refund: formatMoney(refund),
    payoutsRoot: toHex(root),
  };
  await deps.leader.transaction((tx) => appendEntries(tx, [{ type: "settled", ...entry }]));
  deps.fairness.publisher.wake();
}
