import { CALLS } from "@lotus/contract";
import { matchLocale } from "@lotus/locales";
import { formatMoney } from "@lotus/money";
import { accept, bind, type BoundCall } from "../../http/handler.ts";
import type { WalletTools } from "../wallet.ts";

/** GET /api/user/rechargeChannels. */
export function rechargeChannelsCall({ channels, translate }: WalletTools): BoundCall {
  return bind(CALLS.rechargeChannels, (_, { locale }) =>
    accept(
      channels.map(({ id, kind, name, min, max }) => ({
        id,
        kind,
        name: translate(matchLocale(locale) ?? "vi-VN", name),
        min: formatMoney(min),
        max: formatMoney(max),
      })),
    ),
  );
}
