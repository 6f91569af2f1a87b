import { canonicalGroups, itemOddsKey, type OddsTable, type Option, type Picks } from "@lotus/games";

/** The odds keys that may pay a selection: those of its items if they differ by item, else all of the option's. */
export function pickedKeys(
  option: Option,
  picks: Picks,
  table: OddsTable,
  lunarYear: number | undefined,
): readonly string[] {
  const keys = new Set<string>();
  for (const { code, items } of canonicalGroups(picks)) {
    for (const item of items) {
      const key = itemOddsKey(option, code, item, lunarYear);
      if (key === undefined) return Object.keys(table);
      // The key of an item may be one of several that can pay a bet on it.
      for (const each of option.shared?.find((shared) => shared.includes(key)) ?? [key]) keys.add(each);
    }
  }
  return [...keys];
}
