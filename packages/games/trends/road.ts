/** A column of a big road: one side as long as it came in a row, ties aside. */
export interface RoadColumn {
  /** Place of the side among the values of its track. */
  readonly value: number;
  /** One entry a draw of that side: how many ties followed it. */
  readonly ties: readonly number[];
}

/** The big road of a track with two sides, oldest draw first. */
export interface Road {
  /** Ties before the first draw that took a side. */
  readonly openingTies: number;
  readonly columns: readonly RoadColumn[];
}

/**
 * Writes outcomes as a big road: another side opens a column, the same side goes on in its column, and a tie is
 * marked on the draw before it. `outcomes` are places among the values, oldest first; `tie` is the place of the tie.
 */
export function roadOf(outcomes: readonly number[], tie?: number): Road {
  let openingTies = 0;
  const columns: { value: number; ties: number[] }[] = [];
  for (const value of outcomes) {
    const last = columns.at(-1);
    if (value === tie) {
      const bead = last === undefined ? undefined : last.ties.length - 1;
      if (last === undefined || bead === undefined) openingTies += 1;
      else last.ties[bead] = (last.ties[bead] ?? 0) + 1;
    } else if (last?.value === value) last.ties.push(0);
    else columns.push({ value, ties: [0] });
  }
  return { openingTies, columns };
}

/** A bead of a road on its grid; columns and rows count from 0. */
export interface RoadBead {
  readonly column: number;
  readonly row: number;
  readonly value: number;
  readonly ties: number;
}

/**
 * Lays a big road on a grid of so many rows. A column runs down from the top; at the floor, or above a bead that is
 * already there, it turns right and stays in its row. The next column begins beside the head of the one before.
 */
export function layRoad({ columns }: Pick<Road, "columns">, rows: number): readonly RoadBead[] {
  const beads: RoadBead[] = [];
  const taken = new Set<string>();
  const free = (column: number, row: number): boolean => row < rows && !taken.has(`${column} ${row}`);
  let head = -1;
  for (const { value, ties } of columns) {
    head += 1;
    // An earlier run that turned right may lie along the top row.
    while (!free(head, 0)) head += 1;
    let [column, row, turned] = [head, -1, false];
    for (const after of ties) {
      if (!turned && free(column, row + 1)) row += 1;
      else {
        turned = true;
        column += 1;
      }
      taken.add(`${column} ${row}`);
      beads.push({ column, row, value, ties: after });
    }
  }
  return beads;
}
