import { type FocusEvent, type KeyboardEvent, type RefCallback, useCallback, useMemo } from "react";

/**
 * One tab stop for a group of cells; arrow keys, Home and End move between cells, space presses. Up and down go to the
 * nearest cell of the next line in any layout. The tab stop moves in the DOM, not in React, so that moving renders
 * nothing.
 */
export function useRovingFocus(): {
  ref: RefCallback<HTMLElement>;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
} {
  const ref = useCallback((element: HTMLElement | null) => {
    if (element !== null) setStop(cellsOf(element), 0);
  }, []);
  return useMemo(
    () => ({
      ref,
      onFocus: (event) => {
        const cells = cellsOf(event.currentTarget);
        const at = cells.findIndex((cell) => cell === event.target);
        if (at >= 0) setStop(cells, at);
      },
      onKeyDown: (event) => {
        const cells = cellsOf(event.currentTarget).filter((cell) => !cell.matches(":disabled"));
        const at = cells.findIndex((cell) => cell === event.target);
        const next = at < 0 ? undefined : nextCell(cells, at, event.key);
        if (next === undefined) return;
        event.preventDefault();
        next.focus();
      },
    }),
    [ref],
  );
}

function nextCell(cells: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  switch (key) {
    case "ArrowLeft":
      return cells[at - 1];
    case "ArrowRight":
      return cells[at + 1];
    case "Home":
      return at === 0 ? undefined : cells[0];
    case "End":
      return cells[cells.length - 1];
    case "ArrowUp":
      return nearest(cells.slice(0, at).toReversed(), cells[at], -1);
    case "ArrowDown":
      return nearest(cells.slice(at + 1), cells[at], 1);
    default:
      return undefined;
  }
}

/** The closest cell of the next line above or below; `others` are ordered in the direction of the move. */
function nearest(
  others: readonly HTMLElement[],
  from: HTMLElement | undefined,
  way: 1 | -1,
): HTMLElement | undefined {
  if (from === undefined) return undefined;
  const start = from.getBoundingClientRect();
  const beyond = others
    .map((cell) => ({ cell, box: cell.getBoundingClientRect() }))
    .filter(({ box }) => (box.top - start.top) * way > 1);
  const line = beyond[0]?.box.top;
  const distance = (box: DOMRect) => Math.abs(box.left + box.right - start.left - start.right);
  return beyond
    .filter(({ box }) => Math.abs(box.top - (line ?? 0)) <= 1)
    .toSorted((a, b) => distance(a.box) - distance(b.box))[0]?.cell;
}

function cellsOf(group: HTMLElement): HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>("[data-cell]")];
}

function setStop(cells: readonly HTMLElement[], stop: number): void {
  for (const [at, cell] of cells.entries()) cell.tabIndex = at === stop ? 0 : -1;
}
