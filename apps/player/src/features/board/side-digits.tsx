import { joinClasses } from "@lotus/ui";
import { useId } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import type { GroupProps } from "./use-group.ts";
import styles from "./board.module.css";
import { GroupHead } from "./group-head.tsx";
import { PieceCell } from "./piece-grid.tsx";
import { TenCells } from "./ten-row.tsx";
import rows from "./ten-row.module.css";
import { useRovingFocus } from "./use-roving-focus.ts";

/** Bets on a ball's sides and digit: the sides in a line, the ten digits below. */
export function SideDigits(props: GroupProps) {
  const { group, picked, onToggle } = props;
  const { odds } = useI18n();
  const id = useId();
  const { ref, ...roving } = useRovingFocus();
  const on = new Set(picked.map((item) => item.id));
  const isDigit = ({ id: item }: { id: string }) => /^\d$/u.test(item);
  const digits = group.items.filter(isDigit);
  const figures = new Set(digits.map((item) => item.odds));
  const [figure] = figures;
  const note = figures.size === 1 && figure !== undefined ? `0–9 ×${odds(figure)}` : undefined;
  return (
    <section className={rows.row} aria-labelledby={id}>
      <GroupHead {...props} id={id} note={note} />
      <fieldset ref={ref} aria-labelledby={id} {...roving}>
        <div className={joinClasses(styles.grid, styles.tight)} style={{ "--columns": 4 }}>
          {group.items
            .filter((item) => !isDigit(item))
            .map((item) => (
              <PieceCell key={item.id} item={item} kind="side" on={on.has(item.id)} onToggle={onToggle} />
            ))}
        </div>
        <TenCells {...props} items={digits} showOdds={figures.size > 1} />
      </fieldset>
    </section>
  );
}
