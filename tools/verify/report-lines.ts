/** A step of a report. */
export interface ShownStep {
  readonly state: "ok" | "open" | "failed";
  readonly title: string;
  /** What is wrong. */
  readonly faults: readonly string[];
  readonly details: readonly string[];
}

const MARKS = { ok: "ok  ", open: "-   ", failed: "FAIL" } as const;

/** A step as lines of text. */
export function linesOf({ state, title, faults, details }: ShownStep): string[] {
  return [
    `${MARKS[state]}  ${title}`,
    ...faults.map((fault) => `      ! ${fault}`),
    ...details.map((detail) => `      ${detail}`),
  ];
}

/** The latest instant that a Date can hold. */
const LAST_DATE = 8.64e15;

/** An instant (epoch ms) in UTC. */
export function instantText(at: number | null): string {
  return at === null || Math.abs(at) > LAST_DATE ? "unknown" : new Date(at).toISOString();
}
