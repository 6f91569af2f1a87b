import { type BeaconChain, roundTime } from "@lotus/beacon";
import { DRAW_TIMEOUT_MS } from "@lotus/fair";
import { fault, type Fault, type Finding, notice } from "./finding.ts";
import { periodKey } from "./period-rules.ts";
import { dueFrom, isUnsettled } from "./settlement-rules.ts";
import type { PeriodRecord, TimedEntry } from "./state.ts";

/** The operator has this long to prove that an entry was in time. */
const PROOF_TIMEOUT_MS = 600_000;
/** The monitor looks this often. */
export const POLL_MS = 1_000;
/**
 * A cosigned entry must be in what the operator shows this long after its deadline: a second of a cache, the rest for the way. An
 * operator with a witness that backdates has no longer to look at the round first.
 */
const SHOWN_AFTER_MS = POLL_MS + 3_000;
/** A period that was not drawn is remembered this long, so that a draw after all is noticed. */
const UNDRAWN_MS = 24 * 3_600_000;

/** An entry of a period, and until when a quorum must have cosigned it. */
export interface Deadline {
  readonly type: "period" | "close" | "void";
  readonly entry: TimedEntry;
  readonly before: number;
}

/** What can be said about a period now. */
export interface Judgement {
  readonly findings: readonly Finding[];
  /** Faults only if the beacon has published the period's round. */
  readonly ifPublished: readonly Fault[];
  /** Entries of which it must be known whether they were in time, and is not. */
  readonly wanted: readonly Deadline[];
  /** Whether nothing more can happen. */
  readonly isOver: boolean;
}

/** The entries of a period that have deadlines. */
export function deadlinesOf(record: PeriodRecord, chain: BeaconChain): readonly Deadline[] {
  const before = roundTime(chain, record.round);
  const { period, close, voided } = record;
  return [
    { type: "period", entry: period, before: record.openAt },
    ...(close === null ? [] : [{ type: "close", entry: close, before } as const]),
    ...(voided === null ? [] : [{ type: "void", entry: voided, before } as const]),
  ];
}

/**
 * Applies the rules that depend on time. Sets `isNoted` of the record. `quorumSince`: since when a quorum of the witnesses is
 * reached, if none was before (epoch ms).
 */
export function judgePeriod(
  record: PeriodRecord,
  chain: BeaconChain,
  { now, quorumSince }: { readonly now: number; readonly quorumSince: number | null },
): Judgement {
  const judge = new Judge(record, now, quorumSince);
  for (const deadline of deadlinesOf(record, chain)) {
    if (deadline.type === "period") judge.period(deadline);
    if (deadline.type === "close") judge.close(deadline);
    if (deadline.type === "void") judge.cancelled(deadline);
  }
  judge.noClose();
  return judge.result();
}

class Judge {
  readonly #record: PeriodRecord;
  readonly #now: number;
  readonly #quorumSince: number | null;
  readonly #key: string;
  readonly #findings: Finding[] = [];
  readonly #ifPublished: Fault[] = [];
  readonly #wanted: Deadline[] = [];
  /** Whether it was drawn, or need not be. */
  #isDone = false;

  constructor(record: PeriodRecord, now: number, quorumSince: number | null) {
    [this.#record, this.#now, this.#quorumSince] = [record, now, quorumSince];
    this.#key = periodKey(record.game, record.periodNo);
  }

  /** A period that was used must have been public before its sale. */
  period(deadline: Deadline): void {
    const { draw, close } = this.#record;
    if (draw === null && (close === null || close.isEmpty === true)) return;
    const state = this.#stateOf(deadline);
    const entries = [deadline.entry, close, draw];
    if (state === "late")
      this.#findings.push(
        fault("late-period", `${this.#key}: not cosigned before its sale opened`, { entries }),
      );
    this.#checkShown(deadline, state);
  }

