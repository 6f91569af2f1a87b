import type { RuleGroup, RuleOption } from "@lotus/contract";
import { joinClasses, VisuallyHidden } from "@lotus/ui";
import { memo, useId, useState } from "react";
import { useStore } from "zustand";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { pickedIn } from "../slip/bet-list.ts";
import type { GameStore } from "../slip/game-store.ts";
import { BoardGroup } from "./board-group.tsx";
import styles from "./place-switch.module.css";
import { useRovingFocus } from "./use-roving-focus.ts";

interface PlaceSwitchProps {
  option: RuleOption;
  groups: readonly RuleGroup[];
  store: GameStore;
}

/** Several large groups, one shown at a time; the switch shows the number of picks in each. */
export function PlaceSwitch({ option, groups, store }: PlaceSwitchProps) {
  const panel = useId();
  const { ref, ...roving } = useRovingFocus();
  const [code, setCode] = useState(() => firstPicked(groups, store));
  const shown = groups.find((group) => group.code === code) ?? groups[0];
  const { shared, own } = sharedName(groups.map((group) => group.name));
  if (shown === undefined) return null;
  return (
    <>
      <div className={styles.bar}>
        {shared !== "" && (
          <span className={styles.shared} aria-hidden>
            {shared}
          </span>
        )}
        <div ref={ref} role="tablist" className={styles.places} {...roving}>
          {groups.map((group, at) => (
            <Place
              key={group.code}
              group={group}
              short={own[at] ?? group.name}
              shown={group === shown}
              panel={panel}
              store={store}
              onShow={setCode}
            />
          ))}
        </div>
      </div>
      <div id={panel} role="tabpanel" aria-label={shown.name}>
        <BoardGroup key={shown.code} option={option} group={shown} store={store} />
      </div>
    </>
  );
}

/** A board opened with picks starts at the first group that has some. */
function firstPicked(groups: readonly RuleGroup[], store: GameStore): string | undefined {
  const { gameBetList } = store.getState();
  return groups.find(({ code }) => pickedIn(gameBetList, code).length > 0)?.code ?? groups[0]?.code;
}

interface PlaceProps {
  group: RuleGroup;
  short: string;
  shown: boolean;
  panel: string;
  store: GameStore;
  onShow: (code: string) => void;
}

const Place = memo(function Place({ group, short, shown, panel, store, onShow }: PlaceProps) {
  const { t } = useI18n();
  const count = useStore(store, (state) => pickedIn(state.gameBetList, group.code).length);
  return (
    <button
      type="button"
      role="tab"
      data-cell
      aria-selected={shown}
      aria-controls={panel}
      className={joinClasses(styles.place, shown && styles.shown)}
      onClick={() => onShow(group.code)}
    >
      <VisuallyHidden>
        {count === 0 ? group.name : t("play.board.picked", { name: group.name, count })}
      </VisuallyHidden>
      <span aria-hidden>{short}</span>
      {count > 0 && (
        <span className={styles.count} aria-hidden>
          {count}
        </span>
      )}
    </button>
  );
});

/** Splits off the common prefix of place names: "Ball 1", "Ball 2" become "Ball" and "1", "2". */
export function sharedName(names: readonly string[]): { shared: string; own: readonly string[] } {
  const [first = "", ...others] = names.map((name) => name.split(" "));
  const words = Array.isArray(first) ? first : [];
  let same = 0;
  while (same < words.length - 1 && others.every((name) => name[same] === words[same])) same += 1;
  return {
    shared: words.slice(0, same).join(" "),
    own: names.map((name) => name.split(" ").slice(same).join(" ")),
  };
}
