import type { PlayLimits } from "../features/protection/play-limits.ts";

/** A player who has set nothing. */
export const NO_LIMITS: PlayLimits = {
  limits: [],
  timeOutUntil: null,
  excludedUntil: null,
  mayReturn: false,
  realityCheckMinutes: 30,
  checkDueAt: null,
  pauseUntil: null,
  reviewedAt: null,
  reviewDue: false,
  net: { day: "0.00", week: "0.00", month: "0.00", year: "0.00" },
};
