/** How long a session of the desk lasts at most, in milliseconds. */
export const OPERATOR_SESSION_MS = 12 * 3_600_000;
