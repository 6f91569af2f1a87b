/**
 * The advisory locks of the house, in one place: two purposes on one number would shut each other out. Any numbers
 * do, if every version of the house uses the same; none is ever used again for something else.
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
} as const;
