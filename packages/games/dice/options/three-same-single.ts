import { fraction } from "../../fraction.ts";
import { hits, hitWith } from "../../hit.ts";
import { chosenAt, has } from "../../picks.ts";
import { diceOption, DRAWS, TRIPLES } from "../dice.ts";

/** Every chosen triple is a bet that wins on exactly that triple. */
export const THREE_SAME_SINGLE = diceOption({
  code: "STHDX.STHDX",
  board: { groups: [{ code: "numbers", min: 1, max: 6, items: TRIPLES }] },
  tiers: hitWith(fraction(1, DRAWS)),
  count: (picks) => chosenAt(picks, 0).indexes.length,
  settle: (picks, { numbers: [a = 0, b, c] }) =>
    hits(a === b && b === c && has(chosenAt(picks, 0), a - 1) ? 1 : 0),
});
