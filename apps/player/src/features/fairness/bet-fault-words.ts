import type { BetFault, BetPayout } from "@lotus/fair";
import type { ShieldMessageKey, VerifyMessageKey } from "@lotus/locales";
import { wireMoney } from "../../api/wire-money.ts";
import type { I18n } from "../../i18n/use-i18n.tsx";
import { allDrawFaultWords } from "./draw-fault-words.ts";
import type { BetCheck } from "./checks.ts";
import { lacksOdds } from "./kept-bet.ts";

/** Faults that need no more than their name. */
type PlainFault = Exclude<BetFault["name"], "malformed" | "wrong-payout">;

const FAULTS = {
  "other-order": "shield.fault.otherOrder",
  "other-bet": "shield.fault.otherBet",
  "not-in-batch": "shield.fault.notInBatch",
  "bad-receipt-signature": "shield.fault.badSignature",
  "rewritten-log": "shield.fault.rewrittenLog",
  "not-in-close": "shield.fault.notInClose",
  "forged-cancellation": "shield.fault.forgedCancellation",
  "bad-cancellation-time": "shield.fault.badCancellationTime",
  "other-game": "shield.fault.otherGame",
  "other-period": "shield.fault.otherPeriod",
  "other-round": "shield.fault.otherRound",
  "other-odds": "shield.fault.otherOdds",
  "unknown-odds": "shield.fault.unknownOdds",
  "odds-not-in-force": "shield.fault.oddsNotInForce",
  "wrong-odds-table": "shield.fault.wrongOddsTable",
  "wrong-odds": "shield.fault.wrongOdds",
  "not-on-sale": "shield.fault.notOnSale",
  "invalid-draw": "shield.fault.invalidDraw",
  "unknown-bet": "shield.fault.unknownBet",
  "foreign-payout": "shield.fault.foreignPayout",
  "not-in-payouts": "shield.fault.notInPayouts",
  "missing-payout": "shield.fault.missingPayout",
  "wrong-sums": "verify.fault.wrongSums",
  // As the fault of the draw, so that it is said once.
  "missing-settlement": "verify.fault.missingSettlement",
} as const satisfies Record<PlainFault, ShieldMessageKey | VerifyMessageKey>;

const NOTHING: BetPayout = { payout: "0.00", refund: "0.00" };

/** What is wrong with a bet, in the reader's language. */
export function betFaultWords(fault: BetFault, words: I18n): string {
  const { t } = words;
  if (fault.name === "malformed") return t("shield.fault.malformed", { field: fault.field });
  if (fault.name !== "wrong-payout") return t(FAULTS[fault.name]);
  return t("shield.fault.wrongPayout", {
    due: payoutWords(fault.due, words),
    paid: payoutWords(fault.paid ?? NOTHING, words),
  });
}

function payoutWords({ payout, refund }: BetPayout, { t, money }: I18n): string {
  if (wireMoney(refund) === 0n) return money(payout);
  return t("shield.withRefund", { payout: money(payout), refund: money(refund) });
}

/** Everything that is wrong with a bet and its draw, each thing once. */
export function allBetFaultWords({ report, trust }: BetCheck, words: I18n): readonly string[] {
  const ofBet = report.steps.flatMap(({ faults }) => faults.map((fault) => betFaultWords(fault, words)));
  const ofTrust = trust.hasChanged ? [words.t("verify.changed")] : [];
  const ofOdds = lacksOdds(report) ? [words.t("shield.fault.missingOdds")] : [];
  return [...new Set([...ofBet, ...allDrawFaultWords(report.draw, words), ...ofTrust, ...ofOdds])];
}
