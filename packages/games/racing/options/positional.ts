import { LOST, type Outcome, type Picks } from "../../bet.ts";
import { bitCount } from "../../bits.ts";
import { fraction } from "../../fraction.ts";
import { chosenAt, has } from "../../picks.ts";
import { carAt, CARS, FIELD, placeGroups, racingOption } from "../racing.ts";

const TIER = "car";
const EVERY_CAR = (1 << FIELD) - 1;

/**
 * How many ticks can win together, as a set: bit n for n of them. Places are filled from the champion's
 * down; for every set of cars that can have come in by then, it is known how many ticks can have won.
 */
function possibleWins(picks: Picks): number {
  const wins = new Uint16Array(EVERY_CAR + 1);
  wins[0] = 1;
  for (let cars = 0; cars < EVERY_CAR; cars++) {
    const ticked = picks.chosen[bitCount(cars)]?.low ?? 0;
    const before = wins[cars] ?? 0;
    for (let left = EVERY_CAR & ~cars; left !== 0; left &= left - 1) {
      const car = left & -left;
      const after = cars | car;
      wins[after] = (wins[after] ?? 0) | ((ticked & car) === 0 ? before : before << 1);
    }
  }
  return wins[EVERY_CAR] ?? 0;
}

const wins = (count: number): Outcome =>
  count === 0 ? LOST : { wins: [{ tier: TIER, count }], refunded: 0 };

/** Positional: every ticked car of any place is a bet that wins when it comes in in that place. */
export const POSITIONAL = racingOption({
  code: "YZSM.YZSM",
  board: { groups: placeGroups(FIELD, CARS, 0), minTotal: 1 },
  tiers: [{ code: TIER, classes: [{ p: fraction(1, FIELD) }] }],
  count: (picks) => picks.chosen.reduce((bets, chosen) => bets + chosen.indexes.length, 0),
  settle: (picks, { numbers }) => {
    let won = 0;
    for (let place = 0; place < FIELD; place++) {
      const chosen = chosenAt(picks, place);
      // A place without a tick is not read.
      if (chosen.low !== 0 && has(chosen, carAt(numbers, place) - 1)) won++;
    }
    return wins(won);
  },
  extremes: (picks) => {
    const possible = possibleWins(picks);
    const counts = Array.from({ length: FIELD }, (_, at) => at + 1);
    return counts.filter((count) => (possible & (1 << count)) !== 0).map(wins);
  },
});
