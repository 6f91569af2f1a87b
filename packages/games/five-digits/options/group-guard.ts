import type { Option } from "../../bet.ts";
import { oneWin } from "../../hit.ts";
import { once } from "../../once.ts";
import { chosenAt } from "../../picks.ts";
import { anyOrderBets, anyOrderTier, anyOrderTiers } from "../any-order.ts";
import { digitOption, digitsSeen, DIGITS, type Places } from "../five-digits.ts";

/**
 * Guard number: one digit is chosen, and every set of digits that holds it, in any order and not all the
 * same, is a bet. The bet on the drawn digits wins when the guard is among them; equal digits in all the
 * places lose.
 */
export function groupGuard(code: string, places: Places): Option {
  const tiers = anyOrderTiers(places);
  // Every digit is in the same number of bets.
  const bets = once(() => anyOrderBets(places).filter(({ digits }) => digits.includes(0)).length);
  return digitOption({
    code,
    board: { groups: [{ code: "guard", min: 1, max: 1, items: DIGITS }] },
    tiers,
    count: (picks) => bets() * chosenAt(picks, 0).indexes.length,
    settle: (picks, { numbers }) => {
      const guarded = (digitsSeen(numbers, places) & chosenAt(picks, 0).low) !== 0;
      return oneWin(guarded ? anyOrderTier(numbers, places) : undefined);
    },
    extremes: () => tiers.map(({ code: tier }) => oneWin(tier)),
  });
}
