import { CALLS } from "@lotus/contract";
import { formatMoney, parseMoney } from "@lotus/money";
import { withdrawalHeldUntil } from "../../accounts/accounts.ts";
import { accept, bind, type BoundCall } from "../../http/handler.ts";
import { balanceOf } from "../../ledger/ledger.ts";
import { bankStep, withdrawalFee } from "../../settings/withdrawal-settings.ts";
import type { PayoutDeps } from "../payout-deps.ts";
import { turnoverDue } from "./terms.ts";
import * as sql from "./withdrawals.sql.ts";

/** GET /api/user/withdrawQuote. */
export function withdrawQuoteCall({
  db: { heavy: db },
  payouts,
  identity,
  marks,
}: Pick<PayoutDeps, "db" | "payouts" | "identity" | "marks">): BoundCall<typeof CALLS.withdrawQuote> {
  return bind(CALLS.withdrawQuote, async ({ query }, { caller: { playerId } }) => {
    const { bounds, maxPending, arrivalMinutes } = payouts;
    const { required, received, done, left, leftOut, waiting, tail } = await marks.caughtUp(playerId, () =>
      turnoverDue(db, playerId, payouts),
    );
    marks.sawTail(playerId, tail);
    const [pending] = await db.query<{ count: number }>(sql.COUNT_PENDING, [playerId]);
    const parsed = query.amount === undefined ? null : parseMoney(query.amount);
    const amount = parsed?.ok === true ? parsed.value : null;
    // The fee may exceed an amount that is too small to be withdrawn.
    const whole = amount === null ? null : withdrawalFee(payouts, amount);
    const fee = amount === null || whole === null || whole < amount ? whole : amount;
    return accept({
      min: formatMoney(bounds.min),
      max: formatMoney(bounds.max),
      bankStep: formatMoney(bankStep(payouts)),
      balance: formatMoney((await balanceOf(db, playerId)) ?? 0n),
      turnover: {
        required: formatMoney(required),
        received: formatMoney(received),
        done: formatMoney(done),
        left: formatMoney(left),
        leftOut: { own: formatMoney(leftOut.own), team: formatMoney(leftOut.tree) },
        counting: formatMoney(waiting),
        maxCoverage: payouts.maxCoveragePercent,
      },
      heldUntil: await withdrawalHeldUntil(db, playerId),
      identity: await identity.judge(db, playerId, amount ?? bounds.min),
      pending: pending?.count ?? 0,
      maxPending,
      arrivalMinutes,
      ...(amount === null || fee === null
        ? {}
        : { fee: formatMoney(fee), arrives: formatMoney(amount - fee) }),
    });
  });
}
