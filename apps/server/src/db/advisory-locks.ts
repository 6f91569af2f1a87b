/**
 * The advisory locks of the server, in one place: two purposes on one number would shut each other out. Any numbers
 * do, if every version of the server uses the same; none is ever used again for something else.
 */
export const ADVISORY_LOCKS = {
  /** Held while migrations are applied. */
  migrate: 7_305_114_001n,
  /** Held by the node that runs the draw clock, for as long as it does. */
  drawClock: 7_305_114_002n,
  /** Held while the books are checked. */
  books: 7_305_114_003n,
  /** Held while something is told to everybody. */
  announcements: 7_305_114_004n,
  /** Held while turnover is counted or a day of rebate and commission is booked. */
  agents: 7_305_114_005n,
  /** Held while odds, a plan or the opening of a game are held against each other and written. */
  margin: 7_305_114_006n,
  /** Held while live events that every stream was told of are deleted. */
  liveEvents: 7_305_114_007n,
  /** Held while the accounts and operators of a demo are made. */
  demo: 7_305_114_008n,
} as const;

/**
 * Locks of a purpose and a subject, each 32 bits: a space of their own, which no number above can fall into. The
 * subject is a piece of a hash; two that share one only wait for each other.
 */
export const SUBJECT_LOCKS = {
  /** A contact while it is bound, so that it becomes one player's alone. */
  contact: 1,
  /** A channel without references, while an order's amount is chosen that no other order asks for. */
  rechargeAmounts: 2,
  /** An operator, while what they do alone is held against the sums of a day. */
  operatorDuties: 3,
} as const;
