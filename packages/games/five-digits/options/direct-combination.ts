import type { Chosen, Option, Outcome, Picks, Win } from "../../bet.ts";
import { fraction } from "../../fraction.ts";
import { has } from "../../picks.ts";
import { BASE, digitAt, digitOption, DIGITS, placeGroups, type Places } from "../five-digits.ts";

// Bets that win when just the last `stars` places match. Every way to fill the places before them carries
// its own bet on each shorter ending, so an ending wins once for every such way.
function winsOfEnding({ chosen }: Picks, stars: number): Outcome {
  const wins: Win[] = [];
  let ways = 1;
  for (let at = 0; at < chosen.length; at++) {
    const ending = chosen.length - at;
    if (ending <= stars) wins.push({ tier: `star${String(ending)}`, count: ways });
    ways *= chosen[at]?.indexes.length ?? 0;
  }
  return { wins, refunded: 0 };
}

// The shortest ending that can match alone: each place before it, from the last, always matches.
function shortestEnding(chosen: readonly Chosen[]): number {
  let stars = 1;
  while (stars < chosen.length && chosen[chosen.length - 1 - stars]?.indexes.length === BASE) stars++;
  return stars;
}

/**
 * Direct combination: digits are chosen for each place. Every way to take one of each is as many bets as
 * there are places: on all of them, on all but the first, and so on to the last alone. A bet wins when all
 * its digits stand in their places. Three places with 1, 2 and 3 are bets on 1 2 3, on 2 3 and on 3.
 */
export function directCombination(code: string, places: Places): Option {
  return digitOption({
    code,
    board: { groups: placeGroups(places, DIGITS, 1) },
    tiers: places.map((_, at) => ({
      code: `star${String(places.length - at)}`,
      classes: [{ p: fraction(1, BASE ** (places.length - at)) }],
    })),
    count: ({ chosen }) => chosen.reduce((bets, { indexes }) => bets * indexes.length, places.length),
    settle: (picks, { numbers }) => {
      let stars = 0;
      for (let at = places.length - 1; at >= 0; at--) {
        const chosen = picks.chosen[at];
        if (chosen === undefined || !has(chosen, digitAt(numbers, places[at]))) break;
        stars++;
      }
      return winsOfEnding(picks, stars);
    },
    // A bet on an ending exists once for every way to fill the places before it, and depends on none of them.
    takesPart: ({ chosen }, { numbers }, group, item) =>
      item === digitAt(numbers, places[group]) &&
      chosen.every((each, at) => at < group || has(each, digitAt(numbers, places[at]))),
    extremes: (picks) => [
      winsOfEnding(picks, shortestEnding(picks.chosen)),
      winsOfEnding(picks, places.length),
    ],
  });
}
