/** What became of several runs. */
export interface SeedsSummary {
  readonly count: number;
  /** Of all runs together. */
  readonly virtualMs: number;
  /** How long they took, without the start of PostgreSQL. */
  readonly realMs: number;
  /** The seeds in which something was wrong. */
  readonly wrong: readonly number[];
}

const LINE =
  /^(?<count>\d+) seeds, (?<virtual>\d+) s lived in (?<real>[\d.]+) s.*, \d+ wrong(?:: (?<wrong>[\d, ]+))?$/u;

/** One line. */
export function summaryOf({ count, virtualMs, realMs, wrong }: SeedsSummary, withStartMs: number): string {
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  return (
    `${count} seeds, ${Math.round(virtualMs / 1000)} s lived in ${seconds(realMs)} s (${seconds(withStartMs)} s with the start), ` +
    `${Math.round(virtualMs / realMs)} × the speed of time, ` +
    `${wrong.length} wrong${wrong.length === 0 ? "" : `: ${wrong.join(", ")}`}`
  );
}

/** Reads such a line; undefined if it is another. */
export function readSummary(line: string): SeedsSummary | undefined {
  const groups = LINE.exec(line)?.groups;
  if (groups === undefined) return undefined;
  return {
    count: Number(groups["count"]),
    virtualMs: Number(groups["virtual"]) * 1000,
    realMs: Number(groups["real"]) * 1000,
    wrong: groups["wrong"] === undefined ? [] : groups["wrong"].split(", ").map(Number),
  };
}
