import type { DeskWaiting } from "@lotus/contract/desk";
import { booksState, LATE_MS } from "../dashboard/dashboard-calls.ts";
import { WAITING } from "../dashboard/dashboard.sql.ts";
import { countWaiting } from "../operators/operator-requests.ts";
import type { DeskRoom } from "../room.ts";
import { countSecond } from "../second/second.ts";

interface Row {
  readonly recharges: bigint;
  readonly withdrawals: bigint;
  readonly payments: bigint;
  readonly late: bigint;
  readonly stopped: boolean;
}

/** What waits for somebody at the desk now, and whether the house is well. */
export async function readWaiting(room: DeskRoom): Promise<DeskWaiting> {
  const [[row], talks, operatorRequests, second] = await Promise.all([
    room.db.query<Row & Record<string, unknown>>(WAITING, [LATE_MS]),
    room.doors.service.conversations.waiting(),
    countWaiting(room.db),
    countSecond(room.db),
  ]);
  if (row === undefined) throw new Error("a count without a row");
  const { right } = booksState(room);
  return {
    recharges: Number(row.recharges),
    withdrawals: Number(row.withdrawals),
    payments: Number(row.payments),
    conversations: talks.conversations,
    lines: talks.lines,
    books: right === null ? "unknown" : right ? "right" : "wrong",
    money: row.stopped ? "stopped" : "running",
    latePeriods: Number(row.late),
    operatorRequests,
    second,
  };
}
