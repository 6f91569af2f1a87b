/**
 * The advisory locks of the server, in one place: two purposes sharing a number would block each other. The numbers are
 * arbitrary but must never change or be reused, since different versions of the server run at the same time.
 */
export const ADVISORY_LOCKS = {
  /** Held while migrations are applied. */
  migrate: 7_305_114_001n,
  /** Held by the node that runs the draw clock, for as long as it does. */
  drawClock: 7_305_114_002n,
  /** Held while the ledger is checked. */
  books: 7_305_114_003n,
  /** Held while an announcement to all players is published. */
  announcements: 7_305_114_004n,
  /** Held while turnover is counted or a day of rebate and commission is booked. */
  agents: 7_305_114_005n,
  /** Held while odds, a plan or the opening of a game are checked against each other and written. */
  margin: 7_305_114_006n,
  /** Held while live events that every stream has received are deleted. */
  liveEvents: 7_305_114_007n,
  /** Held while the accounts and operators of a demo are created. */
  demo: 7_305_114_008n,
  /** Held while the escrow accounts of new games are opened. */
  escrow: 7_305_114_009n,
  /** Held while the liabilities are read and published. */
  liabilities: 7_305_114_010n,
  /** Held while players are scored for markers of harm. */
  harm: 7_305_114_043n,
  /** Held while old data are erased. */
  retention: 7_305_114_044n,
} as const;

/**
 * Locks of a purpose and a subject, 32 bits each: a key space separate from the numbers above. The subject is part of a
 * hash; two subjects that collide only wait for each other.
 */
export const SUBJECT_LOCKS = {
  /** A contact while it is bound, so that only one player gets it. */
  contact: 1,
  /** A channel without references, while an amount is chosen for an order that no other open order has. */
  rechargeAmounts: 2,
  /** An operator, while an action taken alone is checked against the sums of a day. */
  operatorDuties: 3,
  /** A player, while something is saved or renamed, so that names and numbers of saved things hold. */
  savedPicks: 4,
  /** The player at the top of an invite tree, while an action that one person must not combine with another is checked. */
  inviteTree: 5,
} as const;
