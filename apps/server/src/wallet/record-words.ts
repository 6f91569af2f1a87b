import type { MoneyRecord } from "@lotus/contract";
import { matchLocale } from "@lotus/locales";
import { reasonText } from "../inbox/inbox.ts";
import type { WalletDeps } from "./wallet-deps.ts";

/** Translates a money record: the name of its channel and the reason of its end. */
export function recordWords(
  { channels, translate }: Pick<WalletDeps, "channels" | "translate">,
  locale: string,
  record: MoneyRecord,
): MoneyRecord {
  const to = matchLocale(locale) ?? "vi-VN";
  const { subType, reason } = record;
  const channel = record.type === "recharge" ? channels.find(({ id }) => id === subType) : undefined;
  return {
    ...record,
    ...(channel === undefined ? {} : { channelName: translate(to, channel.name) }),
    ...(reason === undefined ? {} : { reason: reasonText(translate, to, reason) }),
  };
}
