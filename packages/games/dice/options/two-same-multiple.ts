import type { Option } from "../../bet.ts";
import { fraction } from "../../fraction.ts";
import { hits, hitWith } from "../../hit.ts";
import { chosenAt } from "../../picks.ts";
import { diceOption, DRAWS, PAIRS, timesShown } from "../dice.ts";

const PAIR_FALLS = 15;

function twoSame(code: string, tripleWins: boolean): Option {
  return diceOption({
    code,
    board: { groups: [{ code: "numbers", min: 1, max: 6, items: PAIRS }] },
    tiers: hitWith(fraction(PAIR_FALLS + (tripleWins ? 1 : 0), DRAWS)),
    count: (picks) => chosenAt(picks, 0).indexes.length,
    settle: (picks, { numbers }) => {
      let won = 0;
      for (const index of chosenAt(picks, 0).indexes) {
        const shown = timesShown(numbers, index + 1);
        if (shown === 2 || (tripleWins && shown === 3)) won++;
      }
      return hits(won);
    },
  });
}

/** Every chosen pair is a bet that wins when its number shows on two dice or on all three. */
export const TWO_SAME_MULTIPLE = twoSame("ETHFX.ETHFX", true);

/** Every chosen pair is a bet that wins when its number shows on exactly two dice; the triple loses. */
export const TWO_SAME_MULTIPLE_WITHOUT_TRIPLE = twoSame("ETHFX.ETHFX_EXCL", false);
