import type { CloseEntry, SettledEntry } from "../draw-proof/entries.ts";
import type { BetReceiptReply } from "./document.ts";

/** Minor units of an amount with two decimals. */
const units = (amount: string) => BigInt(amount.replace(".", ""));

/** Whether a close counts as many orders as its tree has leaves, and states at least the own stake; or states no sums. */
export function isInClose({ orders, stake }: CloseEntry, { leaf, closeSize }: BetReceiptReply): boolean {
  return (
    (orders === undefined || orders === closeSize) &&
    (stake === undefined || units(stake) >= units(leaf.total))
  );
}

/** Whether what was paid and refunded states at least the own part of it, or no sums. */
export function isInSettled({ payout, refund }: SettledEntry, { payoutLeaf }: BetReceiptReply): boolean {
  if (payoutLeaf === undefined || payoutLeaf === null) return true;
  return (
    (payout === undefined || units(payout) >= units(payoutLeaf.payout)) &&
    (refund === undefined || units(refund) >= units(payoutLeaf.refund))
  );
}
