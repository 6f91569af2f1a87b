import type { RuleGroup, RuleOption } from "@lotus/contract";
import { useCallback } from "react";
import { useStore } from "zustand";
import { notify } from "../../shell/notify.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { pickedIn } from "../slip/bet-list.ts";
import type { GameStore } from "../slip/game-store.ts";
import { figureOf, twinOf } from "./twins.ts";

/** What every look of a group is given. Picks are read by each group alone, so that a tap redraws one group. */
export interface GroupProps {
  readonly store: GameStore;
  readonly option: RuleOption;
  readonly group: RuleGroup;
  readonly picked: ReturnType<typeof pickedIn>;
  /** Picks an item or takes it back; says so when the group is full. Stable. */
  readonly onToggle: (item: string) => void;
  /** Puts these items in place of what is picked; says so when they are more than the group takes. Stable. */
  readonly onReplace: (items: readonly string[]) => void;
  /** Says how many the group takes. Stable. */
  readonly sayFull: () => void;
}

/** One group with its picks and what may be done to them. */
export function useGroup(option: RuleOption, group: RuleGroup, store: GameStore): GroupProps {
  const { t } = useI18n();
  const picked = useStore(store, (state) => pickedIn(state.gameBetList, group.code));
  const sayFull = useCallback(
    () => notify(t("play.limit.max", { name: group.name, max: group.max })),
    // A group belongs to one rule tree; the words change with the tree.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [group],
  );
  const onToggle = useCallback(
    (item: string) => {
      const state = store.getState();
      const now = pickedIn(state.gameBetList, group.code);
      if (now.some((each) => each.id === item)) return state.unselect(group.code, item);
      if (now.length >= group.max && group.max > 1) return sayFull();
      if (group.max === 1) state.replace(group.code, [item]);
      else state.select(group.code, item);
      const twin = twinOf(option, group, item, state.gameBetList);
      if (twin !== undefined) notify(t("play.limit.twin", { item: figureOf(item), name: twin.name }));
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the same
    [option, group, store, sayFull],
  );
  const onReplace = useCallback(
    (items: readonly string[]) => {
      store.getState().replace(group.code, items.slice(0, group.max));
      if (items.length > group.max) sayFull();
    },
    [group, store, sayFull],
  );
  return { store, option, group, picked, onToggle, onReplace, sayFull };
}
