import { type BeaconChain, randomnessOf, readSignature, roundOfDraw, roundTime } from "@lotus/beacon";
import { CheckpointVerifier, fromHex, type Hashing, nobleHashing, type Policy, toHex } from "@lotus/tlog";
import type { PublicParties } from "../known/public-parties.ts";
import { whoRuns } from "../known/who-runs.ts";
import { logFaults, type PeriodLog } from "../period-log/period-log.ts";
import { type StreamStep, uniformOf } from "../stream.ts";
import { beaconSeed } from "./beacon-seed.ts";
import { type DrawProofDocument, readDrawProof } from "./document.ts";
import {
  type CloseEntry,
  type HouseEntry,
  parseEntry,
  type PeriodEntry,
  type SettledEntry,
  type VoidEntry,
} from "./entries.ts";
import { versionFor } from "./log-version.ts";
import { isBeacon, isSame } from "./equality.ts";
import { CLOSE_BEFORE_DRAW_MS, DRAW_TIMEOUT_MS } from "./period-times.ts";
import { hasRightSums, type SettlementDue, settlementDue } from "./settlement.ts";
import { type LoggedEntry, type LoggedOddsEntry, ProvenEntries, witnessed } from "./proven-entries.ts";
import { isProvenClose, type ShownClose } from "./shown-close.ts";
import {
  type ComputedNumbers,
  type DrawFault,
  type DrawReport,
  type DrawStep,
  type DrawVerdict,
  type LoggedOdds,
  malformedReport,
  openStep,
  stepOf,
  type VoidedPeriod,
} from "./report.ts";

/** What a verifier trusts, pinned by itself and never taken from a document. */
export interface DrawTrust {
  readonly policy: Policy;
  readonly beacon: BeaconChain;
  /**
   * Remembers checkpoints of the policy that were verified; whoever verifies many documents keeps one, since those of the
   * same period, and of neighbours, share checkpoints. Without it each document starts anew.
   */
  readonly checkpoints?: CheckpointVerifier;
  /** The public beacons and witnesses; by default those of the build. */
  readonly parties?: PublicParties;
}

/** How a draw is verified. */
export interface CheckDrawOptions {
  readonly trust: DrawTrust;
  /** The family's draw over U(n). */
  readonly draw: (uniform: (n: number) => number) => number[];
  /** BLS verification, passed in because the pairing curve is large. */
  readonly verifyRound: (chain: BeaconChain, round: number, signature: Uint8Array) => boolean;
  /** What the document must be about: the requested draw, and the result that was shown. */
  readonly expected?: {
    readonly gameCode?: string;
    readonly prizeNo?: string;
    readonly numbers?: readonly number[];
  };
  /**
   * What the log itself says about the period (`PeriodLogReader`). Without it nobody knows whether the document leaves
   * something out, and no period is judged to be voided.
   */
  readonly log?: PeriodLog | null;
  /** The close as the verifier was shown it before the round, or as witnesses have it. */
  readonly shown?: ShownClose | null;
  /** The verifier's own time (epoch ms). What is overdue is judged by it, or by the witnesses of `log` if theirs is later. */
  readonly now?: number;
  readonly hashing?: Hashing;
}

/** Verifies the proof of a draw of `lot-fair/2`. Never throws for its content. */
export function checkDraw(value: unknown, options: CheckDrawOptions): DrawReport {
  const isWatched = options.trust.policy.quorum !== null;
  const runBy = whoRuns(options.trust, options.trust.parties);
  const read = readDrawProof(value);
  if (!read.ok) return malformedReport(read.fields, { isWatched, runBy });
  return new Check(read.document, options).report({ isWatched, runBy });
}

/** One verification; the steps must run in their order. */
class Check {
  readonly #document: DrawProofDocument;
  readonly #options: CheckDrawOptions;
  readonly #hashing: Hashing;
  readonly #verifier: CheckpointVerifier;
  readonly #entries: ProvenEntries;
  #house: LoggedEntry<HouseEntry> | undefined;
  #period: LoggedEntry<PeriodEntry> | undefined;
  #close: LoggedEntry<CloseEntry> | undefined;
  #cancelled: LoggedEntry<VoidEntry> | undefined;
  #settled: LoggedEntry<SettledEntry> | undefined;
  #randomness: Uint8Array | undefined;
  #computed: ComputedNumbers | null = null;
  #voided: VoidedPeriod | null = null;
  #logged: readonly LoggedOddsEntry[] | null = null;

