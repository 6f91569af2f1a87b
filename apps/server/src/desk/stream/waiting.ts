import type { DeskWaiting } from "@lotus/contract/desk";
import { booksState, LATE_MS } from "../dashboard/dashboard-calls.ts";
import { readTroubles } from "../dashboard/troubles.ts";
import { WAITING } from "../dashboard/dashboard.sql.ts";
import { countWaiting } from "../operators/operator-requests.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { countSecond } from "../second/second.ts";

interface Row {
  readonly recharges: bigint;
  readonly withdrawals: bigint;
  readonly payments: bigint;
  readonly identities: bigint;
  readonly care: bigint;
  readonly late: bigint;
  readonly rule_voids: bigint;
  readonly stopped: boolean;
}

/** Counts of what waits at the desk now, and the state of the server. */
export async function readWaiting(deps: DeskDeps): Promise<DeskWaiting> {
  const [[row], talks, operatorRequests, second, troubles] = await Promise.all([
    deps.db.query<Row & Record<string, unknown>>(WAITING, [LATE_MS]),
    deps.services.service.conversations.waiting(),
    countWaiting(deps.db),
    countSecond(deps.db),
    readTroubles(deps),
  ]);
  if (row === undefined) throw new Error("a count without a row");
  const { right } = booksState(deps);
  return {
    recharges: Number(row.recharges),
    withdrawals: Number(row.withdrawals),
    payments: Number(row.payments),
    identities: Number(row.identities),
    care: Number(row.care),
    conversations: talks.conversations,
    lines: talks.lines,
    books: right === null ? "unknown" : right ? "right" : "wrong",
    money: row.stopped ? "stopped" : "running",
    latePeriods: Number(row.late),
    ruleVoids: Number(row.rule_voids),
    stops: deps.services.games.stops().map(({ cause }) => cause),
    troubles,
    operatorRequests,
    second,
  };
}
