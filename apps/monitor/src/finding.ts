/** An entry as evidence. */
export interface EntryEvidence {
  readonly index: number;
  /** Its text, verbatim. */
  readonly body: string;
}

/** What the monitor saw itself, by its own clock. */
export interface Sighting {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The checkpoint that the operator showed then: a signed note. */
  readonly checkpoint: string;
}

/** What is wrong, each with the rule it breaks. */
export type FaultName =
  /** Two signed checkpoints that cannot be of one log that only grows. */
  | "fork"
  /** The operator shows a smaller log than it has shown before. */
  | "shortened"
  /** A witness has cosigned a larger log than the operator shows. */
  | "witness-ahead"
  /** A checkpoint that is not signed by a key of the log, or of a log that the policy does not list. */
  | "bad-checkpoint"
  /** Files of the log are missing, or are not those of its checkpoint. */
  | "bad-tiles"
  /** An entry is not what its type must be. */
  | "bad-entry"
  /** The log does not begin with a house entry, or begins anew without saying what it continues. */
  | "bad-start"
  | "changed-beacon"
  /** Odds were changed under a version that was already logged. */
  | "changed-odds"
  /** The table that is served is not the one of the log, or is not served. */
  | "wrong-odds-table"
  | "missing-odds-table"
  /** A period names older odds than those in force. */
  | "stale-odds"
  /** A period names odds that are not in the log. */
  | "unknown-odds"
  /** A second entry where a period may have only one. */
  | "second-period"
  | "second-close"
  | "second-draw"
  | "second-settled"
  | "second-void"
  /** An entry about a period that is not in the log. */
  | "unknown-period"
  /** The times of a period do not allow a fair draw. */
  | "bad-times"
  /** Another round than the one computed from the time of the draw. */
  | "wrong-round"
  /** A period was used, but a quorum had not cosigned it before its sale opened. */
  | "late-period"
  /** A period was drawn, but a quorum had not cosigned its close before its round. */
  | "late-close"
  /** A quorum had not cosigned the cancellation before the round. */
  | "late-void"
  /** By its timestamps an entry was in time, but it was not in what the operator showed later. */
  | "backdated"
  | "draw-without-close"
  | "bad-signature-of-round"
  | "wrong-numbers"
  | "drawn-though-void"
  | "settled-without-draw"
  /** A game returned less, or more, than any bets at its published odds. */
  | "return-off"
  /** The close was in time, the round is known, and there is no draw. */
  | "missing-draw"
  /** As missing-draw, and only witnesses, not the operator, showed that the close was in time. */
  | "hidden-quorum"
  /** Periods became void though the monitor reached enough witnesses, more often than can be. */
  | "too-many-voids"
  /** Whether periods are void depends on what they would have drawn. */
  | "voids-follow-results"
  /** What a period paid or refunded is not in the log, long after it was due. */
  | "missing-settlement"
  /** The sums of the payouts do not fit those of the close. */
  | "wrong-sums"
  /** The app that is served to players is not the one of the log. */
  | "other-app"
  /** Periods in which something was sold are said to be skipped. */
  | "skipped-with-orders"
  /** No liabilities for more than a day. */
  | "missing-liabilities"
  /** The audit log of the desk has fewer lines than before, or others. */
  | "audit-rewritten"
  /** The statement of a day does not cover the audit log, which earlier ones did. */
  | "missing-audit";

/** Something that a reader must know but that breaks no rule. */
export type NoticeName =
  | "start"
  | "unreachable"
  | "reachable"
  | "witness-unreachable"
  | "witness-reachable"
  | "bad-witness"
  | "no-quorum"
  | "void-by-rule"
  | "void-result"
  | "late-settlement"
  | "return-low"
  | "beacon-late"
  | "house"
  | "other-app"
  | "key"
  | "restored"
  | "no-audit"
  | "unknown-type"
  | "unknown-game";

/** A breach of a rule with its evidence. */
export interface Fault {
  readonly kind: "fault";
  readonly name: FaultName;
  /** One line. */
  readonly text: string;
  /** Signed notes. */
  readonly checkpoints: readonly string[];
  readonly entries: readonly EntryEvidence[];
  /** When the operator showed what. */
  readonly sightings: readonly Sighting[];
}

/** Evidence of a fault, for a file that anybody can check. */
export interface Evidence {
  readonly fault: string;
  readonly text: string;
  readonly at: string;
  readonly url: string;
  readonly checkpoints: readonly string[];
  /** Each with a tlog-proof@v1, if one could be made. */
  readonly entries: readonly {
    readonly index: number;
    readonly body: string;
    readonly proof: string | null;
  }[];
  /** What the operator showed when, by the monitor's clock. */
  readonly sightings: readonly Sighting[];
}

/** A line to print. */
export interface Notice {
  readonly kind: "notice";
  readonly name: NoticeName;
  readonly text: string;
}

export type Finding = Fault | Notice;

export function fault(
  name: FaultName,
  text: string,
  evidence: {
    readonly checkpoints?: readonly string[];
    readonly entries?: readonly (EntryEvidence | null)[];
    readonly sightings?: readonly Sighting[];
  } = {},
): Fault {
  const entries = (evidence.entries ?? []).flatMap((entry) =>
    entry === null ? [] : [{ index: entry.index, body: entry.body }],
  );
  const { checkpoints = [], sightings = [] } = evidence;
  return { kind: "fault", name, text, checkpoints, entries, sightings };
}

export function notice(name: NoticeName, text: string): Notice {
  return { kind: "notice", name, text };
}
