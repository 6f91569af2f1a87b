import { LIMIT_KINDS, LIMIT_WINDOWS } from "@lotus/contract";
import type { PlayLimits } from "../features/protection/play-limits.ts";

/** The server's reply for a player who has set no limit and has not played. */
export const NO_LIMITS: PlayLimits = {
  limits: LIMIT_KINDS.flatMap((kind) =>
    LIMIT_WINDOWS.map((window) => ({ kind, window, amount: null, used: "0.00", resetsAt: null })),
  ),
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
