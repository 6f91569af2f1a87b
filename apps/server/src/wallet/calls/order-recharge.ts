import type { CALLS, CallBody } from "@lotus/contract";
import { matchLocale } from "@lotus/locales";
import { formatMoney, type Money, parseMoney } from "@lotus/money";
import { acceptRaw, refuse, type Answer, type CallContext } from "../../http/handler.ts";
import { formatMinute, isWithin } from "../../settings/opening-hours.ts";
import { breaksOf, limitRefusal, refuseBlocked, tightestLimit } from "../../protection/protection.ts";
import { queueLimitReached } from "../../push/push.ts";
import { refuseBarred, refuseSilent } from "../../registers/registers.ts";
import { findKey } from "../../ledger/ledger.ts";
import { requestRecharge, type RechargeRequest } from "../recharges/request-recharge.ts";
import type { WalletDeps } from "../wallet-deps.ts";

type MakeOrder = typeof CALLS.makeOrder;
type RechargeBody = Extract<CallBody<MakeOrder>, { type: "recharge" }>;

/** Creates a recharge: makeOrder with type "recharge". */
export async function orderRecharge(
  deps: WalletDeps,
  body: RechargeBody,
  context: CallContext<MakeOrder>,
): Promise<Answer<MakeOrder>> {
  const { channels, timeZone, now } = deps;
  const channel = channels.find(({ id }) => id === body.channel_id);
  if (channel === undefined) return refuse("CHANNEL_UNKNOWN");
  const { hours } = channel;
  if (hours !== null && !isWithin(hours, now(), timeZone)) {
    const values = { from: formatMinute(hours.opens), to: formatMinute(hours.closes) };
    return refuse("CHANNEL_CLOSED", { values });
  }
  const parsed = parseMoney(body.amount);
  // The schema has validated the amount.
  const amount = parsed.ok ? parsed.value : 0n;
  if (amount < channel.min) return refuse("AMOUNT_BELOW_MIN", { values: { min: channel.min } });
  if (amount > channel.max) return refuse("AMOUNT_ABOVE_MAX", { values: { max: channel.max } });
  if (amount % channel.step !== 0n) return refuse("AMOUNT_NOT_WHOLE");
  const cleared = await clear(deps, amount, context);
  return "ok" in cleared ? cleared : await request(deps, { channel, amount, ...cleared }, context);
}

/**
 * Asks the registers of the licence, before the transaction: nobody's money is locked while they think. A retry of an
 * accepted recharge gets the first reply again, whatever they would say by now.
 */
async function clear(
  { db, registers }: WalletDeps,
  amount: Money,
  { caller, idempotencyKey: key, bodyHash }: CallContext<MakeOrder>,
): Promise<Answer<MakeOrder> | { readonly reserved?: bigint }> {
  const { mayPlay, reserveDeposit } = registers;
  if (mayPlay === null && reserveDeposit === null) return {};
  const { playerId } = caller;
  const replayed = async (): Promise<Answer<MakeOrder> | null> => {
    const use = await findKey(db, { playerId, key, bodyHash });
    return use.use === "replay" ? acceptRaw(use.reply) : null;
  };
  const first = await replayed();
  if (first !== null) return first;
  const verdict = mayPlay === null ? "free" : await mayPlay(caller);
  if (verdict !== "free") return refuseBarred(verdict);
  if (reserveDeposit === null) return {};
  const reservation = await reserveDeposit({ playerId, amount, key });
  if (reservation.outcome === "reserved") return { reserved: reservation.orderId };
  if (reservation.outcome !== "over-limit") return refuseBarred(reservation.outcome);
  // The same request, sent twice at once, may have reserved what this one asked for.
  const { left } = reservation;
  return (
    (await replayed()) ??
    refuse("REGISTER_LIMIT_REACHED", { values: { left }, data: { left: formatMoney(left) } })
  );
}

async function request(
  { db, translate, maxPending, rules, checkClock, entropy, notify }: WalletDeps,
  { channel, ...order }: Pick<RechargeRequest, "channel" | "amount" | "reserved">,
  { caller, idempotencyKey, bodyHash, locale }: CallContext<MakeOrder>,
): Promise<Answer<MakeOrder>> {
  const result = await requestRecharge(db, {
    ...order,
    playerId: caller.playerId,
    channel,
    channelName: translate(matchLocale(locale) ?? "vi-VN", channel.name),
    key: idempotencyKey,
    bodyHash,
    maxPending,
    rules,
    checkClock,
    entropy,
  });
  if (result.outcome === "accepted") {
    notify();
    return acceptRaw(result.reply);
  }
  if (result.outcome === "reservation-lost") return refuseSilent();
  if (result.outcome === "excluded")
    return refuseBlocked(db, caller.playerId, await breaksOf(db, caller.playerId));
  if (result.outcome === "over-limit") {
    const limit = await tightestLimit(db, caller.playerId, "deposit");
    if (limit !== null && limit.left <= 0n) await queueLimitReached(db, caller.playerId, limit);
    return refuse("OWN_LIMIT_REACHED", limitRefusal("deposit", limit));
  }
  return refuse(REFUSALS[result.outcome], { values: { max: maxPending } });
}

const REFUSALS = {
  conflict: "IDEMPOTENCY_CONFLICT",
  "given-up": "REQUEST_GIVEN_UP",
  stopped: "MONEY_STOPPED",
  locked: "ACCOUNT_LOCKED",
  "too-many": "TOO_MANY_PENDING",
  busy: "CHANNEL_BUSY",
  "limits-needed": "DEPOSIT_LIMITS_NEEDED",
} as const;
