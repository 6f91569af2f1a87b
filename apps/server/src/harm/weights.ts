import { HARM_SIGNALS, type HarmSignal } from "@lotus/contract";

/**
 * The table of weights: each marker of harm with what it counts for and between which figures. It is data: the score adds up
 * nothing else, docs/protection.md prints it, and an operator changes weights by HARM_WEIGHTS.
 */

/** A marker of harm. Its points rise evenly from 0 at `from` to `weight` at `full`. */
export interface Signal {
  readonly weight: number;
  readonly from: number;
  readonly full: number;
  /** What is counted, as the page says it. */
  readonly counts: string;
  /** Why it is a marker. */
  readonly why: string;
}

/** Minutes between a loss and the recharge that follows it. */
export const AFTER_LOSS_MINUTES = 10;
/** Days that the markers look at. */
export const RECENT_DAYS = 30;
/** Days before now that are known at all; those before the last `LATEST_DAYS` are what stakes are compared with. */
export const KNOWN_DAYS = 90;
/** The latest days, compared with those before them. */
export const LATEST_DAYS = 10;
/** Hours of the house's clock that are night. */
export const NIGHT = { from: 0, to: 6 } as const;
/** Recharges on one day that are many. */
export const MANY_RECHARGES = 3;
/** Hours of play on one day that are long, however they are divided. */
export const LONG_HOURS = 3;
/** Hours in which a big win is played back, and the share of it in percent. */
export const PLAYED_BACK = { hours: 48, percent: 80 } as const;

export const SIGNALS = {
  rechargeAfterLoss: {
    weight: 28,
    from: 1,
    full: 7,
    counts: "recharges within 10 minutes after losses; several within 10 minutes are one",
    why: "Money put in at once to win back what was just lost.",
  },
  risingStakes: {
    weight: 14,
    from: 1.5,
    full: 4,
    counts: "stake of a day played in the last 10 days, as a multiple of the 80 days before",
    why: "More money is needed for the same feeling, or a loss is to be made good.",
  },
  nights: {
    weight: 8,
    from: 4,
    full: 16,
    counts: "nights with play between 0 and 6 o'clock",
    why: "Play that takes the place of sleep. Alone it means little: some people work at night.",
  },
  raisedLimits: {
    weight: 16,
    from: 0,
    full: 3,
    counts: "raises or removals of own limits that were asked for",
    why: "Protection that was set in calm hours is taken away.",
  },
  rechargesADay: {
    weight: 12,
    from: 0,
    full: 4,
    counts: "days with 3 recharges or more",
    why: "What was meant for the day was not enough. Small recharges count like large ones.",
  },
  failedRecharges: {
    weight: 10,
    from: 1,
    full: 8,
    counts: "recharges that failed or were cancelled",
    why: "Money that could not be paid, or second thoughts.",
  },
  longPlay: {
    weight: 12,
    from: 2,
    full: 12,
    counts: "days with 3 hours of play or more, in one session or several, on any device",
    why: "Time is lost track of.",
  },
  playedBack: {
    weight: 10,
    from: 0,
    full: 2,
    counts: "big wins of which 80 % were lost again within 48 hours",
    why: "Winning does not end play.",
  },
  askedForMoney: {
    weight: 20,
    from: 0,
    full: 2,
    counts: "messages to customer service that ask for money or credit",
    why: "Money for play is missing elsewhere.",
  },
  shareLost: {
    weight: 8,
    from: 75,
    full: 100,
    counts: "share of the money at hand that was lost, in percent; what was withdrawn was at hand too",
    why: "Nothing is left at the end.",
  },
  daysPlayed: {
    weight: 6,
    from: 18,
    full: 29,
    counts: "days with play",
    why: "No day without play.",
  },
} as const satisfies Readonly<Record<HarmSignal, Signal>>;

/** Name of a marker. */
export type SignalId = HarmSignal;

/** All markers, in the order of the table. */
export const SIGNAL_IDS: readonly SignalId[] = HARM_SIGNALS;

/** What each marker counts for at most. */
export type Weights = Readonly<Record<SignalId, number>>;

/** The weights of the table with those of an operator in their place. */
export function weightsWith(changed: Partial<Weights> = {}): Weights {
  // Made from the keys of the table.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(SIGNAL_IDS.map((id) => [id, changed[id] ?? SIGNALS[id].weight])) as Weights;
}

/** Scores from which a message is written, limits are offered, and the desk is asked. */
export type Thresholds = readonly [message: number, offer: number, desk: number];

/** The usual ones; an operator sets others by HARM_THRESHOLDS. */
export const THRESHOLDS: Thresholds = [30, 50, 70];
