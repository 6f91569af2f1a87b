import type { Option } from "../../bet.ts";
import { chosenAt } from "../../picks.ts";
import { ticks } from "../../ticks.ts";
import { oneWin } from "../../hit.ts";
import { digitOption } from "../five-digits.ts";
import { AREAS, shapeAt, SHAPES, SHAPE_TIERS } from "../plate/shapes.ts";

/**
 * Shapes of three places: every ticked shape is a bet that wins when they have it. Triple is three equal
 * digits, straight three neighbours in any order, pair two equal digits, half-straight one pair of
 * neighbours, mixed none of these; 9 and 0 are neighbours. Every number has exactly one shape.
 */
export function shapes(code: string, group: string): Option {
  const area = AREAS.find((each) => each.group === group);
  if (area === undefined) throw new RangeError(`no three places called ${group}`);
  return digitOption({
    code,
    tiers: SHAPE_TIERS,
    ...ticks({
      board: { groups: [{ code: group, min: 1, max: SHAPES.length, items: SHAPES }] },
      tierOf: (_, item) => ({ tier: item }),
      judge: (_, item, numbers) => (item === shapeAt(numbers, area.places) ? "wins" : "loses"),
    }),
    extremes: (picks) => chosenAt(picks, 0).indexes.map((item) => oneWin(SHAPES[item])),
  });
}
