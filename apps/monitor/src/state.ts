import type { BeaconChain } from "@lotus/beacon";
import type { EntryEvidence } from "./finding.ts";

/*
 * What the monitor remembers between polls and runs, as JSON. Times are epoch milliseconds unless a name ends in S.
 */

/** An entry that a quorum must have cosigned before a deadline. */
export interface TimedEntry extends EntryEvidence {
  /** When the operator last showed a log without it; null if it was in the first one that was seen. */
  readonly notShownAt: number | null;
  /** Who showed that it was cosigned in time; null while nobody has. */
  timelyBy: "operator" | "witnesses" | null;
  /** The notes that showed it, kept as evidence. */
  notes: readonly string[];
  /** Since when the operator has been asked for its proof. */
  askedSince: number | null;
  /** The operator's own proof does not show that it was in time. */
  isDisproven: boolean;
}

/** What the log says about a period. */
export interface PeriodRecord {
  readonly game: string;
  readonly periodNo: string;
  readonly openAt: number;
  readonly drawAt: number;
  readonly round: number;
  readonly period: TimedEntry;
  close: (TimedEntry & { readonly orders: number }) | null;
  voided: TimedEntry | null;
  draw: EntryEvidence | null;
  settled: (EntryEvidence & { readonly payout: string }) | null;
  isSkipped: boolean;
  /** Whether it was reported that the period is void by rule. */
  isNoted: boolean;
}

/** Cosignatures of one checkpoint, as gathered from the operator and from witnesses. */
export interface CosignedCheckpoint {
  readonly size: number;
  /** Hex. */
  readonly root: string;
  /** When it was first seen, and when more of it. */
  readonly seenAt: number;
  changedAt: number;
  /** The notes that were seen. */
  texts: readonly string[];
  /** Earliest timestamps by witness, by what the operator showed, and by what anybody showed. */
  operatorS: Readonly<Record<string, number>>;
  anyS: Readonly<Record<string, number>>;
}

/** A checkpoint that a witness has cosigned, larger than what the operator has shown. */
export interface AheadCheckpoint {
  readonly url: string;
  readonly text: string;
  readonly size: number;
  /** When the operator was first seen to show less. */
  readonly since: number;
}

/** The state of following one log. */
export interface MonitorState {
  readonly version: 1;
  /** The policy that was taken from the operator, if none was given. */
  policy: string | null;
  /** The log; null before its first checkpoint. */
  origin: string | null;
  /** The latest checkpoint: its note, and its size. */
  checkpoint: string | null;
  size: number;
  /** Number of entries that were read. */
  read: number;
  /** When the operator last showed a checkpoint, and its size. */
  shown: { readonly at: number; readonly size: number } | null;
  /** Since when the operator shows less than before, or lacks files. */
  shortenedSince: number | null;
  missingSince: number | null;
  /** vkeys that `key` entries announced. */
  keys: string[];
  beacon: BeaconChain | null;
  /** The latest house entry. */
  house: string | null;
  /** Entries of odds by version. */
  odds: Record<string, EntryEvidence & { readonly hash: string }>;
  /** Periods that are not over, by game and number. */
  periods: Record<string, PeriodRecord>;
  /** The latest period of each game that is over. */
  over: Record<string, string>;
  /** Skipped periods of the last days. */
  skipped: (EntryEvidence & { readonly game: string; readonly from: string; readonly to: string })[];
  /** The first period's opening, from which days of liabilities count. */
  firstOpenAt: number | null;
  liabilitiesAt: number | null;
  cosigned: CosignedCheckpoint[];
  ahead: AheadCheckpoint[];
  /** The log that this one continues, if the operator began a new one. */
  previous: { readonly origin: string; readonly size: number; readonly checkpoint: string } | null;
  isRestored: boolean;
}

/** The state before anything was read. */
export function emptyState(policy: string | null = null): MonitorState {
  return {
    version: 1,
    policy,
    origin: null,
    checkpoint: null,
    size: 0,
    read: 0,
    shown: null,
    shortenedSince: null,
    missingSince: null,
    keys: [],
    beacon: null,
    house: null,
    odds: {},
    periods: {},
    over: {},
    skipped: [],
    firstOpenAt: null,
    liabilitiesAt: null,
    cosigned: [],
    ahead: [],
    previous: null,
    isRestored: false,
  };
}

/** A new timed entry. */
export function timedEntry(entry: EntryEvidence, notShownAt: number | null): TimedEntry {
  return { ...entry, notShownAt, timelyBy: null, notes: [], askedSince: null, isDisproven: false };
}
