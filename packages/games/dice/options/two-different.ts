import { choices } from "../../combinations.ts";
import { fraction } from "../../fraction.ts";
import { hits, hitWith } from "../../hit.ts";
import { chosenAt } from "../../picks.ts";
import { diceOption, DRAWS, FACES } from "../dice.ts";

/** Every two of the chosen numbers are a bet that wins when both show on the dice. */
export const TWO_DIFFERENT = diceOption({
  code: "EBTH.EBTH",
  board: { groups: [{ code: "numbers", min: 2, max: 6, items: FACES }] },
  tiers: hitWith(fraction(30, DRAWS)),
  count: (picks) => choices(chosenAt(picks, 0).indexes.length, 2),
  settle: (picks, { numbers }) => {
    let shown = 0;
    for (const index of chosenAt(picks, 0).indexes) if (numbers.includes(index + 1)) shown++;
    return hits(choices(shown, 2));
  },
});
