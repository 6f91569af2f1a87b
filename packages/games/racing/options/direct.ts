import type { Option } from "../../bet.ts";
import { bitCount } from "../../bits.ts";
import { fraction } from "../../fraction.ts";
import { hits, hitWith } from "../../hit.ts";
import { has } from "../../picks.ts";
import { carAt, CARS, FIELD, placeGroups, racingOption } from "../racing.ts";

/** Orders that the cars can take the first places in: 10, 90, 720, 5,040, 30,240. */
function orders(places: number): number {
  return places === 0 ? 1 : orders(places - 1) * (FIELD - places + 1);
}

/**
 * Ways to take one car of each of the first `size` sets, all different; a set is the bits of its cars.
 * The car of the last set is taken freely, and then the ways are left out in which it is one of those
 * taken before. As those are all different it can only be one of them, so each of the other sets in turn
 * is narrowed to the cars it shares with the last. Sets are narrowed in place and put back.
 */
function waysAllDifferent(sets: number[], size = sets.length): number {
  const last = sets[size - 1] ?? 0;
  if (size <= 1 || last === 0) return bitCount(last);
  // Two sets are computed directly: they are most of the work.
  if (size === 2) return bitCount(sets[0] ?? 0) * bitCount(last) - bitCount((sets[0] ?? 0) & last);
  let ways = bitCount(last) * waysAllDifferent(sets, size - 1);
  for (let at = 0; at < size - 1; at++) {
    const whole = sets[at] ?? 0;
    sets[at] = whole & last;
    ways -= waysAllDifferent(sets, size - 1);
    sets[at] = whole;
  }
  return ways;
}

/**
 * Direct: cars are chosen for each of the first places, one bet for every way to take one of each with no
 * car twice. A bet wins when all its cars come in in their places.
 */
export function direct(code: string, places: number): Option {
  return racingOption({
    code,
    board: { groups: placeGroups(places, CARS, 1) },
    tiers: hitWith(fraction(1, orders(places))),
    count: (picks) => waysAllDifferent(picks.chosen.map(({ low }) => low)),
    settle: (picks, { numbers }) =>
      hits(picks.chosen.every((chosen, place) => has(chosen, carAt(numbers, place) - 1)) ? 1 : 0),
    extremes: () => [hits(1)],
  });
}
