/** Two hours of periods in place of a day: a day takes a test server seconds to store. */
export const SHORT_DAY = { aheadMs: 2 * 3_600_000 } as const;
