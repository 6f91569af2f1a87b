import { memo, type PointerEvent, useId, useRef } from "react";
import type { GroupProps } from "./board.tsx";
import styles from "./board.module.css";
import { cellAt, type DragRun, dragTo } from "./drag-run.ts";
import { GroupHead } from "./group-head.tsx";
import { useRovingFocus } from "./use-roving-focus.ts";

/** Ten digits without gaps between them: a tap picks one, a drag along the row picks a run. */
export function TenRow(props: GroupProps) {
  const { group, picked, onToggle } = props;
  const id = useId();
  const { ref, ...roving } = useRovingFocus();
  const drag = useDrag(props);
  const on = new Set(picked.map((item) => item.id));
  return (
    <section className={styles.row} aria-labelledby={id}>
      <GroupHead {...props} id={id} />
      <fieldset ref={ref} aria-labelledby={id} className={styles.digits} {...roving} {...drag}>
        {group.items.map((item) => (
          <DigitCell key={item.id} id={item.id} name={item.name} on={on.has(item.id)} onToggle={onToggle} />
        ))}
      </fieldset>
    </section>
  );
}

interface DigitCellProps {
  id: string;
  name: string;
  on: boolean;
  onToggle: (item: string) => void;
}

const DigitCell = memo(function DigitCell({ id, name, on, onToggle }: DigitCellProps) {
  return (
    <button type="button" data-cell aria-pressed={on} className={styles.digit} onClick={() => onToggle(id)}>
      <span>{name}</span>
    </button>
  );
});

/** Finger or mouse along the row. The tap that ends a drag is not a tap. */
function useDrag({ group, picked, onReplace }: GroupProps) {
  const run = useRef<(DragRun & { moved: boolean }) | null>(null);
  const ids = group.items.map((item) => item.id);
  const cellUnder = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return cellAt(event.clientX, left, width, ids.length);
  };
  const oneLine = (row: HTMLElement) => {
    const [first, last] = [row.firstElementChild, row.lastElementChild];
    return first?.getBoundingClientRect().top === last?.getBoundingClientRect().top;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      // Two lines of five (very large text) are for tapping only.
      if (event.button !== 0 || !oneLine(event.currentTarget)) return;
      const before = new Set(picked.map((item) => item.id));
      run.current = { from: cellUnder(event), before, moved: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = run.current;
      if (now === null) return;
      const to = cellUnder(event);
      if (!now.moved && to === now.from) return;
      now.moved = true;
      onReplace(dragTo(now, to, ids, group.max));
    },
    onPointerUp: () => {
      if (run.current?.moved !== true) run.current = null;
    },
    onPointerCancel: () => {
      run.current = null;
    },
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === "mouse" && event.buttons === 0) run.current = null;
    },
    onClickCapture: (event: { stopPropagation: () => void }) => {
      if (run.current?.moved === true) event.stopPropagation();
      run.current = null;
    },
  };
}
