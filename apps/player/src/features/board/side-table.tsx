import type { RuleGroup, RuleOption } from "@lotus/contract";
import { joinClasses } from "@lotus/ui";
import { useId } from "react";
import type { GameStore } from "../slip/game-store.ts";
import { useGroup } from "./use-group.ts";
import styles from "./board.module.css";
import { PieceCell } from "./piece-grid.tsx";
import { useRovingFocus } from "./use-roving-focus.ts";

interface SideTableProps {
  option: RuleOption;
  groups: readonly RuleGroup[];
  store: GameStore;
}

const SHORT_NAME = 8;
const SHORT_WORD = 8;

/** Places with the same few items as lines of a table: a column of names, cells 46 px high. */
export function SideTable({ option, groups, store }: SideTableProps) {
  // One font size for all names of a table: smaller if one would overflow its column.
  const long = groups.some((group) => group.name.length > SHORT_NAME);
  const longWords = groups.some((group) =>
    group.name.split(/[\s–-]+/u).some((word) => word.length > SHORT_WORD),
  );
  return (
    <div className={joinClasses(styles.table, long && styles.longNames, longWords && styles.longWords)}>
      {groups.map((group) => (
        <SideRow key={group.code} option={option} group={group} store={store} />
      ))}
    </div>
  );
}

function SideRow({ option, group, store }: { option: RuleOption; group: RuleGroup; store: GameStore }) {
  const { picked, onToggle } = useGroup(option, group, store);
  const id = useId();
  const { ref, ...roving } = useRovingFocus();
  const on = new Set(picked.map((item) => item.id));
  return (
    <section className={styles.place} aria-labelledby={id}>
      <h2 id={id} className={styles.placeName}>
        {group.name}
      </h2>
      <fieldset
        ref={ref}
        aria-labelledby={id}
        className={joinClasses(
          styles.grid,
          styles.tight,
          styles[group.kind],
          group.items.length === 4 && styles.four,
        )}
        style={{ "--columns": group.items.length }}
        {...roving}
      >
        {group.items.map((item) => (
          <PieceCell key={item.id} item={item} kind={group.kind} on={on.has(item.id)} onToggle={onToggle} />
        ))}
      </fieldset>
    </section>
  );
}
