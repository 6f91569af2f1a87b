import type { Level } from "./score.ts";

/** What was done so far; times in epoch milliseconds. */
export interface StepsTaken {
  readonly told: number | null;
  readonly offered: number | null;
  /** The player's latest case at the desk. */
  readonly lastCase: { readonly closed: number | null; readonly score: number } | null;
}

/** What is to be done now. */
export interface StepsDue {
  readonly tell: boolean;
  readonly offer: boolean;
  /** Open a case at the desk. */
  readonly ask: boolean;
}

const DAY_MS = 86_400_000;
/** Each step at most once in so many days: what is said too often is not heard. */
export const STEP_DAYS = 14;
/** A case that was closed opens again before that if the score has risen by so much since. */
export const REOPENS_AT = 5;

const NOTHING: StepsDue = { tell: false, offer: false, ask: false };

/**
 * The steps due at a level: those up to it that were not taken within two weeks. During a break nothing is: play is closed,
 * and the player is left in peace.
 */
export function stepsDue(
  taken: StepsTaken,
  at: { readonly now: number; readonly level: Level; readonly score: number; readonly onBreak: boolean },
): StepsDue {
  const { now, level, score, onBreak } = at;
  if (onBreak || level === 0) return NOTHING;
  const due = (last: number | null): boolean => last === null || now - last >= STEP_DAYS * DAY_MS;
  return {
    tell: due(taken.told),
    offer: level >= 2 && due(taken.offered),
    ask: level >= 3 && asksDesk(taken.lastCase, score, due),
  };
}

function asksDesk(
  last: StepsTaken["lastCase"],
  score: number,
  due: (last: number | null) => boolean,
): boolean {
  if (last === null) return true;
  return last.closed !== null && (score >= last.score + REOPENS_AT || due(last.closed));
}
