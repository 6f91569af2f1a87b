import { payout, type Money } from "@lotus/money";
import type { Option, Outcome, Picks, Win } from "./bet.ts";
import { oddsKey } from "./odds-key.ts";
import type { OddsTable } from "./settle.ts";

/** Odds as plain numbers: their sums stay below 2⁵³ for every amount under a cap. */
type Figures = (tier: string, className?: string) => number;

// A table never changes, and is used for every line of every slip.
const known = new WeakMap<OddsTable, Figures>();

function figuresOf(odds: OddsTable): Figures {
  const made = known.get(odds);
  if (made !== undefined) return made;
  const byKey = new Map(Object.entries(odds).map(([key, figure]) => [key, Number(figure)]));
  const figures: Figures = (tier, className) => {
    const figure = byKey.get(oddsKey(tier, className));
    if (figure === undefined) throw new RangeError(`no odds for ${oddsKey(tier, className)}`);
    return figure;
  };
  known.set(odds, figures);
  return figures;
}

/** Largest sum of count × odds over the outcomes of the option. */
function maxOfExtremes(
  option: Option,
  picks: Picks,
  lunarYear: number | undefined,
  figures: Figures,
): number {
  const worthOf = ({ tier, class: className, count }: Win): number => count * figures(tier, className);
  let most = 0;
  for (const outcome of option.extremes(picks, lunarYear, (win) => BigInt(worthOf(win)))) {
    most = Math.max(most, worthOfAll(outcome, worthOf));
  }
  return most;
}

function worthOfAll({ wins }: Outcome, worthOf: (win: Win) => number): number {
  let sum = 0;
  for (const win of wins) sum += worthOf(win);
  return sum;
}

/**
 * The most that a draw can pay a selection: never too low, and above `possiblePayout` by less than one minor unit for
 * each way to win, because it is rounded down once; where an option declares `maxWorth` see there. It is made for
 * servers: tens of microseconds for any selection, where the exact range takes a millisecond for some.
 */
export function maxPaid(
  option: Option,
  picks: Picks,
  betAmount: Money,
  odds: OddsTable,
  lunarYear?: number,
): Money {
  const figures = figuresOf(odds);
  const most =
    option.maxWorth === undefined
      ? maxOfExtremes(option, picks, lunarYear, figures)
      : option.maxWorth(picks, lunarYear, figures);
  return payout(betAmount, 1, BigInt(most));
}
