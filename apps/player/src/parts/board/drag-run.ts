/** A drag along a row: where it began, and what was picked then. */
export interface DragRun {
  readonly from: number;
  readonly before: ReadonlySet<string>;
}

/**
 * What is picked once a drag has come as far as `to`: the run between takes the state that the first cell
 * got, the rest is as before the drag. Going back gives cells back. `max` cuts the run short.
 */
export function dragTo(
  { from, before }: DragRun,
  to: number,
  ids: readonly string[],
  max: number,
): readonly string[] {
  const first = ids[from];
  const adds = first !== undefined && !before.has(first);
  const picked = new Set(before);
  const step = to < from ? -1 : 1;
  for (let at = from; step > 0 ? at <= to : at >= to; at += step) {
    const id = ids[at];
    if (id === undefined) continue;
    if (!adds) picked.delete(id);
    else if (picked.size < max) picked.add(id);
  }
  return ids.filter((id) => picked.has(id));
}

/** The cell under a point of a row of equal cells, kept within the row. */
export function cellAt(x: number, left: number, width: number, cells: number): number {
  const at = Math.floor(((x - left) / width) * cells);
  return Math.min(cells - 1, Math.max(0, at));
}
