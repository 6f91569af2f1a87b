import type { RuleItem } from "@lotus/contract";
import { TickBadge, VisuallyHidden } from "@lotus/ui";
import { memo, useId } from "react";
import { MarkSixBall } from "../../artwork/ball.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { BallChips } from "./ball-chips.tsx";
import styles from "./ball-grid.module.css";
import type { GroupProps } from "./use-group.ts";
import board from "./board.module.css";
import { beforeNumber, numberName, useNumbersName } from "./cell-names.ts";
import { GroupHead } from "./group-head.tsx";
import { OmissionNote } from "./omission-note.tsx";
import { type Omission, useOmissions } from "./omissions.ts";
import { useDrag } from "./use-drag.ts";
import { useRovingFocus } from "./use-roving-focus.ts";

/**
 * The forty-nine balls, seven by seven without gaps, below the chips of animals and colours. A tap picks one ball, a
 * drag a run in the order of the numbers.
 */
export function BallGrid(props: GroupProps) {
  const { group, picked, onToggle } = props;
  const id = useId();
  const { ref, ...roving } = useRovingFocus();
  const drag = useDrag(
    props,
    group.items.map((item) => item.id),
  );
  const numbers = useNumbersName(props.option, group);
  const on = new Set(picked.map((item) => item.id));
  const omissions = useOmissions(group.code);
  return (
    <section className={board.section} aria-labelledby={id}>
      <GroupHead {...props} id={id} />
      <BallChips store={props.store} group={group} onReplace={props.onReplace} />
      <fieldset
        ref={ref}
        aria-labelledby={id}
        className={styles.grid}
        data-cells="balls"
        data-noted={omissions !== undefined || undefined}
        data-odds={group.items.some((item) => item.odds !== undefined) || undefined}
        {...roving}
        {...drag}
      >
        {group.items.map((item) => (
          <BallCell
            key={item.id}
            item={item}
            numbers={numbers}
            on={on.has(item.id)}
            omission={omissions?.get(item.id)}
            onToggle={onToggle}
          />
        ))}
      </fieldset>
    </section>
  );
}

interface BallCellProps {
  item: RuleItem;
  /** What the numbers of the grid are called. */
  numbers: string;
  on: boolean;
  omission: Omission | undefined;
  onToggle: (item: string) => void;
}

/** Selection is shown by fill and shape: solid ball, tinted and outlined cell, tick in the corner. */
const BallCell = memo(function BallCell({ item, numbers, on, omission, onToggle }: BallCellProps) {
  const { odds } = useI18n();
  const figure = item.odds === undefined ? undefined : odds(item.odds);
  return (
    <button
      type="button"
      data-cell={item.id}
      aria-pressed={on}
      // What is counted of a number is heard after it.
      aria-label={omission === undefined ? numberName(numbers, item.id.padStart(2, "0"), figure) : undefined}
      className={styles.cell}
      onClick={() => onToggle(item.id)}
    >
      {omission !== undefined && <VisuallyHidden>{beforeNumber(numbers)}</VisuallyHidden>}{" "}
      <MarkSixBall number={Number(item.id)} size="var(--ball-size)" variant={on ? "solid" : "ring"} />
      {figure !== undefined && <small className={styles.odds}> {figure}</small>}
      <OmissionNote omission={omission} />
      <TickBadge />
    </button>
  );
});
