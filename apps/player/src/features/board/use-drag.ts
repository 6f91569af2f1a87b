import { type PointerEvent, type SyntheticEvent, useRef } from "react";
import type { GroupProps } from "./use-group.ts";
import { cellAt, type CellLay, type DragRun, dragTo, layOf } from "./drag-run.ts";

/** Where a pointer went down and, once it has moved, the run. Most taps never move and so measure no layout. */
interface Run {
  readonly x: number;
  readonly y: number;
  drag: (DragRun & { readonly lay: CellLay }) | null;
  at: number;
  moved: boolean;
}

/**
 * Drag selection over cells without gaps: picks the run of cells in between, line by line. Spread the result on the
 * element that contains them. `ids` are those of its cells; other picks of the group stay. The click that ends a drag
 * is ignored. A group of one pick has no runs.
 */
export function useDrag(
  { group, picked, onReplace, notifyFull: sayFull }: GroupProps,
  ids: readonly string[],
) {
  const run = useRef<Run | null>(null);
  const end = () => {
    // The click that ends a drag is dispatched before any timer.
    setTimeout(() => (run.current = null));
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || group.max < 2) return;
      run.current = { x: event.clientX, y: event.clientY, drag: null, at: -1, moved: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = run.current;
      if (now === null || (event.pointerType === "mouse" && event.buttons === 0)) return;
      if (!now.moved && isScroll(event, now)) {
        run.current = null;
        return;
      }
      const drag = (now.drag ??= begin(event.currentTarget, now, picked));
      if (drag === null) return;
      const to = cellAt(event.clientX, event.clientY, drag.lay);
      if (to === (now.moved ? now.at : drag.from)) return;
      // Captured only once it is a drag: the click of a captured tap would target the row instead of its cell.
      if (!now.moved) event.currentTarget.setPointerCapture?.(event.pointerId);
      now.at = to;
      now.moved = true;
      const next = dragTo(drag, to, ids, group.max);
      onReplace(next);
      const [first, last] = [ids[drag.from], ids[to]];
      const adds = first !== undefined && !drag.before.has(first);
      if (adds && last !== undefined && !next.includes(last)) sayFull();
    },
    onPointerUp: end,
    // The browser took over the gesture, to scroll: nothing is picked.
    onPointerCancel: () => {
      if (run.current?.moved === true && run.current.drag !== null) onReplace([...run.current.drag.before]);
      run.current = null;
    },
    onClickCapture: (event: SyntheticEvent) => {
      if (run.current?.moved === true) event.stopPropagation();
      run.current = null;
    },
  };
}

/** Whether a touch starts to move vertically, which scrolls the page. */
function isScroll({ pointerType, clientX, clientY }: PointerEvent<HTMLElement>, { x, y }: Run): boolean {
  return pointerType === "touch" && Math.abs(clientY - y) > Math.abs(clientX - x);
}

/** Measures the cells and records the picks; null if there are no cells. */
function begin(row: HTMLElement, { x, y }: Run, picked: GroupProps["picked"]): Run["drag"] {
  const lay = layOf([...row.querySelectorAll("[data-cell]")]);
  if (lay === null) return null;
  return { lay, from: cellAt(x, y, lay), before: new Set(picked.map((item) => item.id)) };
}
