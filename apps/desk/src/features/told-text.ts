import { isPlayerReason } from "@lotus/contract";
import type { useI18n } from "../i18n/use-i18n.ts";

/** What a player was told, in the operator's language; what somebody wrote before there was a list as it is. */
export function toldText(reason: string, t: ReturnType<typeof useI18n>): string {
  if (isPlayerReason(reason)) return t(`told.${reason}`);
  if (reason === "expired" || reason === "player") return t(`order.reason.${reason}`);
  return reason === "unwitnessed" ? t("period.voidReason.unwitnessed") : reason;
}

/** What the first of two people chose for players and noted for the second. */
export function firstWords(
  { reason, note }: { readonly reason: string | null; readonly note: string },
  t: ReturnType<typeof useI18n>,
): string {
  const texts = [reason === null ? "" : toldText(reason, t), note].filter((text) => text !== "");
  return texts.length === 0 ? "–" : texts.join(" · ");
}
