/**
 * Two hours of periods in place of a day, and one chain that serves them: a day takes a test server seconds to sign and
 * store. With fewer secrets than three days of a game that draws each minute, a second chain would be made at once.
 */
export const SHORT_DAY = { aheadMs: 2 * 3_600_000, chainLength: 4608 } as const;
