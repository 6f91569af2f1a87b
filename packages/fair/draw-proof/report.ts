import type { InclusionFault } from "@lotus/tlog";
import type { WhoRuns } from "../known/who-runs.ts";
import type { StreamStep } from "../stream.ts";
import type { CloseEntry, OddsEntry, PeriodEntry, SettledEntry } from "./entries.ts";

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
  /** Not drawn, though a quorum had seen the close before the round, as the verifier was shown. */
  | { readonly name: "undrawn-though-shown" }
  | { readonly name: "wrong-numbers" }
  /** What was paid and refunded is not in the log, long after it was due. It may still come. */
  | { readonly name: "missing-settlement" }
  /** The sums of the payouts are stated and those of the close are not, or the refunds of a void period are not its stakes. */
  | { readonly name: "wrong-sums" };

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
  /** Names of the keys of the witnesses that cosigned it in time: anybody can give a key any name. */
  readonly witnesses: readonly string[];
  /** Those who run the listed ones of these witnesses, which are known by their keys. */
  readonly operators: readonly string[];
}

/** A version of the odds that is in the log before the close of a period. */
export type LoggedOdds = Omit<OddsEntry, "type">;

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
  /** Who runs the beacon and the witnesses, by the list of the build. */
  readonly runBy: WhoRuns;
  readonly voided: VoidedPeriod | null;
  readonly period: WitnessedEntry<PeriodEntry> | null;
  /** The name of the log that the period is in, and its index there. */
  readonly announced: { readonly origin: string; readonly index: number } | null;
  /** Null too if it was not cosigned before the round. */
  readonly close: WitnessedEntry<CloseEntry> | null;
  readonly settled: SettledEntry | null;
  /** When a quorum had seen the payouts (epoch ms); null if they are not known, or no witness is needed. */
  readonly settledAt: number | null;
  /** By when they are due (epoch ms); null if it is not known, or the log of the period does not promise it. */
  readonly settleBy: number | null;
  /** The version of the rules that the period is held to (`log-version.ts`). */
  readonly version: number;
  /** Versions of the odds from the period's on, up to the close; null if the document does not show them. */
  readonly odds: readonly LoggedOdds[] | null;
  /** When the beacon publishes the period's round, by the pinned beacon (epoch ms). */
  readonly roundTime: number | null;
  /** Computed from the round, whatever the document says; null until the round is known. */
  readonly computed: ComputedNumbers | null;
  /** What a period that is not drawn would have drawn; null until its round is known. */
  readonly wouldBe: ComputedNumbers | null;
  /** Whether the verifier had been shown, with proof, that a quorum saw the close before the round. */
  readonly wasShown: boolean;
}

/** The report of a document whose fields have another form. */
export function malformedReport(
  fields: readonly string[],
  watch: Pick<DrawReport, "isWatched" | "runBy">,
): DrawReport {
  const faults = fields.map((field): DrawFault => ({ name: "malformed", field }));
  const nothing = {
    voided: null,
    period: null,
    announced: null,
    close: null,
    settled: null,
    settledAt: null,
    settleBy: null,
  };
  const unknown = { odds: null, roundTime: null, computed: null, wouldBe: null, wasShown: false, version: 1 };
  return { verdict: "invalid", steps: [stepOf("document", faults)], ...watch, ...nothing, ...unknown };
}

/** Whether nothing else is wrong than that the payouts are missing: what is not there yet may still come. */
export function isOnlyUnsettled({ steps }: Pick<DrawReport, "steps">): boolean {
  const faults = steps.flatMap((step) => step.faults);
  return faults.length > 0 && faults.every(({ name }) => name === "missing-settlement");
}

/** A step with the faults that were found. */
export function stepOf(step: DrawStepName, faults: readonly DrawFault[]): DrawStep {
  return { step, state: faults.length === 0 ? "ok" : "failed", faults };
}

/** A step that cannot be decided yet. */
export function openStep(step: DrawStepName): DrawStep {
  return { step, state: "open", faults: [] };
}
