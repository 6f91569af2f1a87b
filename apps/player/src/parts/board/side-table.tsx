import type { RuleGroup } from "@lotus/contract";
import { joinClasses } from "@lotus/ui";
import { useId } from "react";
import type { GameStore } from "../slip/game-store.ts";
import { useGroup } from "./board.tsx";
import styles from "./board.module.css";
import { PieceCell } from "./piece-grid.tsx";
import { useRovingFocus } from "./use-roving-focus.ts";

/** Places one under another, each with the same few items: a column of names and cells 46 high. */
export function SideTable({ groups, store }: { groups: readonly RuleGroup[]; store: GameStore }) {
  return (
    <div className={styles.table}>
      {groups.map((group) => (
        <SideRow key={group.code} group={group} store={store} />
      ))}
    </div>
  );
}

function SideRow({ group, store }: { group: RuleGroup; store: GameStore }) {
  const { picked, onToggle } = useGroup(group, store);
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
        className={joinClasses(styles.grid, styles.tight, styles[group.kind])}
        {...roving}
      >
        {group.items.map((item) => (
          <PieceCell key={item.id} item={item} kind={group.kind} on={on.has(item.id)} onToggle={onToggle} />
        ))}
      </fieldset>
    </section>
  );
}
