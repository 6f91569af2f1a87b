import type { RuleGroup, RuleOption } from "@lotus/contract";
import type { GameStore } from "../slip/game-store.ts";
import { BoardGroup } from "./board-group.tsx";
import { useWideWindow } from "../../shell/window-layout.ts";
import styles from "./board.module.css";
import { ModeName } from "./cell-names.ts";
import { groupRuns } from "./group-runs.ts";
import { PlaceSwitch } from "./place-switch.tsx";
import { SideTable } from "./side-table.tsx";

/** The board of an option: its groups, each drawn by the kind of its items. */
export function Board({ option, store, mode = "" }: { option: RuleOption; store: GameStore; mode?: string }) {
  // With room for them, large groups are all in view.
  const wide = useWideWindow();
  return (
    <ModeName value={mode}>
      <div className={styles.board}>
        {groupRuns(option.groups).map(({ layout, groups }) => {
          const key = groups[0]?.code;
          if (layout === "table")
            return <SideTable key={key} option={option} groups={groups} store={store} />;
          if (layout === "switch" && !wide)
            return <PlaceSwitch key={key} option={option} groups={groups} store={store} />;
          return groups.map((group) => (
            <BoardGroup key={group.code} option={option} group={wholeBet(option, group)} store={store} />
          ));
        })}
      </div>
    </ModeName>
  );
}

const whole = new WeakMap<RuleGroup, RuleGroup>();

/**
 * If one tick is the whole bet, its cell states the bet's name and odds. Returns the same object for the same group.
 */
function wholeBet(option: RuleOption, group: RuleGroup): RuleGroup {
  const [item, ...others] = group.items;
  if (group.kind !== "all" || item === undefined || others.length > 0) return group;
  const known = whole.get(group);
  if (known !== undefined) return known;
  const odds = option.tiers.length === 1 ? option.tiers[0]?.classes[0]?.odds : undefined;
  const made = { ...group, items: [{ ...item, name: option.name, ...(odds !== undefined && { odds }) }] };
  whole.set(group, made);
  return made;
}
