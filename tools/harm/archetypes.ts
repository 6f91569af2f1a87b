/**
 * Published synthetic players. A kind says how its people play, in ranges from which each person draws; half of the kinds are in
 * harm. They are assumptions, not observations: what they show is whether the markers tell apart what is written here.
 */

/** A range that a person draws from. */
export type Range = readonly [from: number, to: number];

/** How a person plays on a day. */
export interface Habits {
  /** Days of 100 with play. */
  readonly daysOf100: Range;
  /** Sessions on a day with play. */
  readonly sessions: Range;
  /** Hours of the day at which sessions begin. */
  readonly hours: Range;
  /** Slots of five minutes a session takes. */
  readonly slots: Range;
  /** Stake of a slot, in minor units. */
  readonly stake: Range;
  /** Money of a recharge, as a multiple of the stake of a slot. */
  readonly recharge: Range;
  /** Of 100 times without money in a session, how often the person recharges at once instead of stopping. */
  readonly chases: Range;
  /** Of 100 sessions with a gain, how often it is left unspent and withdrawn. */
  readonly withdraws: Range;
  /** A month: recharges that fail, raises of own limits, lines that ask for money. */
  readonly failed: Range;
  readonly raises: Range;
  readonly asks: Range;
  /** Stakes grow by this factor towards the end. */
  readonly grows: Range;
}

/** A kind of player. */
export interface Archetype {
  readonly id: string;
  readonly inHarm: boolean;
  readonly words: string;
  readonly habits: Habits;
  /** Days before the end when harm began; before them the person played as `before`. */
  readonly since?: Range;
  readonly before?: Habits;
  /** Only on Saturdays and Sundays. */
  readonly weekends?: boolean;
  /** A big win in the last weeks, as a multiple of a day's stake. */
  readonly bigWin?: Range;
}

const CALM: Habits = {
  daysOf100: [10, 35],
  sessions: [1, 1],
  hours: [11, 22],
  slots: [2, 9],
  stake: [2_00, 20_00],
  recharge: [10, 40],
  chases: [0, 12],
  withdraws: [30, 70],
  failed: [0, 1],
  raises: [0, 0.3],
  asks: [0, 0.05],
  grows: [0.8, 1.4],
};

export const ARCHETYPES: readonly Archetype[] = [
  { id: "casual", inHarm: false, words: "plays now and then, for little", habits: CALM },
  {
    id: "weekend",
    inHarm: false,
    words: "plays every weekend, some of them long",
    weekends: true,
    habits: { ...CALM, daysOf100: [80, 100], sessions: [1, 2], slots: [6, 30], chases: [5, 25] },
  },
  {
    id: "steady-high",
    inHarm: false,
    words: "regular with high stakes, steady and within means",
    habits: {
      ...CALM,
      daysOf100: [50, 90],
      sessions: [1, 2],
      slots: [6, 24],
      stake: [200_00, 900_00],
      recharge: [40, 120],
      chases: [5, 30],
      raises: [0, 0.6],
    },
  },
  {
    id: "big-winner",
    inHarm: false,
    words: "won big not long ago, keeps or withdraws most of it, plays a little higher",
    bigWin: [10, 60],
    habits: { ...CALM, daysOf100: [30, 60], withdraws: [80, 100], grows: [1, 2] },
  },
  {
    id: "shift-worker",
    inHarm: false,
    words: "works at night and plays then, moderately",
    habits: { ...CALM, daysOf100: [35, 70], hours: [0, 5], slots: [3, 12], chases: [0, 20] },
  },
  {
    id: "bot-like",
    inHarm: false,
    words: "the same small stakes every day, for hours, at all hours",
    habits: {
      ...CALM,
      daysOf100: [95, 100],
      sessions: [3, 6],
      hours: [0, 23],
      slots: [12, 30],
      stake: [1_00, 4_00],
      recharge: [200, 400],
      chases: [0, 5],
      grows: [0.95, 1.05],
    },
  },
  {
    id: "harm-early",
    inHarm: true,
    words: "harm began two to four weeks ago: more often, higher, first recharges after losses",
    since: [14, 28],
    before: { ...CALM, daysOf100: [25, 50] },
    habits: {
      ...CALM,
      daysOf100: [55, 90],
      sessions: [1, 3],
      hours: [10, 24],
      slots: [6, 26],
      stake: [4_00, 40_00],
      recharge: [8, 25],
      chases: [35, 65],
      withdraws: [5, 30],
      failed: [0, 4],
      raises: [0.2, 1.6],
      asks: [0, 0.3],
      grows: [1.5, 3],
    },
  },
  {
    id: "harm-late",
    inHarm: true,
    words: "in harm for months: plays most days, until nothing is left",
    since: [60, 90],
    before: CALM,
    habits: {
      ...CALM,
      daysOf100: [75, 100],
      sessions: [2, 4],
      hours: [9, 26],
      slots: [10, 36],
      stake: [10_00, 100_00],
      recharge: [5, 20],
      chases: [55, 90],
      withdraws: [0, 10],
      failed: [2, 12],
      raises: [0.5, 3],
      asks: [0.1, 1.5],
      grows: [1, 3],
    },
  },
  {
    id: "chaser",
    inHarm: true,
    words: "seldom plays, but recharges after each loss until it is late",
    since: [30, 90],
    before: CALM,
    habits: {
      ...CALM,
      daysOf100: [25, 55],
      sessions: [1, 2],
      hours: [15, 25],
      slots: [10, 40],
      recharge: [3, 10],
      chases: [75, 95],
      withdraws: [0, 20],
      failed: [0, 5],
      raises: [0, 1.5],
      grows: [1, 2.5],
    },
  },
  {
    id: "night-with-job",
    inHarm: true,
    words: "has a job and plays through the nights",
    since: [30, 80],
    before: CALM,
    habits: {
      ...CALM,
      daysOf100: [60, 90],
      sessions: [1, 2],
      hours: [22, 28],
      slots: [18, 48],
      stake: [5_00, 60_00],
      recharge: [8, 30],
      chases: [35, 75],
      withdraws: [0, 20],
      failed: [0, 5],
      raises: [0.2, 2],
      grows: [1.2, 3],
    },
  },
];
