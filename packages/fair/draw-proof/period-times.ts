/** Sales close at least this long before the draw, so that the close can be cosigned before the round exists. */
export const CLOSE_BEFORE_DRAW_MS = 8_000;

/**
 * A period that is drawn is drawn this long after the time of its round at the latest; otherwise it counts as not drawn.
 */
export const DRAW_TIMEOUT_MS = 600_000;

/** What a period pays and refunds is in the log this long after its draw, or after it became void. */
export const SETTLE_WITHIN_MS = 60_000;

/** What is not in the log by then is missing, and not only late. */
export const SETTLE_TIMEOUT_MS = 600_000;
