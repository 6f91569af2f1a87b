import type { RuleGroup, RuleMode, RuleOption, RuleTree } from "@lotus/contract";
import { findGame, findOption, itemOddsKey, oddsKey, type Option } from "@lotus/games";

/**
 * A rule tree with the odds of animals for draws of a lunar year. The server returns those of the current year, and a
 * new year makes no new version of the odds, so an open app converts them itself. Returns the same object if nothing
 * changes.
 */
export function treeInYear(tree: RuleTree, lunarYear: number): RuleTree {
  const game = findGame(tree.gameCode);
  if (game?.family !== "mark-six") return tree;
  const rules = mapped(tree.rules, (mode): RuleMode => {
    const childrens = mapped(mode.childrens, (rule): RuleOption => {
      const option = findOption(game.code, rule.id);
      if (option === undefined) return rule;
      const groups = mapped(rule.groups, (group) => groupInYear(rule, group, option, lunarYear));
      return groups === rule.groups ? rule : { ...rule, groups };
    });
    return childrens === mode.childrens ? mode : { ...mode, childrens };
  });
  return rules === tree.rules ? tree : { ...tree, rules };
}

function groupInYear(rule: RuleOption, group: RuleGroup, option: Option, lunarYear: number): RuleGroup {
  const items = mapped(group.items, (item) => {
    const key = itemOddsKey(option, group.code, item.id, lunarYear);
    const odds = key === undefined ? undefined : oddsBy(rule, key);
    return odds === undefined || odds === item.odds ? item : { ...item, odds };
  });
  return items === group.items ? group : { ...group, items };
}

function oddsBy({ tiers }: RuleOption, key: string): string | undefined {
  for (const { code, classes } of tiers) {
    const found = classes.find((line) => oddsKey(code, line.class) === key);
    if (found !== undefined) return found.odds;
  }
  return undefined;
}

/** Like map, but returns the same array if no item changes, so that boards do not re-render. */
function mapped<Each>(list: Each[], to: (each: Each) => Each): Each[] {
  const next = list.map(to);
  return next.every((each, at) => each === list[at]) ? list : next;
}