  close(deadline: Deadline): void {
    const { draw, settled, drawAt, voided } = this.#record;
    const state = draw === null && !this.#isOverdue() ? null : this.#stateOf(deadline);
    const entries = [deadline.entry, draw, settled];
    if (draw !== null) {
      if (state === "late")
        this.#findings.push(
          fault("late-close", `${this.#key}: drawn, but its close was not cosigned before the round`, {
            entries,
          }),
        );
      this.#checkShown(deadline, state);
      this.#isDone = settled !== null && state === "timely";
      return;
    }
    if (voided !== null || state === null) return;
    if (state === "late") this.#noteVoid("its close was not cosigned before the round");
    if (state === "timely") {
      const name = deadline.entry.timelyBy === "witnesses" ? "hidden-quorum" : "missing-draw";
      const text = `${this.#key}: closed in time, and not drawn at ${new Date(drawAt).toISOString()}`;
      this.#ifPublished.push(fault(name, text, { entries, checkpoints: deadline.entry.notes }));
    }
    if (settled !== null && (settled.payout ?? "0.00") !== "0.00" && state !== "unknown")
      this.#findings.push(fault("settled-without-draw", `${this.#key}: paid without a draw`, { entries }));
  }

  cancelled(deadline: Deadline): void {
    const { draw } = this.#record;
    const state = this.#stateOf(deadline);
    const entries = [deadline.entry, draw];
    if (state === "late")
      this.#findings.push(
        fault("late-void", `${this.#key}: its cancellation was not cosigned before the round`, { entries }),
      );
    if (state === "timely" && draw !== null)
      this.#findings.push(fault("drawn-though-void", `${this.#key}: cancelled and drawn`, { entries }));
    this.#checkShown(deadline, state);
    this.#isDone = state === "timely" && draw === null && !isUnsettled(this.#record);
  }

  noClose(): void {
    const { close, voided, draw, isSkipped, settled } = this.#record;
    if (close !== null || voided !== null || draw !== null) return;
    if (settled !== null)
      this.#findings.push(
        fault("settled-without-draw", `${this.#key}: settled without a close`, { entries: [settled] }),
      );
    if (isSkipped) this.#isDone = true;
    else if (this.#isOverdue()) this.#noteVoid("it was not closed");
  }

  result(): Judgement {
    const { drawAt, isNoted } = this.#record;
    const isPast = this.#now > drawAt + DRAW_TIMEOUT_MS;
    return {
      findings: this.#findings,
      ifPublished: this.#ifPublished,
      wanted: this.#wanted,
      isOver:
        this.#wanted.length === 0 &&
        ((this.#isDone && isPast) || (isNoted && this.#now > drawAt + UNDRAWN_MS)),
    };
  }

  /** Whether the period should have been drawn, or is treated as if it was not to be. */
  #isOverdue(): boolean {
    const { drawAt, settled } = this.#record;
    return settled !== null || this.#now > dueFrom(drawAt, this.#quorumSince) + DRAW_TIMEOUT_MS;
  }

  #stateOf(deadline: Deadline): "timely" | "late" | "unknown" {
    const { timelyBy, isDisproven, askedSince } = deadline.entry;
    if (timelyBy !== null) return "timely";
    if (isDisproven) return "late";
    if (askedSince !== null && this.#now > askedSince + PROOF_TIMEOUT_MS) return "late";
    this.#wanted.push(deadline);
    return "unknown";
  }

  /** Timestamps of witnesses that are run by the operator prove nothing; what was shown does. */
  #checkShown({ type, entry, before }: Deadline, state: string | null): void {
    const { notShownAt, sightings } = entry;
    if (state !== "timely" || notShownAt === null || notShownAt <= before + SHOWN_AFTER_MS) return;
    const text =
      `${this.#key}: its ${type} has timestamps before ${new Date(before).toISOString()}, ` +
      `but was not in the log that was shown at ${new Date(notShownAt).toISOString()}`;
    this.#findings.push(fault("backdated", text, { entries: [entry], checkpoints: entry.notes, sightings }));
  }

  #noteVoid(why: string): void {
    if (this.#record.isNoted) return;
    this.#record.isNoted = true;
    this.#findings.push(notice("void-by-rule", `${this.#key}: void by rule and to be refunded, as ${why}`));
  }
}
