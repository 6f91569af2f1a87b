import type { InclusionFault } from "@lotus/tlog";
import type { StreamStep } from "../stream.ts";
import type { CloseEntry, PeriodEntry, SettledEntry } from "./entries.ts";

/** What is wrong with a draw. */
export type DrawFault =
  | { readonly name: "malformed"; readonly field: string }
  /** About another draw than requested, or with another result than shown. */
  | { readonly name: "other-draw" }
  | { readonly name: "other-result" }
  /** Another beacon than the pinned one. */
  | { readonly name: "other-beacon" }
  /** An entry is missing, occurs twice, is malformed, or is about another draw. */
  | { readonly name: "missing-entry" | "double-entry" | "bad-entry" | "foreign-entry"; readonly type: string }
  /** An entry is not in the log, by the pinned policy; or it is, but was not cosigned by a quorum in time. */
  | { readonly name: InclusionFault | "too-late"; readonly type: string }
  /** The log has an entry about the draw that the document leaves out. */
  | { readonly name: "left-out-entry"; readonly type: string }
  /** Entries are in another log, or in another order, than they must be. */
  | { readonly name: "other-log" | "wrong-order"; readonly type: string }
  /** The times of a period do not allow a fair draw. */
  | { readonly name: "bad-times" }
  /** Another round than the one computed from the time of the draw. */
  | { readonly name: "wrong-round" }
  | { readonly name: "bad-signature-of-round" }
  | { readonly name: "wrong-numbers" };

/** The steps of a verification, in order. */
export type DrawStepName = "document" | "period" | "close" | "round" | "numbers" | "settled" | "log";

/** A step: `open` if it cannot be decided yet. */
export interface DrawStep {
  readonly step: DrawStepName;
  readonly state: "ok" | "open" | "failed";
  readonly faults: readonly DrawFault[];
}

/**
 * valid: drawn, and everything holds. voided: not drawn, as the rules allow and the log confirms, and stakes are refunded.
 * pending: not drawn yet, or the log was not read, and everything so far holds. invalid: anything failed.
 */
export type DrawVerdict = "valid" | "voided" | "pending" | "invalid";

/**
 * Why a period is not drawn. entry: the operator cancelled it before its round. rule: its close was not cosigned by a
 * quorum before its round. skipped: the server was down.
 */
export type VoidedPeriod =
  | { readonly by: "entry"; readonly reason: string }
  | { readonly by: "rule" }
  | { readonly by: "skipped" };

/** An entry that is in the log, and who saw it when. */
export interface WitnessedEntry<Entry> {
  readonly entry: Entry;
  /** When a quorum had seen it (epoch ms): it existed then. Null under a policy that needs no witness. */
  readonly cosignedAt: number | null;
  /** Names of the keys of the witnesses that cosigned it in time. */
  readonly witnesses: readonly string[];
}

/** How the numbers of a draw follow from its round. */
export interface ComputedNumbers {
  /** Hex, 32 bytes. */
  readonly seed: string;
  /** Every byte of the stream that was read. */
  readonly trace: readonly StreamStep[];
  readonly numbers: readonly number[];
}

/** The result of verifying a draw, with what of it screens show; null is what is not known or did not verify. */
export interface DrawReport {
  readonly verdict: DrawVerdict;
  readonly steps: readonly DrawStep[];
  /** Whether witnesses had to cosign; false under a policy with `quorum none`. */
  readonly isWatched: boolean;
  readonly voided: VoidedPeriod | null;
  readonly period: WitnessedEntry<PeriodEntry> | null;
  /** Null too if it was not cosigned before the round. */
  readonly close: WitnessedEntry<CloseEntry> | null;
  readonly settled: SettledEntry | null;
  /** When the beacon publishes the period's round, by the pinned beacon (epoch ms). */
  readonly roundTime: number | null;
  /** Computed from the round, whatever the document says; null until the round is known. */
  readonly computed: ComputedNumbers | null;
}

/** A step with the faults that were found. */
export function stepOf(step: DrawStepName, faults: readonly DrawFault[]): DrawStep {
  return { step, state: faults.length === 0 ? "ok" : "failed", faults };
}

/** A step that cannot be decided yet. */
export function openStep(step: DrawStepName): DrawStep {
  return { step, state: "open", faults: [] };
}
