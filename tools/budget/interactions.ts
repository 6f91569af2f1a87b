import { percentile } from "../bench/percentile.ts";
import type { Figure } from "./bars.ts";

/** An event of the browser's event timing, as noted in the page. */
export interface TimedEvent {
  /** Shared by the events of one tap or key; 0 for events that are none, such as of a resting mouse. */
  readonly interactionId: number;
  /** From the input to the next paint, milliseconds. */
  readonly duration: number;
  /** Of it, until the page's own handlers began. */
  readonly waited: number;
  /** Of it, in the page's own handlers; what is left went into the frame. */
  readonly handled: number;
  readonly name: string;
  /** Path of the page that was shown. */
  readonly page: string;
  /** What was tapped, or had the focus. */
  readonly target: string;
}

/** Events that are faster than this are not reported by the browser. */
export const REPORTED_FROM_MS = 16;
/** So many of the slowest interactions are named. */
const NAMED = 10;

/** The longest event of each interaction, the slowest interaction first. */
export function interactionsOf(events: readonly TimedEvent[]): TimedEvent[] {
  const longest = new Map<number, TimedEvent>();
  for (const event of events) {
    if (event.interactionId === 0) continue;
    const known = longest.get(event.interactionId);
    if (known === undefined || event.duration > known.duration) longest.set(event.interactionId, event);
  }
  return [...longest.values()].toSorted((a, b) => b.duration - a.duration);
}

interface Measuring {
  /** The browser's number of interactions. */
  readonly count: number;
  readonly slowdown: number;
  readonly most: number;
  /** As many taps on a page that does nothing. */
  readonly bare?: readonly TimedEvent[];
}

function durationsOf(slowest: readonly TimedEvent[], count: number): number[] {
  const unreported = Array.from({ length: Math.max(0, count - slowest.length) }, () => REPORTED_FROM_MS);
  return [...slowest.map(({ duration }) => duration), ...unreported];
}

/**
 * Interaction to next paint at 98 %, and the slowest interactions by name. Those without a report took less than what is
 * reported.
 */
export function interactionFigures(
  events: readonly TimedEvent[],
  { count, slowdown, most, bare }: Measuring,
): Figure[] {
  const slowest = interactionsOf(events);
  const durations = durationsOf(slowest, count);
  const figure = (name: string, value: number): Figure => ({
    section: "pages",
    name: `interaction to next paint, ${slowdown}× slower, ${name}`,
    value,
    unit: "ms",
  });
  return [
    {
      ...figure(`98 % of ${durations.length}`, percentile(durations, 0.98)),
      ...(bare !== undefined && {
        beside: { name: "bare button", value: percentile(durationsOf(interactionsOf(bare), count), 0.98) },
      }),
      bar: { of: "value", most },
    },
    ...slowest
      .slice(0, NAMED)
      .map(({ name, page, target, duration, waited, handled }) =>
        figure(
          `${name} on ${page}, ${target} (waited ${waited.toFixed()}, handled ${handled.toFixed()})`,
          duration,
        ),
      ),
  ];
}
