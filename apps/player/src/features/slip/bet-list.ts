/** One picked item of the rule tree. */
export interface BetItem {
  readonly id: string;
}

/** The picks of one group: the group's code, the id of the option it stands under, and its picked items. */
export interface BetEntry {
  readonly code: string;
  readonly id: string;
  readonly ruleItem: readonly BetItem[];
}

/** What is picked on the board now, in the order the groups were touched. No entry is ever empty. */
export type BetList = readonly BetEntry[];

/** Nothing picked. */
export const EMPTY_BET_LIST: BetList = [];

/** Ids picked in a group; the same array as long as the group is not touched, so that a row need not redraw. */
export function pickedIn(list: BetList, code: string): readonly BetItem[] {
  return list.find((entry) => entry.code === code)?.ruleItem ?? NOTHING;
}

const NOTHING: readonly BetItem[] = [];

/** Selecting an item adds it to its group by code; the group is created if it is missing. */
export function selectItem(list: BetList, id: string, code: string, item: string): BetList {
  const entry = list.find((each) => each.code === code);
  if (entry === undefined) return [...list, { code, id, ruleItem: [{ id: item }] }];
  if (entry.ruleItem.some((each) => each.id === item)) return list;
  return list.map((each) =>
    each === entry ? { ...entry, ruleItem: [...entry.ruleItem, { id: item }] } : each,
  );
}

/** Unselecting removes the item, and the group with its last item. */
export function unselectItem(list: BetList, code: string, item: string): BetList {
  const entry = list.find((each) => each.code === code);
  if (entry === undefined || !entry.ruleItem.some((each) => each.id === item)) return list;
  const left = entry.ruleItem.filter((each) => each.id !== item);
  if (left.length === 0) return list.filter((each) => each !== entry);
  return list.map((each) => (each === entry ? { ...entry, ruleItem: left } : each));
}

/** Replace swaps the items of a group, or removes the group if there are none. */
export function replaceItems(list: BetList, id: string, code: string, items: readonly string[]): BetList {
  if (items.length === 0) return list.filter((entry) => entry.code !== code);
  const ruleItem = items.map((item) => ({ id: item }));
  if (!list.some((entry) => entry.code === code)) return [...list, { code, id, ruleItem }];
  return list.map((entry) => (entry.code === code ? { ...entry, ruleItem } : entry));
}

/** Reset empties the list. */
export function resetList(): BetList {
  return EMPTY_BET_LIST;
}

/** The picks as they travel. */
export function groupsOf(list: BetList): { code: string; items: string[] }[] {
  return list.map(({ code, ruleItem }) => ({ code, items: ruleItem.map((item) => item.id) }));
}

/** Picks that travelled, as a bet list of their option. */
export function listOf(
  id: string,
  groups: readonly { readonly code: string; readonly items: readonly string[] }[],
): BetList {
  return groups
    .filter(({ items }) => items.length > 0)
    .map(({ code, items }) => ({ code, id, ruleItem: items.map((item) => ({ id: item })) }));
}
