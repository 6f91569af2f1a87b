import type { DrawFault, DrawReport } from "@lotus/fair";
import type { VerifyMessageKey } from "@lotus/locales";
import type { I18n } from "../../i18n/use-i18n.tsx";

/** Names of the log's entries in everyday words. */
const ENTRIES: Readonly<Record<string, VerifyMessageKey>> = {
  house: "verify.entry.house",
  period: "verify.entry.period",
  close: "verify.entry.close",
  draw: "verify.entry.draw",
  settled: "verify.entry.settled",
  void: "verify.entry.void",
  skipped: "verify.entry.skipped",
  odds: "verify.entry.odds",
};

const FAULTS = {
  malformed: "verify.fault.badProof",
  "other-draw": "verify.fault.otherDraw",
  "other-result": "verify.fault.otherResult",
  "other-beacon": "verify.fault.otherBeacon",
  "missing-entry": "verify.fault.missingEntry",
  "double-entry": "verify.fault.doubleEntry",
  "bad-entry": "verify.fault.badEntry",
  "foreign-entry": "verify.fault.foreignEntry",
  "unknown-log": "verify.fault.unknownLog",
  "bad-signature": "verify.fault.badSignature",
  "no-quorum": "verify.fault.noQuorum",
  "not-included": "verify.fault.notIncluded",
  "too-late": "verify.fault.tooLate",
  "other-log": "verify.fault.otherLog",
  "wrong-order": "verify.fault.wrongOrder",
  "left-out-entry": "verify.fault.leftOutEntry",
  "bad-times": "verify.fault.badTimes",
  "wrong-round": "verify.fault.wrongRound",
  "bad-signature-of-round": "verify.fault.badRound",
  "undrawn-though-shown": "verify.fault.undrawnThoughShown",
  "wrong-numbers": "verify.fault.wrongNumbers",
  "missing-settlement": "verify.fault.missingSettlement",
  "wrong-sums": "verify.fault.wrongSums",
} as const satisfies Record<DrawFault["name"], VerifyMessageKey>;

/** Name of a type of entries; types that do not exist are shown as they are. */
export function entryName(type: string, { t }: I18n): string {
  const key = Object.hasOwn(ENTRIES, type) ? ENTRIES[type] : undefined;
  return key === undefined ? type : t(key);
}

/** What is wrong with a draw, in the reader's language. */
export function drawFaultWords(fault: DrawFault, words: I18n): string {
  if ("field" in fault) return words.t("verify.fault.malformed", { field: fault.field });
  const key = FAULTS[fault.name];
  return "type" in fault ? words.t(key, { entry: entryName(fault.type, words) }) : words.t(key);
}

/** Everything that is wrong with a draw, each thing once. */
export function allDrawFaultWords({ steps }: DrawReport, words: I18n): readonly string[] {
  return [...new Set(steps.flatMap(({ faults }) => faults.map((fault) => drawFaultWords(fault, words))))];
}
