import type { AnyMessageKey } from "@lotus/locales";
import { formatsOf } from "../../i18n/formats.ts";
import { chosenLocale, i18n, word } from "../../i18n/i18n.ts";
import type { RequestKind } from "./kept-requests.ts";
import type { Settled } from "./settle-outcome.ts";

/** What is told of a request that did not arrive, and never will. */
export const NEVER = {
  recharge: "outcomes.rechargeNever",
  withdrawal: "outcomes.withdrawalNever",
  cancel: "outcomes.never",
  cancelRecharge: "outcomes.never",
  confirmPaid: "outcomes.never",
  chase: "outcomes.chaseNever",
  cancelChase: "outcomes.never",
  bet: "outcomes.betNever",
} as const satisfies Record<RequestKind | "bet", AnyMessageKey>;

/** What is told of a request that was accepted. */
export function acceptedWords(done: Extract<Settled, { state: "done" }>): string {
  const { money } = formatsOf(chosenLocale(i18n.locale));
  if (done.call === "order") return word("outcomes.bet", { total: money(done.data.total) });
  if (done.call === "cancel") return word("outcomes.cancelled", { refund: money(done.data.refund) });
  if (done.call === "chase") return word("outcomes.chase", { total: money(done.data.total) });
  if (done.call === "cancelChase") return word("outcomes.chaseEnded", { refund: money(done.data.refund) });
  const { call, data } = done;
  const key = call === "makeOrder" && data.type === "withdrawal" ? "withdrawal" : RECHARGE_WORDS[call];
  return word(`outcomes.${key}`, { amount: money(data.amount) });
}

const RECHARGE_WORDS = {
  makeOrder: "recharge",
  cancelRecharge: "rechargeCancelled",
  confirmPaid: "rechargeConfirmed",
} as const;
