import type { DrawResult, Option } from "./bet.ts";
import { FALLS } from "./dice/dice.ts";
import { readPicks } from "./picks.ts";

/** More draws than these are no picture of a bet any more. */
const MAX_DRAWS = 6;

/**
 * The draws that win an option whose whole bet is one tick, as far as they can be shown: few dice, told without their
 * order. Empty for any other option.
 */
export function wholeDraws(option: Option): readonly DrawResult["numbers"][] {
  const [group, ...others] = option.board.groups;
  if (option.family !== "dice" || group?.items.length !== 1 || others.length > 0) return [];
  const read = readPicks(option, [{ code: group.code, items: group.items }]);
  if (!read.ok) return [];
  const won = FALLS.filter((numbers) => option.settle(read.picks, { numbers }).wins.length > 0);
  return won.length > MAX_DRAWS ? [] : won;
}
