import type { RuleGroup, RuleOption } from "@lotus/contract";
import { useCallback } from "react";
import { useStore } from "zustand";
import { notify } from "../../shell/notify.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { pickedIn } from "../slip/bet-list.ts";
import type { GameStore } from "../slip/game-store.ts";
import { figureOf, twinOf } from "./twins.ts";

/** Props of every layout of a group. Each group subscribes to its own picks, so that a tap re-renders one group. */
export interface GroupProps {
  readonly store: GameStore;
  readonly option: RuleOption;
  readonly group: RuleGroup;
  readonly picked: ReturnType<typeof pickedIn>;
  /** Toggles an item; shows a message if the group is full. Stable. */
  readonly onToggle: (item: string) => void;
  /** Replaces the picks; shows a message if there are more than the group allows. Stable. */
  readonly onReplace: (items: readonly string[]) => void;
  /** Shows how many picks the group allows. Stable. */
  readonly notifyFull: () => void;
}

/** One group with its picks and the functions that change them. */
export function useGroup(option: RuleOption, group: RuleGroup, store: GameStore): GroupProps {
  const { t } = useI18n();
  const picked = useStore(store, (state) => pickedIn(state.gameBetList, group.code));
  const notifyFull = useCallback(
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
      if (now.length >= group.max && group.max > 1) return notifyFull();
      if (group.max === 1) state.replace(group.code, [item]);
      else state.select(group.code, item);
      const twin = twinOf(option, group, item, state.gameBetList);
      if (twin !== undefined) notify(t("play.limit.twin", { item: figureOf(item), name: twin.name }));
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the same
    [option, group, store, notifyFull],
  );
  const onReplace = useCallback(
    (items: readonly string[]) => {
      store.getState().replace(group.code, items.slice(0, group.max));
      if (items.length > group.max) notifyFull();
    },
    [group, store, notifyFull],
  );
  return { store, option, group, picked, onToggle, onReplace, notifyFull: notifyFull };
}
