import { fraction } from "../../fraction.ts";
import { hits, hitWith } from "../../hit.ts";
import { diceOption, DRAWS } from "../dice.ts";
import { diceShape } from "../facts.ts";

/** One bet that wins on 123, 234, 345 or 456 in any order. */
export const THREE_CONSECUTIVE_ALL = diceOption({
  code: "SLHTX.SLHTX",
  board: { groups: [{ code: "all", min: 1, max: 1, items: ["all"] }] },
  tiers: hitWith(fraction(4 * 6, DRAWS)),
  count: () => 1,
  settle: (_, { numbers }) => hits(diceShape(numbers) === "straight" ? 1 : 0),
});
