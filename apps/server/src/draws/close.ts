import { toHex } from "@lotus/tlog";
import type { Game } from "@lotus/games";
import { formatMoney } from "@lotus/money";
import * as sql from "./draws.sql.ts";
import { append } from "./log.ts";
import { currentAt } from "./result.ts";
import { type DrawDeps, publishEvent } from "./draw-deps.ts";

interface ClosedRow {
  readonly open_at: bigint;
  readonly close_at: bigint;
  readonly draw_at: bigint;
  readonly commitment: Uint8Array;
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
    const { open_at, close_at, draw_at, commitment, now } = row;
    const times = { openAt: Number(open_at), closeAt: Number(close_at), drawAt: Number(draw_at) };
    await publishEvent(tx, "period", {
      ...currentAt({ periodNo, ...times, commitment }, Number(now)),
      gameCode: game.code,
    });
    return true;
  });
  await deps.fault("after-close", game.code);
  return closed;
}

/**
 * Records what was sold: the orders, their stake and the root over them. The draw waits for this record, so that nobody
 * who knows the numbers can add a bet; games do not wait for each other.
 */
export async function recordClose(deps: DrawDeps, game: Game, periodNo: string): Promise<void> {
  const { orders, stake, root } = await deps.betsOfPeriod(game.code, periodNo);
  const body = { game: game.code, periodNo, orders, stake: formatMoney(stake), betsRoot: toHex(root) };
  await deps.leader.transaction((tx) =>
    append(tx, deps.sign, game.code, [{ type: "close", periodNo, body }]),
  );
  await deps.fault("after-close-record", game.code);
}
