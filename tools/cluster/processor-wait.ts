import { existsSync, readFileSync } from "node:fs";

const PRESSURE = "/proc/pressure/cpu";

/** For how long some process of this machine had to wait for a core, in ms since it started; null where Linux does not tell. */
export function processorWaitMs(): number | null {
  return existsSync(PRESSURE) ? waitOf(readFileSync(PRESSURE, "utf8")) : null;
}

/** Reads it from what Linux tells of the pressure on its processors. */
export function waitOf(pressure: string): number | null {
  const [, total] = /^some .*total=(\d+)$/mu.exec(pressure) ?? [];
  return total === undefined ? null : Number(total) / 1_000;
}

/** The share of a while in which processes waited for a core, in words; empty where it is not known. */
export function tellWait(before: number | null, after: number | null, elapsedMs: number): string {
  if (before === null || after === null) return "";
  return `processes waited for a core ${Math.round((100 * (after - before)) / elapsedMs)} % of the time`;
}
