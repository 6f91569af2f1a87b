import type { BetFault, BetPayout, DrawFault } from "@lotus/fair";

const MISSING_SETTLEMENT =
  "What was paid and refunded is not in the log, ten minutes after it was due; it may still come";

/** {type} stands for the type of an entry, {field} for a field of the document. */
const DRAW_FAULTS: Readonly<Record<DrawFault["name"], string>> = {
  malformed: 'The field "{field}" is missing or malformed',
  "other-draw": "The document is about another draw",
  "other-result": "The document has another result",
  "other-beacon": "The beacon is not the trusted one",
  "missing-entry": "The {type} entry is missing",
  "double-entry": "The {type} entry is there twice",
  "bad-entry": "The {type} entry is malformed",
  "foreign-entry": "The {type} entry is about another period, or does not belong here",
  "too-late": "The {type} entry was cosigned too late",
  "no-quorum": "The {type} entry was not cosigned by enough of the trusted witnesses in time",
  "unknown-log": "The {type} entry is in a log that is not trusted",
  "bad-signature": "The {type} entry is under a checkpoint with a wrong signature",
  "not-included": "The {type} entry is not in the log",
  "other-log": "The {type} entry is in another log than the others",
  "left-out-entry": "The log has a {type} entry about this draw that the document leaves out",
  "wrong-order": "The {type} entry is not later in the log than the one it must follow",
  "bad-times": "The times of the period do not allow a fair draw",
  "wrong-round": "The round is not the one that follows from the time of the draw",
  "bad-signature-of-round": "The beacon did not sign this for the round",
  "undrawn-though-shown":
    "Not drawn, though witnesses had seen the close before the round, as the file shows",
  "wrong-numbers": "Other numbers follow from the round",
  "missing-settlement": MISSING_SETTLEMENT,
  "wrong-sums": "The sums of the payouts do not fit those of the close",
};

/** What is wrong with a draw, in a sentence. */
export function drawFaultText(fault: DrawFault): string {
  const type = "type" in fault ? fault.type : "";
  const field = "field" in fault ? fault.field : `proof of the ${type} entry`;
  return DRAW_FAULTS[fault.name].replace("{type}", type).replace("{field}", field);
}

/** {field} stands for a field of the receipt, {due} and {paid} for amounts. */
const BET_FAULTS: Readonly<Record<BetFault["name"], string>> = {
  malformed: 'The field "{field}" of the receipt is missing or malformed',
  "other-order": "The receipt is of another order",
  "other-bet": "The receipt is of another bet, stake, player or time than the one on record",
  "not-in-batch": "The order is not the one that was accepted",
  "bad-receipt-signature": "The receipt is not signed by a key of the trusted log",
  "rewritten-log":
    "The log no longer begins with the one that the receipt names, or that one lacked the period",
  "not-in-close": "The order is not among the bets of the close",
  "forged-cancellation": "The order was cancelled without being asked for",
  "bad-cancellation-time": "The order was cancelled when it could not be",
  "other-game": "The order is of another game",
  "other-period": "The order is of another period",
  "other-round": "The order is of another round",
  "other-odds": "The order is under another table of odds than its period",
  "unknown-odds": "The version of the odds is not in the log before the close",
  "odds-not-in-force": "Another version of the odds was in force when the order was accepted",
  "wrong-odds-table": "The published table of odds is not the one in the log",
  "wrong-odds": "The receipt has other odds than the published table",
  "not-on-sale": "The order was accepted when the period was not on sale",
  "invalid-draw": "The draw is invalid",
  "unknown-bet": "The rules do not know this bet",
  "wrong-payout": "The rules give {due}; paid: {paid}",
  "foreign-payout": "The payout is of another order",
  "not-in-payouts": "The payout is not among the payouts in the log",
  "missing-payout": "The period is settled, but the receipt does not say what was paid",
  "wrong-sums": "The sums in the log do not fit the number of bets in its tree, or what this one had",
  "missing-settlement": MISSING_SETTLEMENT,
};

/** What is wrong with a bet, in a sentence. */
export function betFaultText(fault: BetFault): string {
  const field = "field" in fault ? fault.field : "";
  const [due, paid] = "due" in fault ? [fault.due, fault.paid] : [null, null];
  return BET_FAULTS[fault.name]
    .replace("{field}", field)
    .replace("{due}", payoutText(due))
    .replace("{paid}", payoutText(paid));
}

/** A payout in words. */
export function payoutText(paid: BetPayout | null): string {
  return paid === null ? "nothing" : `payout ${paid.payout}, refund ${paid.refund}`;
}
