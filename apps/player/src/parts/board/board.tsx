import type { RuleGroup, RuleOption } from "@lotus/contract";
import { toast } from "@lotus/ui";
import { useCallback } from "react";
import { useStore } from "zustand";
import { useWords } from "../../words/use-words.tsx";
import { pickedIn } from "../slip/bet-list.ts";
import type { GameStore } from "../slip/game-store.ts";
import styles from "./board.module.css";
import { groupRuns } from "./group-runs.ts";
import { PieceGrid } from "./piece-grid.tsx";
import { SideTable } from "./side-table.tsx";
import { TenRow } from "./ten-row.tsx";

/** What every look of a group is given. Picks are read by each group alone, so that a tap redraws one group. */
export interface GroupProps {
  readonly group: RuleGroup;
  readonly picked: ReturnType<typeof pickedIn>;
  /** Picks an item or takes it back; says so when the group is full. Stable. */
  readonly onToggle: (item: string) => void;
  readonly onReplace: (items: readonly string[]) => void;
}

/** The board of an option: its groups, each drawn by what its items are. */
export function Board({ option, store }: { option: RuleOption; store: GameStore }) {
  return (
    <div className={styles.board}>
      {groupRuns(option.groups).map((run) =>
        run.table ? (
          <SideTable key={run.groups[0]?.code} groups={run.groups} store={store} />
        ) : (
          run.groups.map((group) => (
            <BoardGroup key={group.code} group={wholeBet(option, group)} store={store} />
          ))
        ),
      )}
    </div>
  );
}

const whole = new WeakMap<RuleGroup, RuleGroup>();

/** A single tick for the whole bet says what the bet is and what it pays. The same object for the same group. */
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

/** One group with its picks and what may be done to them. */
export function useGroup(group: RuleGroup, store: GameStore): GroupProps {
  const { t } = useWords();
  const picked = useStore(store, (state) => pickedIn(state.gameBetList, group.code));
  const onToggle = useCallback(
    (item: string) => {
      const state = store.getState();
      const now = pickedIn(state.gameBetList, group.code);
      if (now.some((each) => each.id === item)) state.unselect(group.code, item);
      else if (now.length < group.max) state.select(group.code, item);
      else if (group.max === 1) state.replace(group.code, [item]);
      else toast(t("play.limit.max", { name: group.name, max: group.max }));
    },
    // A group belongs to one rule tree; the words change with the tree.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [group, store],
  );
  const onReplace = useCallback(
    (items: readonly string[]) => store.getState().replace(group.code, items),
    [group, store],
  );
  return { group, picked, onToggle, onReplace };
}

function BoardGroup({ group, store }: { group: RuleGroup; store: GameStore }) {
  const props = useGroup(group, store);
  return group.kind === "digit" ? <TenRow {...props} /> : <PieceGrid {...props} />;
}
