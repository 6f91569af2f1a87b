/** One picked item of the rule tree. */
export interface BetItem {
  readonly id: string;
}

/** The picks of one group: the group's code, the id of its option, and its picked items. */
export interface BetEntry {
  readonly code: string;
  readonly id: string;
  readonly ruleItem: readonly BetItem[];
}

/** The current picks of the board, in the order in which groups were first touched. No entry is empty. */
export type BetList = readonly BetEntry[];

/** Nothing picked. */
export const EMPTY_BET_LIST: BetList = [];

/** Ids picked in a group; the same array until the group changes, so that a row does not re-render. */
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

/** The picks in wire format. */
export function groupsOf(list: BetList): { code: string; items: string[] }[] {
  return list.map(({ code, ruleItem }) => ({ code, items: ruleItem.map((item) => item.id) }));
}

/** A bet list from picks in wire format. */
export function listOf(
  id: string,
  groups: readonly { readonly code: string; readonly items: readonly string[] }[],
): BetList {
  return groups
    .filter(({ items }) => items.length > 0)
    .map(({ code, items }) => ({ code, id, ruleItem: items.map((item) => ({ id: item })) }));
}
