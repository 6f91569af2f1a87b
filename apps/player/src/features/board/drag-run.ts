/** A drag over cells: first cell, and the picks at that moment. */
export interface DragRun {
  readonly from: number;
  readonly before: ReadonlySet<string>;
}

/**
 * The picks once a drag has reached `to`: the run in between takes the state the first cell got, everything else is as
 * before the drag, including picks outside `ids`. Dragging back restores cells. `max` cuts the run short.
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
  const own = new Set(ids);
  return [...[...before].filter((id) => !own.has(id)), ...ids.filter((id) => picked.has(id))];
}

/** Layout of equal cells on the screen: corner of the first, pitch of columns and lines, counts. */
export interface CellLay {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly count: number;
}

/** Index of the cell under a point, or of the nearest one. Cells are numbered line by line. */
export function cellAt(x: number, y: number, lay: CellLay): number {
  const { left, top, width, height, columns, count } = lay;
  const lines = Math.ceil(count / columns);
  const column = Math.min(columns - 1, Math.max(0, Math.floor((x - left) / width)));
  const line = Math.min(lines - 1, Math.max(0, Math.floor((y - top) / height)));
  return Math.min(count - 1, line * columns + column);
}

/** Measures cells laid out line by line with one pitch; null if there are none. */
export function layOf(cells: readonly Element[]): CellLay | null {
  const boxes = cells.map((cell) => cell.getBoundingClientRect());
  const [first] = boxes;
  if (first === undefined) return null;
  const wrapped = boxes.findIndex((box) => box.top > first.top + 1);
  const columns = wrapped < 0 ? boxes.length : wrapped;
  const last = boxes[columns - 1] ?? first;
  const below = boxes[wrapped];
  return {
    left: first.left,
    top: first.top,
    width: (last.right - first.left) / columns,
    height: below === undefined ? first.height : below.top - first.top,
    columns,
    count: boxes.length,
  };
}
