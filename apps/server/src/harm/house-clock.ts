import { offsetAt } from "@lotus/games";
import type { HouseClock } from "./events.ts";

const MINUTE_MS = 60_000;
/** Clocks everywhere change at a quarter of an hour. */
const QUARTER_MS = 15 * MINUTE_MS;
/** More quarters than a window of 90 days has; beyond, all are worked out anew. */
const CAPACITY = 20_000;

/** The house's clock at any instant, with its changes; what was worked out is kept, since players play at the same times. */
export function houseClock(timeZone: string): HouseClock {
  const known = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS);
    const kept = known.get(quarter);
    if (kept !== undefined) return kept;
    if (known.size >= CAPACITY) known.clear();
    const offset = offsetAt(quarter * QUARTER_MS, timeZone);
    known.set(quarter, offset);
    return offset;
  };
}
