import { CALLS, type CallBody } from "@lotus/contract";
import { formatMoney, parseMoney } from "@lotus/money";
import { instantText, refuseTransPassword } from "../../accounts/accounts.ts";
import { hashRequest } from "../../http/body-hash.ts";
import { acceptRaw, refuse, type Answer, type CallContext } from "../../http/handler.ts";
import type { PayoutDeps } from "../payout-deps.ts";
import { requestWithdrawal, type WithdrawalOutcome } from "./request-withdrawal.ts";

type MakeOrder = typeof CALLS.makeOrder;

/** Creates a withdrawal: makeOrder with type "withdrawal". */
export async function orderWithdrawal(
  deps: PayoutDeps,
  body: Extract<CallBody<MakeOrder>, { type: "withdrawal" }>,
  { caller: { playerId }, idempotencyKey, locale }: CallContext<MakeOrder>,
): Promise<Answer<MakeOrder>> {
  const { bounds } = deps.payouts;
  const parsed = parseMoney(body.amount);
  // The schema has validated the amount.
  const amount = parsed.ok ? parsed.value : 0n;
  if (amount < bounds.min) return refuse("AMOUNT_BELOW_MIN", { values: { min: bounds.min } });
  if (amount > bounds.max) return refuse("AMOUNT_ABOVE_MAX", { values: { max: bounds.max } });
  const check = await deps.checkTransPassword(playerId, body.trans_password);
  if (!check.right) return refuseTransPassword(check, locale, deps.timeZone);
  const { trans_password: _password, ...order } = body;
  const request = {
    playerId,
    addressId: BigInt(body.addr_id),
    amount,
    key: idempotencyKey,
    // Without the password: the stored hash could be used to guess its million values.
    bodyHash: hashRequest(CALLS.makeOrder.path, {}, order),
  };
  const result = await deps.marks.caughtUp(playerId, () => requestWithdrawal(deps, request));
  if (result.outcome === "accepted") {
    deps.notify();
    return acceptRaw(result.reply);
  }
  return refusal(result, locale, deps.timeZone);
}

const REFUSALS = {
  conflict: "IDEMPOTENCY_CONFLICT",
  "given-up": "REQUEST_GIVEN_UP",
  stopped: "MONEY_STOPPED",
  locked: "ACCOUNT_LOCKED",
  "address-unknown": "ADDRESS_UNKNOWN",
  "not-whole": "AMOUNT_NOT_WHOLE",
  pending: "WITHDRAWAL_PENDING",
  "no-funds": "NOT_ENOUGH_MONEY",
  "identity-needed": "IDENTITY_NEEDED",
} as const;

function refusal(
  result: Exclude<WithdrawalOutcome, { outcome: "accepted" }>,
  locale: string,
  timeZone: string,
): Answer<MakeOrder> {
  if (result.outcome === "held") {
    const { until } = result;
    return refuse("WITHDRAWAL_HELD", {
      values: { until: instantText(until, locale, timeZone) },
      data: { until },
    });
  }
  if (result.outcome === "turnover") {
    const { left } = result;
    return refuse("TURNOVER_LEFT", { values: { left }, data: { left: formatMoney(left) } });
  }
  return refuse(REFUSALS[result.outcome]);
}
