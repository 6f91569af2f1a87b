import { type CallBodyInput, type CALLS, CHASE_MULTIPLE_MAX, CHASE_PERIODS } from "@lotus/contract";
import { findGame, type Period, periodByNo, periodsFrom } from "@lotus/games";
import type { SlipFigures } from "../slip/slip-figures.ts";
import type { BetPeriod } from "../slip/slip-period.ts";

/** What a player decides of a chase, as it is typed. */
export interface ChaseDraft {
  /** Number of periods as typed. */
  readonly count: string;
  /** What the stakes of every period are multiplied by, as typed. */
  readonly times: string;
  /** By place from 0, what a single period's are instead, as typed. */
  readonly own: ReadonlyMap<number, string>;
  readonly stopOnWin: boolean;
  /** Amounts as typed; empty for none. */
  readonly stopProfit: string;
  readonly stopLoss: string;
}

/** Nothing typed yet. A chase stops on a win unless its player decides otherwise. */
export const FIRST_DRAFT: ChaseDraft = {
  count: String(CHASE_PERIODS.usual),
  times: "1",
  own: new Map(),
  stopOnWin: true,
  stopProfit: "",
  stopLoss: "",
};

/** What a player had decided of a chase that was sent. */
export function draftOfSent(sent: CallBodyInput<typeof CALLS.chase>): ChaseDraft {
  const { multiples, stop_on_win: stopOnWin, stop_profit: stopProfit = "", stop_loss: stopLoss = "" } = sent;
  const [usual = 1] = multiples;
  const own = multiples.flatMap((multiple, at) =>
    multiple === usual ? [] : [[at, String(multiple)] as const],
  );
  return {
    count: String(multiples.length),
    times: String(usual),
    own: new Map(own),
    stopOnWin,
    stopProfit,
    stopLoss,
  };
}

/** A typed whole number within bounds; null if it is none. */
function wholeIn(text: string, min: number, max: number): number | null {
  const value = /^\d{1,4}$/u.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : null;
}

export const readCount = (text: string): number | null => wholeIn(text, CHASE_PERIODS.min, CHASE_PERIODS.max);
export const readTimes = (text: string): number | null => wholeIn(text, 1, CHASE_MULTIPLE_MAX);

/** The multiples of a draft, or null while one of its numbers is none. */
export function multiplesOf({ count, times, own }: ChaseDraft): readonly number[] | null {
  const [length, usual] = [readCount(count), readTimes(times)];
  if (length === null) return null;
  const multiples: number[] = [];
  for (let at = 0; at < length; at += 1) {
    const typed = own.get(at);
    const multiple = typed === undefined ? usual : readTimes(typed);
    if (multiple === null) return null;
    multiples.push(multiple);
  }
  return multiples;
}

/** The periods of a plan from the one that was seen on, in the operator's zone; the server plans the same. */
export function plannedPeriods(
  gameCode: string,
  timeZone: string,
  first: BetPeriod,
  count: number,
): readonly Period[] {
  const game = findGame(gameCode);
  if (game === undefined) return [];
  const periods: Period[] = [];
  for (const period of periodsFrom({ ...game, timeZone }, first.openAt)) {
    periods.push(period);
    if (periods.length >= count) break;
  }
  return periods;
}

/** The period of a number, in the operator's zone; null if the game has no such period. */
export function periodNamed(gameCode: string, timeZone: string, prizeNo: string): BetPeriod | null {
  const game = findGame(gameCode);
  const period = game === undefined ? null : periodByNo({ ...game, timeZone }, prizeNo);
  return period === null ? null : { ...period, prizeNo };
}

/** A slip with each stake multiplied. */
export function multipliedFigures(figures: SlipFigures, multiple: number): SlipFigures {
  const by = BigInt(multiple);
  const lines = figures.lines.map((line) => ({
    ...line,
    unit: line.unit === null ? null : line.unit * by,
    total: line.total * by,
    minPaid: line.minPaid * by,
    maxPaid: line.maxPaid * by,
  }));
  return { ...figures, lines, total: figures.total * by };
}
