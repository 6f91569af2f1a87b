import type { RuleGroup, RuleOption } from "@lotus/contract";
import type { ItemKind } from "@lotus/games";
import { type BetList, pickedIn } from "../slip/bet-list.ts";

const PIECES: ReadonlySet<string> = new Set<ItemKind>(["digit", "die", "dice-pair", "dice-triple"]);

/** Whether a group is one part of a bet, as the pair beside a single, rather than a place. */
function isPart({ kind, code, min }: RuleGroup): boolean {
  return PIECES.has(kind) && min > 0 && !/\d$/u.test(code);
}

/** The digit of an item: 1 for the pair 11. */
export function figureOf(item: string): string {
  return item.slice(0, 1);
}

/**
 * The other part of an option in which an item's digit is already picked. A digit does not combine with itself: a pair
 * of ones with the single one is no bet, nor is a guard with itself among the others.
 */
export function twinOf(
  option: RuleOption,
  group: RuleGroup,
  item: string,
  list: BetList,
): RuleGroup | undefined {
  if (!isPart(group)) return undefined;
  return option.groups.find(
    (other) =>
      other !== group &&
      other.code !== group.code &&
      isPart(other) &&
      pickedIn(list, other.code).some(({ id }) => figureOf(id) === figureOf(item)),
  );
}
