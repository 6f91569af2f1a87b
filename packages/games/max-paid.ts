import { payout, type Money } from "@lotus/money";
import type { Option, Outcome, Picks, Win } from "./bet.ts";
import { oddsKey } from "./odds-key.ts";
import type { OddsTable } from "./settle.ts";

/** Odds as plain numbers: their sums stay below 2⁵³ for every amount under a cap. */
type Figures = (tier: string, className?: string) => number;

/** A table of odds with the most that selections are worth at them, by option, picks and lunar year. */
interface Known {
  readonly figures: Figures;
  readonly worth: Map<string, number>;
}

/** Selections of an option that are remembered: most bets are on a few. Tables of all options together stay small. */
const REMEMBERED = 200;

// A table never changes, and is used for every line of every slip.
const known = new WeakMap<OddsTable, Known>();

function knownOf(odds: OddsTable): Known {
  const made = known.get(odds) ?? { figures: figuresOf(odds), worth: new Map() };
  known.set(odds, made);
  return made;
}

function figuresOf(odds: OddsTable): Figures {
  const byKey = new Map(Object.entries(odds).map(([key, figure]) => [key, Number(figure)]));
  const figures: Figures = (tier, className) => {
    const figure = byKey.get(oddsKey(tier, className));
    if (figure === undefined) throw new RangeError(`no odds for ${oddsKey(tier, className)}`);
    return figure;
  };
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
  const { figures, worth } = knownOf(odds);
  const name = nameOf(option, picks, lunarYear);
  let most = worth.get(name);
  if (most === undefined) {
    most =
      option.maxWorth === undefined
        ? maxOfExtremes(option, picks, lunarYear, figures)
        : option.maxWorth(picks, lunarYear, figures);
    // Whatever is sent, it takes little memory; what many bet on is soon there again.
    if (worth.size >= REMEMBERED) worth.clear();
    worth.set(name, most);
  }
  return payout(betAmount, 1, BigInt(most));
}

function nameOf(option: Option, { chosen }: Picks, lunarYear: number | undefined): string {
  let name = `${option.code} ${lunarYear ?? ""}`;
  for (const { low, high } of chosen) name += ` ${low} ${high}`;
  return name;
}
