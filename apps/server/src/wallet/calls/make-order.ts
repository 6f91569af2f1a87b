import { CALLS } from "@lotus/contract";
import { matchLocale } from "@lotus/locales";
import { formatMoney, parseMoney } from "@lotus/money";
import { acceptRaw, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { recharge } from "../recharge.ts";
import type { WalletTools } from "../wallet.ts";

/** POST /api/user/makeOrder. */
export function makeOrderCall({ db, channels, translate }: WalletTools): BoundCall {
  return bind(CALLS.makeOrder, async ({ body }, { caller, idempotencyKey, bodyHash, locale }) => {
    const channel = channels.find(({ id }) => id === body.channel_id);
    if (channel === undefined) return refuse("CHANNEL_UNKNOWN");
    const parsed = parseMoney(body.amount);
    // The schema let the amount through, so it reads.
    const amount = parsed.ok ? parsed.value : 0n;
    if (amount < channel.min)
      return refuse("AMOUNT_BELOW_MIN", { values: { min: formatMoney(channel.min) } });
    if (amount > channel.max)
      return refuse("AMOUNT_ABOVE_MAX", { values: { max: formatMoney(channel.max) } });
    if (amount % channel.step !== 0n) return refuse("AMOUNT_NOT_WHOLE");
    const result = await recharge(db, {
      playerId: caller.playerId,
      amount,
      channel,
      channelName: translate(matchLocale(locale) ?? "vi-VN", channel.name),
      key: idempotencyKey,
      bodyHash,
    });
    if (result.outcome === "accepted") return acceptRaw(result.reply);
    return refuse(result.outcome === "conflict" ? "IDEMPOTENCY_CONFLICT" : "MONEY_STOPPED");
  });
}
