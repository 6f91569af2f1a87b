import type { Option, Picks } from "../../bet.ts";
import { choices, orders } from "../../combinations.ts";
import { fraction } from "../../fraction.ts";
import { hits, hitWith } from "../../hit.ts";
import { chosenAt, has } from "../../picks.ts";
import { BASE, digitAt, digitOption, DIGITS, timesOf, timesShown, type Places } from "../five-digits.ts";

/** The groups of the board, and how many times each of a bet's digits from there must be drawn. */
const TIMES = { single: 1, double: 2, triple: 3, quadruple: 4 } as const;

/** A bet takes this many different digits from the named group. */
export interface Part {
  readonly group: keyof typeof TIMES;
  readonly digits: number;
}

// Number of draws that show one bet: orders of the digits, equal digits counted once.
function waysToShow(places: Places, parts: readonly Part[]): number {
  return parts.reduce(
    (ways, { group, digits }) => ways / orders(TIMES[group]) ** digits,
    orders(places.length),
  );
}

// Bets of two groups that take different digits, sorted by how many of the first's digits are picked in both.
function disjointChoices(picks: Picks, first: Part, second: Part): number {
  const [from, rest] = [chosenAt(picks, 0), chosenAt(picks, 1)];
  const both = from.indexes.filter((digit) => has(rest, digit)).length;
  let bets = 0;
  for (let taken = 0; taken <= first.digits; taken++) {
    const ways = choices(both, taken) * choices(from.indexes.length - both, first.digits - taken);
    bets += ways * choices(rest.indexes.length - taken, second.digits);
  }
  return bets;
}

/**
 * Group with repeats (group 60, 30, 20, 10, 5 over five places; 12, 6, 4 over four): a bet takes different
 * digits from one group or two, as many from each as its part says. It wins when the places show each of
 * them exactly as often as its group is called after, once to four times, in any order.
 */
export function groupWithRepeats(code: string, places: Places, first: Part, second?: Part): Option {
  const parts = second === undefined ? [first] : [first, second];
  return digitOption({
    code,
    board: {
      groups: parts.map(({ group, digits }) => ({
        code: group,
        min: digits,
        max: DIGITS.length,
        items: DIGITS,
      })),
    },
    tiers: hitWith(fraction(waysToShow(places, parts), BASE ** places.length)),
    count: (picks) =>
      second === undefined
        ? choices(chosenAt(picks, 0).indexes.length, first.digits)
        : disjointChoices(picks, first, second),
    settle: (picks, { numbers }) => {
      const shown = timesShown(numbers, places);
      let ofFirst = 0;
      for (const place of places) {
        const digit = digitAt(numbers, place);
        const times = timesOf(shown, digit);
        const at = times === TIMES[first.group] ? 0 : 1;
        const part = parts[at];
        if (part === undefined || times !== TIMES[part.group]) return hits(0);
        if (!has(chosenAt(picks, at), digit)) return hits(0);
        if (at === 0) ofFirst++;
      }
      // The places not filled by the first part can only be filled by the second.
      return hits(ofFirst === TIMES[first.group] * first.digits ? 1 : 0);
    },
    extremes: () => [hits(1)],
  });
}
