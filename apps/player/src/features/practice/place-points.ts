import { ApiError } from "@lotus/client";
import { type CallBodyInput, type CALLS, CODES, type RuleTree } from "@lotus/contract";
import { formatMoney } from "@lotus/money";
import { wireMoney } from "../../api/wire-money.ts";
import type { PlacedSlip } from "../slip/place-slip.ts";
import { type BetPeriod, sells } from "../slip/slip-period.ts";
import type { PracticeStore } from "./practice-account.ts";
import { practiceBet } from "./practice-bet.ts";

interface PointsOrder {
  readonly body: CallBodyInput<(typeof CALLS)["order"]>;
  /** Of the attempt: under it a slip is placed once. */
  readonly key: string;
  /** What is known of the slip's period; undefined if it is not one that was seen. */
  readonly period: BetPeriod | undefined;
  readonly now: number;
  /** What a refusal for a closed sale says. */
  readonly closedWords: string;
}

/**
 * Places a slip of points as the server places one of money: once under its key, and only while its period is on sale. A
 * phone that has slept shows a sale that is over, and a slip that was kept may be of any period. @throws ApiError like a
 * refusal of the server
 */
export function placePoints(account: PracticeStore, tree: RuleTree, order: PointsOrder): PlacedSlip {
  const { body, key, period, now, closedWords } = order;
  const before = account.getState().bets.filter(({ id }) => id.startsWith(`${key}/`));
  const bets = before.length > 0 ? before : made(tree, order);
  if (before.length === 0) {
    if (period?.prizeNo !== body.prize_no || !sells(period, now))
      throw new ApiError({ code: CODES.PERIOD_CLOSED, msg: closedWords, kind: "refusal", status: 200 });
    if (!account.getState().place(bets))
      throw new ApiError({ code: CODES.NOT_ENOUGH_BALANCE, msg: "", kind: "refusal", status: 200 });
  }
  const total = bets.reduce((sum, bet) => sum + wireMoney(bet.total), 0n);
  // There are no orders: those are of money.
  return { orders: [], total: formatMoney(total), balance: account.getState().points };
}

function made(tree: RuleTree, { body, key, period }: PointsOrder) {
  return body.bets.flatMap((bet, at) => {
    const line = { optionId: bet.option_id, groups: bet.groups, unit: bet.amount };
    const one = period === undefined ? null : practiceBet(tree, period, line, `${key}/${String(at)}`);
    return one === null ? [] : [one];
  });
}
