import type { Option } from "../../bet.ts";
import { fraction } from "../../fraction.ts";
import { hits, hitWith } from "../../hit.ts";
import { chosenAt, has } from "../../picks.ts";
import { BASE, digitAt, digitOption, rangeGroup, type Places } from "../five-digits.ts";

// Number of digit sequences of a length with a given span. For each possible smallest digit: the sequences within the
// span, without those that miss its lower or upper end.
function numbersOfSpan(length: number, span: number): number {
  if (span === 0) return BASE;
  return (BASE - span) * ((span + 1) ** length - 2 * span ** length + (span - 1) ** length);
}

/**
 * Direct span: a chosen span is a bet on every number of the places whose greatest and least digit are
 * that far apart. The bet on the drawn number wins when its span is chosen.
 */
export function directSpan(code: string, places: Places): Option {
  const ways = Array.from({ length: BASE }, (_, span) => numbersOfSpan(places.length, span));
  return digitOption({
    code,
    board: { groups: rangeGroup("span", 0, BASE - 1) },
    tiers: hitWith(fraction(1, BASE ** places.length)),
    count: (picks) => chosenAt(picks, 0).indexes.reduce((bets, span) => bets + (ways[span] ?? 0), 0),
    settle: (picks, { numbers }) => {
      let [least, greatest]: [number, number] = [BASE, 0];
      for (const place of places) {
        const digit = digitAt(numbers, place);
        if (digit < least) least = digit;
        if (digit > greatest) greatest = digit;
      }
      return hits(has(chosenAt(picks, 0), greatest - least) ? 1 : 0);
    },
    extremes: () => [hits(1)],
  });
}
