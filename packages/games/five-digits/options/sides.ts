import type { DrawResult, Option, Outcome } from "../../bet.ts";
import { fraction } from "../../fraction.ts";
import { hits, hitWith } from "../../hit.ts";
import { has } from "../../picks.ts";
import { BASE, digitAt, digitOption, placeGroups, type Places } from "../five-digits.ts";

/** The sides of a digit as board items: 5 to 9 is big, 0 to 4 small. */
const SIDES = ["big", "small", "odd", "even"];
const [BIG, SMALL, ODD, EVEN] = [0, 1, 2, 3];

// One digit of each of the four kinds that sides can tell apart.
const KINDS = [0, 1, 5, 6];

function* drawsOfKinds(
  places: Places,
  at = 0,
  numbers: readonly number[] = [0, 0, 0, 0, 0],
): Generator<DrawResult> {
  const place = places[at];
  if (place === undefined) yield { numbers };
  else for (const digit of KINDS) yield* drawsOfKinds(places, at + 1, numbers.with(place, digit));
}

/**
 * Big, small, odd, even over some places: sides are chosen for each place, one bet for every way to take
 * one of each. A bet wins when every place shows its side; as a digit has two, several bets can win.
 */
export function sides(code: string, places: Places): Option {
  const draws = [...drawsOfKinds(places)];
  const settle: Option["settle"] = (picks, { numbers }): Outcome => {
    let won = 1;
    for (const [at, chosen] of picks.chosen.entries()) {
      const digit = digitAt(numbers, places[at]);
      const size = has(chosen, digit * 2 >= BASE ? BIG : SMALL) ? 1 : 0;
      const parity = has(chosen, digit % 2 === 1 ? ODD : EVEN) ? 1 : 0;
      won *= size + parity;
    }
    return hits(won);
  };
  return digitOption({
    code,
    board: { groups: placeGroups(places, SIDES, 1) },
    tiers: hitWith(fraction(1, 2 ** places.length)),
    count: (picks) => picks.chosen.reduce((bets, chosen) => bets * chosen.indexes.length, 1),
    settle,
    extremes: (picks) => draws.map((draw) => settle(picks, draw)),
  });
}
