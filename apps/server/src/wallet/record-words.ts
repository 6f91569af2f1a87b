import type { MoneyRecord } from "@lotus/contract";
import { matchLocale } from "@lotus/locales";
import type { WalletDeps } from "./wallet-deps.ts";

/** Reasons of an order's end that no person wrote. */
const REASONS = { expired: "reason.expired", player: "reason.player" } as const;

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
    ...(reason !== undefined && isKnown(reason) ? { reason: translate(to, REASONS[reason]) } : {}),
  };
}

function isKnown(reason: string): reason is keyof typeof REASONS {
  return Object.hasOwn(REASONS, reason);
}
