import type { CALLS, CallBody } from "@lotus/contract";
import { matchLocale } from "@lotus/locales";
import { parseMoney } from "@lotus/money";
import { acceptRaw, refuse, type Answer, type CallContext } from "../../http/handler.ts";
import { formatMinute, isWithin } from "../../settings/opening-hours.ts";
import { breaksOf, limitRefusal, tightestLimit } from "../../protection/protection.ts";
import { requestRecharge } from "../recharges/request-recharge.ts";
import type { WalletDeps } from "../wallet-deps.ts";

type MakeOrder = typeof CALLS.makeOrder;

/** Creates a recharge: makeOrder with type "recharge". */
export async function orderRecharge(
  { db, channels, translate, maxPending, rules, checkClock, timeZone, now, notify }: WalletDeps,
  body: Extract<CallBody<MakeOrder>, { type: "recharge" }>,
  { caller, idempotencyKey, bodyHash, locale }: CallContext<MakeOrder>,
): Promise<Answer<MakeOrder>> {
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
  const result = await requestRecharge(db, {
    playerId: caller.playerId,
    amount,
    channel,
    channelName: translate(matchLocale(locale) ?? "vi-VN", channel.name),
    key: idempotencyKey,
    bodyHash,
    maxPending,
    rules,
    checkClock,
  });
  if (result.outcome === "accepted") {
    notify();
    return acceptRaw(result.reply);
  }
  if (result.outcome === "excluded") {
    const { blockedUntil } = await breaksOf(db, caller.playerId);
    return refuse("PLAYER_EXCLUDED", { data: { until: blockedUntil } });
  }
  if (result.outcome === "over-limit") {
    const limit = await tightestLimit(db, caller.playerId, "deposit");
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
