import type { CurrentPeriod } from "@lotus/contract";

type Times = Pick<CurrentPeriod, "openAt" | "closeAt" | "drawAt">;

/**
 * Phase of a period: `early` sale has not begun; `selling`; `closed` sale is over, the draw is not due; `drawing` the
 * draw is due and its result has not arrived.
 */
export type DrawPhase = "early" | "selling" | "closed" | "drawing";

/** The phase of a period at a time on the server's clock. */
export function drawPhase({ openAt, closeAt, drawAt }: Times, nowMs: number): DrawPhase {
  if (nowMs < openAt) return "early";
  if (nowMs < closeAt) return "selling";
  return nowMs < drawAt ? "closed" : "drawing";
}

/** The time that a phase counts down to, in ms; null if it has none. */
export function phaseEnd({ openAt, closeAt, drawAt }: Times, phase: DrawPhase): number | null {
  if (phase === "early") return openAt;
  if (phase === "selling") return closeAt;
  return phase === "closed" ? drawAt : null;
}

/** Remaining share of the sale time, 0 to 1. */
export function saleLeft({ openAt, closeAt }: Times, nowMs: number): number {
  return Math.min(1, Math.max(0, (closeAt - nowMs) / (closeAt - openAt)));
}

/** The last digits of a period number, as players name them: four for one-minute games, three otherwise. */
export function shortNo(prizeNo: string): string {
  return prizeNo.slice(8);
}
