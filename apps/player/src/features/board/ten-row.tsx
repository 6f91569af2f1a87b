import type { RuleItem } from "@lotus/contract";
import { joinClasses, VisuallyHidden } from "@lotus/ui";
import { memo, useId } from "react";
import { CarTile } from "../../artwork/racer.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import type { GroupProps } from "./use-group.ts";
import { beforeNumber, numberName, useNumbersName } from "./cell-names.ts";
import { GroupHead } from "./group-head.tsx";
import { groupOdds } from "./group-odds.ts";
import styles from "./ten-row.module.css";
import { useDrag } from "./use-drag.ts";
import { OmissionNote } from "./omission-note.tsx";
import { type Omission, useOmissions } from "./omissions.ts";
import { useRovingFocus } from "./use-roving-focus.ts";

/** Ten digits or cars without gaps: a tap picks one, a drag picks a run. */
export function TenRow(props: GroupProps) {
  const { option, group } = props;
  const id = useId();
  const { ref, ...roving } = useRovingFocus();
  return (
    <section className={styles.row} aria-labelledby={id}>
      <GroupHead {...props} id={id} />
      <fieldset ref={ref} aria-labelledby={id} {...roving}>
        <TenCells {...props} items={group.items} showOdds={groupOdds(option, group).each} />
      </fieldset>
    </section>
  );
}

/** Cells of a row of ten, with drag selection. */
export function TenCells(props: GroupProps & { items: readonly RuleItem[]; showOdds: boolean }) {
  const { group, items, picked, showOdds, onToggle } = props;
  const ids = items.map((item) => item.id);
  const drag = useDrag(props, ids);
  const on = new Set(picked.map((item) => item.id));
  const omissions = useOmissions(group.code);
  const numbers = useNumbersName(props.option, group);
  return (
    <div className={joinClasses(styles.ten, group.kind === "car" && styles.cars)} data-cells="ten" {...drag}>
      {items.map((item) => (
        <TenCell
          key={item.id}
          item={item}
          numbers={numbers}
          car={group.kind === "car"}
          on={on.has(item.id)}
          showOdds={showOdds}
          omission={omissions?.get(item.id)}
          onToggle={onToggle}
        />
      ))}
    </div>
  );
}

interface TenCellProps {
  item: RuleItem;
  /** What the numbers of the row are called. */
  numbers: string;
  car: boolean;
  on: boolean;
  showOdds: boolean;
  omission: Omission | undefined;
  onToggle: (item: string) => void;
}

/**
 * Selection is shown by fill and shape: a digit's circle becomes a filled square, a car's plate its full colour in a
 * ring.
 */
const TenCell = memo(function TenCell({
  item,
  numbers,
  car,
  on,
  showOdds,
  omission,
  onToggle,
}: TenCellProps) {
  const { odds } = useI18n();
  const figure = showOdds && item.odds !== undefined ? odds(item.odds) : undefined;
  return (
    <button
      type="button"
      data-cell={item.id}
      aria-pressed={on}
      // What is counted of a number is heard after it.
      aria-label={omission === undefined ? numberName(numbers, item.name, figure) : undefined}
      className={styles.cell}
      onClick={() => onToggle(item.id)}
    >
      {omission !== undefined && <VisuallyHidden>{beforeNumber(numbers)}</VisuallyHidden>}{" "}
      {car ? (
        <CarTile number={Number(item.id)} chosen={on} />
      ) : (
        <span className={styles.digit}>{item.name}</span>
      )}
      {figure !== undefined && <small className={styles.odds}> {figure}</small>}
      <OmissionNote omission={omission} />
    </button>
  );
});
