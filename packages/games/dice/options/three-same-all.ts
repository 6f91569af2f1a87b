import { fraction } from "../../fraction.ts";
import { hits, hitWith } from "../../hit.ts";
import { diceOption, DRAWS } from "../dice.ts";

/** One bet that wins on any triple. */
export const THREE_SAME_ALL = diceOption({
  code: "STHTX.STHTX",
  board: { groups: [{ code: "all", min: 1, max: 1, items: ["all"] }] },
  tiers: hitWith(fraction(6, DRAWS)),
  count: () => 1,
  settle: (_, { numbers: [a, b, c] }) => hits(a === b && b === c ? 1 : 0),
});
