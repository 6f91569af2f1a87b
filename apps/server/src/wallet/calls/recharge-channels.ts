import { CALLS } from "@lotus/contract";
import { matchLocale } from "@lotus/locales";
import { formatMoney } from "@lotus/money";
import { accept, bind, type BoundCall } from "../../http/handler.ts";
import { formatMinute, isWithin } from "../../settings/opening-hours.ts";
import type { RechargeChannel } from "../channels/channel.ts";
import type { WalletDeps } from "../wallet-deps.ts";

const MINUTE_MS = 60_000;

/** GET /api/user/rechargeChannels. */
export function rechargeChannelsCall({
  channels,
  translate,
  timeZone,
  now,
  registers: { mayPlay },
  payouts: { turnoverPercent },
}: WalletDeps): BoundCall<typeof CALLS.rechargeChannels> {
  return bind(CALLS.rechargeChannels, async (_, { caller, locale }) => {
    const at = now();
    const verdict = mayPlay === null ? "free" : await mayPlay(caller);
    return accept(
      channels.map(({ id, kind, name, min, max, step, fee, hours, begins, coin, sample }) => ({
        id,
        kind,
        name: translate(matchLocale(locale) ?? "vi-VN", name),
        min: formatMoney(min),
        max: formatMoney(max),
        step: formatMoney(step),
        fee: { basisPoints: Number(fee.basisPoints), fixed: formatMoney(fee.fixed) },
        hours: hoursOf(hours),
        open: hours === null || isWithin(hours, at, timeZone),
        expiresMinutes: begins.as === "passed" ? null : begins.expiresInMs / MINUTE_MS,
        ...(coin !== null && { coin: { ...coin, rate: formatMoney(coin.rate) } }),
        turnoverPercent,
        sample,
        ...(verdict === "unproven" && { needs: "identity" as const }),
        ...(verdict === "unknown" && { needs: "person" as const }),
      })),
    );
  });
}

function hoursOf(hours: RechargeChannel["hours"]): { readonly from: string; readonly to: string } | null {
  return hours === null ? null : { from: formatMinute(hours.opens), to: formatMinute(hours.closes) };
}
