import { choices } from "../../combinations.ts";
import { fraction } from "../../fraction.ts";
import { hits, hitWith } from "../../hit.ts";
import { chosenAt, has } from "../../picks.ts";
import { diceOption, DRAWS, FACES } from "../dice.ts";

/** Every three of the chosen numbers are a bet that wins when the dice show exactly them, in any order. */
export const THREE_DIFFERENT = diceOption({
  code: "SBTH.SBTH",
  board: { groups: [{ code: "numbers", min: 3, max: 6, items: FACES }] },
  tiers: hitWith(fraction(6, DRAWS)),
  count: (picks) => choices(chosenAt(picks, 0).indexes.length, 3),
  settle: (picks, { numbers: [a = 0, b = 0, c = 0] }) => {
    const chosen = chosenAt(picks, 0);
    const different = a !== b && b !== c && a !== c;
    return hits(different && has(chosen, a - 1) && has(chosen, b - 1) && has(chosen, c - 1) ? 1 : 0);
  },
});
