import { fraction } from "../../fraction.ts";
import { hits, hitWith } from "../../hit.ts";
import { chosenAt, has } from "../../picks.ts";
import { diceOption, DRAWS, FACES, PAIRS, timesShown } from "../dice.ts";

/**
 * Every chosen pair with every chosen single of another number is a bet that wins when the dice show
 * exactly the pair and the single, in any order.
 */
export const TWO_SAME_SINGLE = diceOption({
  code: "ETHDX.ETHDX",
  board: {
    groups: [
      { code: "pair", min: 1, max: 6, items: PAIRS },
      { code: "single", min: 1, max: 6, items: FACES },
    ],
  },
  tiers: hitWith(fraction(3, DRAWS)),
  count: (picks) => {
    const [pair, single] = [chosenAt(picks, 0), chosenAt(picks, 1)];
    const clashes = pair.indexes.filter((index) => has(single, index)).length;
    return pair.indexes.length * single.indexes.length - clashes;
  },
  settle: (picks, { numbers }) => {
    const pair = chosenAt(picks, 0).indexes.some((index) => timesShown(numbers, index + 1) === 2);
    const single = chosenAt(picks, 1).indexes.some((index) => timesShown(numbers, index + 1) === 1);
    // With the chosen pair on two dice, the one die left over is the only number shown once.
    return hits(pair && single ? 1 : 0);
  },
});
