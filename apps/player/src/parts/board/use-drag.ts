import { type PointerEvent, type SyntheticEvent, useRef } from "react";
import type { GroupProps } from "./use-group.ts";
import { cellAt, type CellLay, type DragRun, dragTo, layOf } from "./drag-run.ts";

interface Run extends DragRun {
  readonly lay: CellLay;
  at: number;
  moved: boolean;
}

/**
 * Finger or mouse over cells that lie without gaps: a drag picks the run of cells between, line by line. To be
 * spread on the element that holds them. `ids` are those of its cells; other picks of the group stay. The tap
 * that ends a drag is not a tap. A group of one pick has no runs.
 */
export function useDrag({ group, picked, onReplace, sayFull }: GroupProps, ids: readonly string[]) {
  const run = useRef<Run | null>(null);
  const end = () => {
    // The click that belongs to a drag comes before any timer.
    setTimeout(() => (run.current = null));
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || group.max < 2) return;
      const lay = layOf([...event.currentTarget.querySelectorAll("[data-cell]")]);
      if (lay === null) return;
      const from = cellAt(event.clientX, event.clientY, lay);
      const before = new Set(picked.map((item) => item.id));
      run.current = { from, before, lay, at: from, moved: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = run.current;
      if (now === null || (event.pointerType === "mouse" && event.buttons === 0)) return;
      const to = cellAt(event.clientX, event.clientY, now.lay);
      if (to === now.at) return;
      // Caught only once it is a drag: a caught tap would be a tap on the row, not on its cell.
      if (!now.moved) event.currentTarget.setPointerCapture?.(event.pointerId);
      now.at = to;
      now.moved = true;
      const next = dragTo(now, to, ids, group.max);
      onReplace(next);
      const [first, last] = [ids[now.from], ids[to]];
      const adds = first !== undefined && !now.before.has(first);
      if (adds && last !== undefined && !next.includes(last)) sayFull();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture: (event: SyntheticEvent) => {
      if (run.current?.moved === true) event.stopPropagation();
      run.current = null;
    },
  };
}
