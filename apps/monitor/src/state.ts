import type { BeaconChain } from "@lotus/beacon";
import type { CloseEntry, SettledEntry } from "@lotus/fair";
import type { EntryEvidence, Sighting } from "./finding.ts";
import type { ExactReturn, ReturnCount } from "@lotus/fair/returns";
import { noFigures, type VoidFigures } from "./void-figures.ts";

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
  /** The last checkpoint that was shown without the entry, and the first one with it; not of periods, which are many. */
  readonly sightings: readonly Sighting[];
  /** Whether the witnesses were asked what they had cosigned before the deadline. */
  wasAsked?: boolean;
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
  /** Unknown of what an earlier version of this program has read. */
  readonly closeAt?: number;
  readonly drawAt: number;
  readonly round: number;
  /** Of the rules that it is held to; none in a state of an earlier build. */
  readonly version?: number;
  readonly period: TimedEntry;
  close: (TimedEntry & Pick<CloseEntry, "orders" | "stake"> & { readonly isEmpty?: boolean }) | null;
  voided: TimedEntry | null;
  draw: (EntryEvidence & Pick<TimedEntry, "notShownAt">) | null;
  settled: (EntryEvidence & Pick<SettledEntry, "payout" | "refund">) | null;
  isSkipped: boolean;
  /** Whether it was reported that what it paid is late. */
  isLateNoted?: boolean;
  /** Whether it was reported that the period is void by rule. */
  isNoted: boolean;
  /** Whether it is among the figures. */
  isCounted?: boolean;
  /** Whether its sums are among the returns. */
  isReturnCounted?: boolean;
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

/** A version of the odds, as the log has it. */
export interface LoggedTable extends EntryEvidence {
  readonly hash: string;
  /** Epoch milliseconds; states of earlier monitors lack it. */
  readonly from?: number;
  /** Whether the operator's file was compared with it. */
  isCompared?: boolean;
  /** Since when the operator has been asked for the file. */
  askedSince?: number;
  /** What games return under it, by code; null for a table of games or options that are not known here. */
  exact?: Readonly<Record<string, ExactReturn>> | null;
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
  shown: { readonly at: number; readonly size: number; readonly checkpoint?: string } | null;
  /** Since when the operator is reached again, after an interruption. */
  upSince?: number | null;
  /** Since when the operator shows less than before, or lacks files. */
  shortenedSince: number | null;
  missingSince: number | null;
  /** vkeys that `key` entries announced. */
  keys: string[];
  beacon: BeaconChain | null;
  /** The latest house entry, and its index. */
  house: string | null;
  houseIndex: number | null;
  /** When the app that is served was last looked at, under which house entry, and since when it is another one. */
  app: { lookedAt: number | null; house: string | null; wrongSince: number | null };
  /** Entries of odds by version. */
  odds: Record<string, LoggedTable>;
  /** Periods that are not over, by game and number. */
  periods: Record<string, PeriodRecord>;
  /** The latest period of each game that is over. */
  over: Record<string, string>;
  /** Skipped periods of the last days. */
  skipped: (EntryEvidence & { readonly game: string; readonly from: string; readonly to: string })[];
  /** The first period's opening, from which days of liabilities count. */
  firstOpenAt: number | null;
  liabilitiesAt: number | null;
  /** The last entry about the audit log, in this log. Missing in states of before there was one. */
  audit?: (EntryEvidence & { readonly size: number; readonly head: string }) | null;
  /** Whether the operator has ever told of it, and whether it did since the last liabilities. */
  hasAudit?: boolean;
  isAuditTold?: boolean;
  cosigned: CosignedCheckpoint[];
  ahead: AheadCheckpoint[];
  /** Which witnesses answered, from when to when, by their names in the policy. */
  reached: { readonly names: readonly string[]; readonly from: number; to: number }[];
  voids: VoidFigures;
  /** What each game returned, by code, and whether it was reported that it is low. Missing in states of before there was one. */
  returns?: Record<string, ReturnCount & { isNoted?: boolean }>;
  /** The closes of the last periods that the rules made void. */
  voidCloses: EntryEvidence[];
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
    houseIndex: null,
    app: { lookedAt: null, house: null, wrongSince: null },
    odds: {},
    periods: {},
    over: {},
    skipped: [],
    firstOpenAt: null,
    liabilitiesAt: null,
    cosigned: [],
    ahead: [],
    reached: [],
    voids: noFigures(),
    voidCloses: [],
    previous: null,
    isRestored: false,
  };
}

/** A new timed entry. */
export function timedEntry(
  entry: EntryEvidence,
  notShownAt: number | null,
  sightings: readonly Sighting[] = [],
): TimedEntry {
  return { ...entry, notShownAt, sightings, timelyBy: null, notes: [], askedSince: null, isDisproven: false };
}
