import { type FocusEvent, type KeyboardEvent, type RefCallback, useCallback, useMemo } from "react";

const STEPS: Readonly<Record<string, (columns: number) => number>> = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: (columns) => -columns,
  ArrowDown: (columns) => columns,
};

/**
 * One tab stop for a group of cells; arrow keys, Home and End walk its cells, space presses. The tab stop
 * moves in the DOM, not in React: walking a board draws nothing.
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
        const cells = cellsOf(event.currentTarget);
        const at = cells.findIndex((cell) => cell === event.target);
        const step = STEPS[event.key]?.(columnsOf(cells));
        const to = event.key === "Home" ? 0 : event.key === "End" ? cells.length - 1 : at + (step ?? 0);
        if (at < 0 || to === at || cells[to] === undefined) return;
        event.preventDefault();
        cells[to].focus();
      },
    }),
    [ref],
  );
}

function cellsOf(group: HTMLElement): HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>("[data-cell]")];
}

function setStop(cells: readonly HTMLElement[], stop: number): void {
  for (const [at, cell] of cells.entries()) cell.tabIndex = at === stop ? 0 : -1;
}

/** Cells in the first line, as they are laid out now. */
function columnsOf(cells: readonly HTMLElement[]): number {
  const top = cells[0]?.offsetTop;
  const wrapped = cells.findIndex((cell) => cell.offsetTop !== top);
  return wrapped < 0 ? cells.length : wrapped;
}
