const DAY_MS = 86_400_000;

/** How long a session lives unused and in all, in milliseconds, as the accounts have it: after that nothing is pushed. */
export const SESSION_AGES: readonly [idle: number, age: number] = [30 * DAY_MS, 90 * DAY_MS];
