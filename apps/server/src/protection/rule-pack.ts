/** A duty of a rule pack; docs/protection.md names the test that shows it. */
export interface Clause {
  /** Never reused, as "se.deposit-limits". */
  readonly id: string;
  /** What the house does, in one sentence. */
  readonly rule: string;
  /** The rule of the regulator it follows. */
  readonly source: string;
  /** False where the source could not be confirmed. */
  readonly confirmed: boolean;
}

/** The rules of player protection of a jurisdiction, as data. */
export interface RulePack {
  readonly name: string;
  /** Whether all three deposit limits must be set before the first recharge, and cannot be removed. */
  readonly depositLimitsObligatory: boolean;
  /** How long a raise waits before it can be confirmed. */
  readonly raise: {
    readonly hours: number;
    /** Whether it also waits until all that its window holds now has left it. */
    readonly wholeWindow: boolean;
  };
  /** Whether every page of the app has a time-out of 24 hours, begun by one tap. */
  readonly breakOnEveryPage: boolean;
  /** Days of the offered time-outs; any date up to six weeks can be chosen besides. */
  readonly timeOutDays: readonly number[];
  /** Months of the offered self-exclusions; `MONTHS_FOR_GOOD` has no end. */
  readonly exclusionMonths: readonly (3 | 6 | 12 | 60 | 1200)[];
  /** Minutes: the usual interval, the longest, and the pause that must follow. */
  readonly realityCheck: { readonly usual: number; readonly max: number; readonly pause: number };
  /** After so many minutes without a touch the app asks whether the player is still there. */
  readonly idleMinutes: number;
  /** Days after which the net result is shown again at a login; 0 at each, null never. */
  readonly netResultDays: number | null;
  /** Days after which a player is asked to review the deposit limits; null never. */
  readonly limitReviewDays: number | null;
  /** Whether the app offers practice: real draws, points of the device alone. */
  readonly practice: boolean;
  readonly clauses: readonly Clause[];
}
