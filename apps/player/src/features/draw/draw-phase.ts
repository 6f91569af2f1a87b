import type { CurrentPeriod } from "@lotus/contract";

type Times = Pick<CurrentPeriod, "openAt" | "closeAt" | "drawAt">;

/**
 * Where a period stands: `early` its sale has not begun; `selling`; `closed` sale is over, the draw is ahead;
 * `drawing` its draw is due and the result not here yet.
 */
export type DrawPhase = "early" | "selling" | "closed" | "drawing";

/** The phase of a period at a time on the server's clock. */
export function drawPhase({ openAt, closeAt, drawAt }: Times, nowMs: number): DrawPhase {
  if (nowMs < openAt) return "early";
  if (nowMs < closeAt) return "selling";
  return nowMs < drawAt ? "closed" : "drawing";
}

/** What the clock of a phase counts down to; null when nothing is counted. */
export function phaseEnd({ openAt, closeAt, drawAt }: Times, phase: DrawPhase): number | null {
  if (phase === "early") return openAt;
  if (phase === "selling") return closeAt;
  return phase === "closed" ? drawAt : null;
}

/** The part of the time of sale that is left, 0 to 1. */
export function saleLeft({ openAt, closeAt }: Times, nowMs: number): number {
  return Math.min(1, Math.max(0, (closeAt - nowMs) / (closeAt - openAt)));
}

/** The last digits of a period number, as a player says them: four for one-minute games, three otherwise. */
export function shortNo(prizeNo: string): string {
  return prizeNo.slice(8);
}