  constructor(document: DrawProofDocument, options: CheckDrawOptions) {
    this.#document = document;
    this.#options = options;
    this.#hashing = options.hashing ?? nobleHashing;
    const { policy, checkpoints, parties } = options.trust;
    this.#verifier = checkpoints?.policy === policy ? checkpoints : new CheckpointVerifier(policy);
    const [verifier, hashing] = [this.#verifier, this.#hashing];
    this.#entries = new ProvenEntries(document, { verifier, hashing, parties });
  }

  report(watch: Pick<DrawReport, "isWatched" | "runBy">): DrawReport {
    // Whether a period without a close is void depends on whether its round is known.
    const [document, period, round] = [this.#checkDocument(), this.#checkPeriod(), this.#checkRound()];
    const [close, numbers, settled] = [this.#checkClose(), this.#checkNumbers(), this.#checkSettled()];
    const wasShown = this.#wasShown();
    const log = this.#checkLog();
    const shown = wasShown ? this.#shownFaults() : [];
    const closed = shown.length === 0 ? close : stepOf("close", [...close.faults, ...shown]);
    const steps = [document, period, closed, round, numbers, settled, log];
    return {
      verdict: this.#verdictOf(steps),
      steps,
      ...watch,
      voided: this.#voided,
      period: witnessed(this.#period),
      announced: this.#period ?? null,
      close: witnessed(this.#close),
      settled: this.#settled?.entry ?? null,
      settledAt: this.#settled?.cosignedAt ?? null,
      settleBy: this.#due()?.settleBy ?? null,
      version: this.#version(),
      odds: this.#oddsBeforeClose(),
      roundTime: this.#period === undefined ? null : this.#roundTimeOf(this.#period),
      computed: this.#computed,
      wouldBe: this.#voided === null ? null : this.#compute(),
      wasShown,
    };
  }

  /** Whether the close that the verifier was shown proves that the period must be drawn. */
  #wasShown(): boolean {
    const { shown = null } = this.#options;
    const period = this.#period;
    if (shown === null || period === undefined) return false;
    const { game, periodNo } = period.entry;
    const about = { game, periodNo, origin: period.origin, roundTime: this.#roundTimeOf(period) };
    return isProvenClose(shown, about, this.#verifier, this.#hashing);
  }

  /** What a period whose close was shown before the round must not be: void, undrawn, or closed otherwise. */
  #shownFaults(): DrawFault[] {
    const { shown, log } = this.#options;
    const close = this.#document.entries.find(({ type }) => type === "close");
    if (close !== undefined && shown != null && close.body !== shown.body)
      return [{ name: "double-entry", type: "close" }];
    const voided = this.#voided;
    // A cancellation before the round was as blind as the close.
    if (voided?.by === "entry") return [];
    const isOverdue = this.#isUndrawn() && (log?.cosignedAt ?? 0) >= this.#overAt();
    return voided !== null || isOverdue ? [{ name: "undrawn-though-shown" }] : [];
  }

  /** A period that is not drawn by then counts as not drawn (epoch ms). */
  #overAt(): number {
    return roundTime(this.#options.trust.beacon, this.#document.round) + DRAW_TIMEOUT_MS;
  }

  /** The document is about the requested draw, and about the pinned beacon. */
  #checkDocument(): DrawStep {
    const { gameCode, prizeNo, numbers, beacon, entries } = this.#document;
    const { expected = {}, trust } = this.#options;
    const faults: DrawFault[] = [];
    if ((expected.gameCode ?? gameCode) !== gameCode || (expected.prizeNo ?? prizeNo) !== prizeNo)
      faults.push({ name: "other-draw" });
    if (expected.numbers !== undefined && !isSame(expected.numbers, numbers))
      faults.push({ name: "other-result" });
    if (!isBeacon(beacon, trust.beacon)) faults.push({ name: "other-beacon" });
    for (const { type, body } of entries)
      if (parseEntry(body)?.type !== type) faults.push({ name: "bad-entry", type });
    return stepOf("document", faults);
  }

  /** The period was in the log, cosigned, before its sale opened, with the round that follows from its times. */
  #checkPeriod(): DrawStep {
    const { trust } = this.#options;
    const faults: DrawFault[] = [];
    const house = this.#entries.find("house", faults);
    this.#house = house;
    if (
      house !== undefined &&
      (!isBeacon(house.entry.beacon, trust.beacon) || house.entry.origin !== house.origin)
    )
      faults.push({ name: "other-beacon" });
    // A skipped period may never have been announced.
    if (this.#entries.has("skipped") && !this.#entries.has("period")) return stepOf("period", faults);
    const period = this.#entries.find("period", faults, (entry) => entry.openAt);
    this.#period = period;
    if (period === undefined) return stepOf("period", faults);
    const { openAt, closeAt, drawAt, round } = period.entry;
    this.#checkOrder(house, period, faults);
    const at = this.#roundTimeOf(period);
    if (openAt >= closeAt || closeAt + CLOSE_BEFORE_DRAW_MS > drawAt || closeAt >= at)
      faults.push({ name: "bad-times" });
    const isRound = round === roundOfDraw(trust.beacon, drawAt) && round >= 1;
    if (!isRound || this.#document.round !== round || this.#document.roundTime !== at)
      faults.push({ name: "wrong-round" });
    this.#readOdds(faults);
    return stepOf("period", faults);
  }

  /** Versions of the odds are in the log of the period, each once. */
  #readOdds(faults: DrawFault[]): void {
    const logged = this.#entries.odds(faults);
    if (logged === null) return;
    if (logged.some(({ origin }) => origin !== this.#house?.origin))
      faults.push({ name: "other-log", type: "odds" });
    if (new Set(logged.map(({ entry }) => entry.version)).size < logged.length)
      faults.push({ name: "double-entry", type: "odds" });
    this.#logged = logged;
  }

  /** The sales, or the cancellation, were in the log and cosigned before the round existed. */
  #checkClose(): DrawStep {
    if (this.#entries.has("skipped")) return this.#checkSkipped();
    const period = this.#period;
    if (period === undefined) return openStep("close");
    const faults: DrawFault[] = [];
    const before = () => this.#roundTimeOf(period);
    if (this.#entries.has("void")) {
      const cancelled = this.#entries.find("void", faults, before);
      this.#cancelled = cancelled;
      this.#checkOrder(period, cancelled, faults);
      this.#checkUndrawn("void", faults);
      if (cancelled !== undefined) this.#voided = { by: "entry", reason: cancelled.entry.reason };
      return stepOf("close", faults);
    }
    if (!this.#entries.has("close") && this.#isUndrawn()) return this.#closeNotInTime(false);
    this.#close = this.#entries.find("close", faults, before);
    this.#checkOrder(period, this.#close, faults);
    const [fault, ...more] = faults;
    if ((fault?.name === "too-late" || fault?.name === "no-quorum") && more.length === 0 && this.#isUndrawn())
      return this.#closeNotInTime(fault.name === "too-late");
    return stepOf("close", faults);
  }

  /** There is no close that a quorum cosigned before the round: the period is void, once that can no longer change. */
  #closeNotInTime(isTooLate: boolean): DrawStep {
    if (!isTooLate && this.#randomness === undefined) return openStep("close");
    this.#voided = { by: "rule" };
    return stepOf("close", []);
  }

  #checkSkipped(): DrawStep {
    const faults: DrawFault[] = [];
    const skipped = this.#entries.find("skipped", faults);
    this.#checkOrder(this.#period ?? this.#house, skipped, faults);
    this.#checkUndrawn("skipped", faults);
    for (const type of ["close", "void"])
      if (this.#entries.has(type)) faults.push({ name: "foreign-entry", type });
    if (skipped !== undefined) this.#voided = { by: "skipped" };
    return stepOf("close", faults);
  }

  /** The signature is that of the pinned beacon for the round. */
  #checkRound(): DrawStep {
    const { signature: text, randomness = null } = this.#document.beacon;
    if (text === null) {
      const isOpen = randomness === null && this.#document.numbers === null;
      return isOpen ? openStep("round") : stepOf("round", [{ name: "bad-signature-of-round" }]);
    }
    const signature = readSignature(text);
    const { trust, verifyRound } = this.#options;
    const value = signature === null ? undefined : randomnessOf(signature);
    const isGood =
      signature !== null &&
      value !== undefined &&
      (randomness === null || randomness.toLowerCase() === toHex(value)) &&
      verifyRound(trust.beacon, this.#document.round, signature);
    if (!isGood) return stepOf("round", [{ name: "bad-signature-of-round" }]);
    this.#randomness = value;
    return stepOf("round", []);
  }

  /** The numbers follow from the round, and the log has the same. */
  #checkNumbers(): DrawStep {
    const { round, numbers, beacon } = this.#document;
    const faults: DrawFault[] = [];
    const logged = this.#entries.has("draw") ? this.#entries.find("draw", faults) : undefined;
    this.#checkOrder(this.#close, logged, faults);
    // The numbers of a round that is known are shown even before the operator draws.
    this.#computed = this.#voided === null ? this.#compute() : null;
    if (this.#isUndrawn()) return openStep("numbers");
    const computed = this.#computed?.numbers;
    const entry = logged?.entry;
    const isLogged =
      entry === undefined ||
      (isSame(entry.numbers, computed) &&
        entry.round === round &&
        entry.signature === beacon.signature?.toLowerCase());
    if (!isSame(numbers, computed) || !isLogged) faults.push({ name: "wrong-numbers" });
    return stepOf("numbers", faults);
  }

  #compute(): ComputedNumbers | null {
    const { gameCode, prizeNo, round, beacon } = this.#document;
    const chainHash = fromHex(beacon.hash, 32);
    if (this.#randomness === undefined || chainHash === null) return null;
    const inputs = { chainHash, round, randomness: this.#randomness, game: gameCode, periodNo: prizeNo };
    const seed = beaconSeed(inputs, this.#hashing);
    const trace: StreamStep[] = [];
    const numbers = this.#options.draw(uniformOf(seed, this.#hashing, (step) => trace.push(step)));
    return { seed: toHex(seed), trace, numbers };
  }

  /** The payouts and refunds are in the log, after the close or the cancellation. */
  #checkSettled(): DrawStep {
    if (!this.#entries.has("settled"))
      return this.#isOverdue() ? stepOf("settled", [{ name: "missing-settlement" }]) : openStep("settled");
    const faults: DrawFault[] = [];
    this.#settled = this.#entries.find("settled", faults);
    this.#checkOrder(this.#close ?? this.#cancelled ?? this.#period, this.#settled, faults);
    const isUndecided = this.#document.numbers === null && this.#voided === null;
    if (isUndecided || this.#voided?.by === "skipped")
      faults.push({ name: "foreign-entry", type: "settled" });
    const close = parseEntry(this.#document.entries.find(({ type }) => type === "close")?.body ?? "");
    if (this.#settled !== undefined && !hasRightSums(this.#settled.entry, { close, voided: this.#voided }))
      faults.push({ name: "wrong-sums" });
    return stepOf("settled", faults);
  }

  #version(): number {
    return this.#house === undefined || this.#period === undefined
      ? 1
      : versionFor(this.#house.entry, this.#period.entry);
  }

  #due(): SettlementDue | null {
    if (this.#period === undefined) return null;
    const { drawAt } = this.#period.entry;
    const cancelledAt = this.#cancelled?.cosignedAt ?? drawAt;
    return settlementDue({ version: this.#version(), drawAt, cancelledAt, voided: this.#voided });
  }

  #isOverdue(): boolean {
    const { now = 0, log } = this.#options;
    const witnessed = log?.origin === this.#period?.origin ? (log?.cosignedAt ?? 0) : 0;
    return Math.max(now, witnessed) >= (this.#due()?.missingAt ?? Number.POSITIVE_INFINITY);
  }

  /** The log has no other entries about the draw than the document. */
  #checkLog(): DrawStep {
    const { log } = this.#options;
    const document = this.#document;
    if (log === undefined || log === null || log.origin !== this.#house?.origin) return openStep("log");
    // A document that is not final may be older than the log: what it lacks was not there yet.
    const isFinal = this.#voided !== null || (!this.#isUndrawn() && this.#entries.has("draw"));
    if (!isFinal) return openStep("log");
    const faults = logFaults(log, document);
    if (faults.length > 0) return stepOf("log", faults);
    if (this.#voided === null) return stepOf("log", []);
    return log.cosignedAt === null || log.cosignedAt >= this.#overAt() ? stepOf("log", []) : openStep("log");
  }

  #verdictOf(steps: readonly DrawStep[]): DrawVerdict {
    if (steps.some(({ state }) => state === "failed")) return "invalid";
    const isRead = steps.some(({ step, state }) => step === "log" && state === "ok");
    if (this.#voided !== null) return isRead ? "voided" : "pending";
    // The numbers and the bets are proved without the payouts, and without knowing that the log has nothing else.
    const isOptional = ({ step }: DrawStep) => step === "settled" || step === "log";
    return steps.every((step) => step.state === "ok" || isOptional(step)) ? "valid" : "pending";
  }

  /** What is logged after the close was in force for none of its orders. */
  #oddsBeforeClose(): readonly LoggedOdds[] | null {
    const until = this.#close?.index ?? Number.POSITIVE_INFINITY;
    const logged = this.#logged?.filter(({ index }) => index < until);
    return logged?.map(({ entry: { version, hash, from } }) => ({ version, hash, from })) ?? null;
  }

  #roundTimeOf({ entry }: LoggedEntry<PeriodEntry>): number {
    return roundTime(this.#options.trust.beacon, entry.round);
  }

  #isUndrawn(): boolean {
    return this.#document.numbers === null && !this.#entries.has("draw");
  }

  /** A period that was not drawn has no result. */
  #checkUndrawn(type: "void" | "skipped", faults: DrawFault[]): void {
    if (!this.#isUndrawn()) faults.push({ name: "foreign-entry", type });
  }

  /** Both entries are in the same log, the first one earlier. */
  #checkOrder(first: LoggedEntry | undefined, second: LoggedEntry | undefined, faults: DrawFault[]): void {
    if (first === undefined || second === undefined) return;
    const { type } = second.entry;
    if (first.origin !== second.origin || second.origin !== this.#house?.origin)
      faults.push({ name: "other-log", type });
    else if (first.index >= second.index) faults.push({ name: "wrong-order", type });
  }
}
