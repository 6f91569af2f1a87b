import type { Option, Outcome } from "../../bet.ts";
import { LOST } from "../../bet.ts";
import { choices } from "../../combinations.ts";
import { fraction, type Fraction } from "../../fraction.ts";
import { chosenAt } from "../../picks.ts";
import { ALL_FIVE, BASE, digitOption, numbersGroup, timesOf, timesShown } from "../five-digits.ts";

// Probability that one digit occurs at least this often in the five places.
function chanceOf(times: number): Fraction {
  let draws = 0;
  for (let shown = times; shown <= ALL_FIVE.length; shown++) {
    draws += choices(ALL_FIVE.length, shown) * (BASE - 1) ** (ALL_FIVE.length - shown);
  }
  return fraction(draws, BASE ** ALL_FIVE.length);
}

/**
 * At least so often: every chosen digit is a bet that wins, once, when the five places show that digit so
 * many times or more. Each chosen digit that does wins.
 */
export function atLeast(code: string, times: number, tier = "hit"): Option {
  const won = (count: number): Outcome => (count === 0 ? LOST : { wins: [{ tier, count }], refunded: 0 });
  return digitOption({
    code,
    board: { groups: numbersGroup(1) },
    tiers: [{ code: tier, classes: [{ p: chanceOf(times) }] }],
    count: (picks) => chosenAt(picks, 0).indexes.length,
    settle: (picks, { numbers }) => {
      const chosen = chosenAt(picks, 0);
      const shown = timesShown(numbers, ALL_FIVE);
      let count = 0;
      for (const digit of chosen.indexes) if (timesOf(shown, digit) >= times) count++;
      return won(count);
    },
    extremes: (picks) => [
      won(1),
      won(Math.min(chosenAt(picks, 0).indexes.length, Math.floor(ALL_FIVE.length / times))),
    ],
  });
}
