import { isPlayerReason } from "@lotus/contract";
import { CANDIDATE_FITS, CLICK_REASONS } from "@lotus/contract/desk";
import type { useI18n } from "../i18n/use-i18n.ts";

/** What a player was told, in the operator's language; what somebody wrote before there was a list as it is. */
export function toldText(reason: string, t: ReturnType<typeof useI18n>): string {
  if (isPlayerReason(reason)) return t(`told.${reason}`);
  if (reason === "expired" || reason === "player") return t(`order.reason.${reason}`);
  return reason === "unwitnessed" ? t("period.voidReason.unwitnessed") : reason;
}

/** What an operator noted, or in words what a click of theirs wrote in their place. */
export function noteText(note: string, t: ReturnType<typeof useI18n>): string {
  const click = CLICK_REASONS.find((word) => word === note);
  if (click !== undefined) return t(`payment.click.${click}`);
  const [begin, ...words] = note.split(" ");
  const fits = CANDIDATE_FITS.filter((fit) => fit !== "amountNear" && words.includes(fit));
  if (begin !== "candidate" || fits.length < words.length) return note;
  const said = fits.flatMap((fit) => (fit === "amountNear" ? [] : t(`payment.fits.${fit}`)));
  return t("payment.matchedAs", { fits: said.join(", ") });
}

/** What the first of two people chose for players and noted for the second, each said whose it is. */
export function firstWords(
  { reason, note }: { readonly reason: string | null; readonly note: string },
  t: ReturnType<typeof useI18n>,
): string {
  if (reason === null) return note === "" ? "–" : note;
  const told = `${t("action.told")}: ${toldText(reason, t)}`;
  return note === "" ? told : `${told}. ${t("action.note")}: ${note}`;
}
