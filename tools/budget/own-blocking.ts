import type { TraceEvent } from "./trace-event.ts";

/** With what is read here of it. */
export interface TracedEvent extends TraceEvent {
  /** Time of a processor that the thread had in it. */
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly documentLoaderURL?: string } };
}

/** As Lighthouse's phone: so many times slower than this machine. */
const SLOWDOWN = 4;
const SHORT_MS = 50;
const WATCHED_US = 5_000_000;
/** A task of a thread, as Lighthouse has it traced. */
const TASK = "RunTask";

/**
 * How long tasks of a page's main thread blocked it in the five seconds after its first paint, each beyond 50 ms, on a phone four
 * times slower. Lighthouse counts the time that a task took; this counts the time for which it had a processor, so that what else
 * runs on the machine, the browser's own drawing included, is no part of it. NaN if the trace has no first paint or no tasks.
 */
export function ownBlocking(events: readonly TracedEvent[], url: string): number {
  const opened = events.findLast(
    ({ name, args }) => name === "navigationStart" && args?.data?.documentLoaderURL === url,
  );
  const painted = events.findLast(({ name, pid }) => name === "firstContentfulPaint" && pid === opened?.pid);
  if (opened === undefined || painted === undefined) return Number.NaN;
  const { pid, tid } = opened;
  const from = painted.ts;
  const tasks = events.filter((event) => event.pid === pid && event.tid === tid && event.name === TASK);
  if (tasks.length === 0) return Number.NaN;
  return tasks
    .filter(({ ts, dur = 0 }) => ts + dur > from && ts < from + WATCHED_US)
    .reduce((sum, { dur = 0, tdur = dur }) => sum + Math.max(0, (tdur / 1000) * SLOWDOWN - SHORT_MS), 0);
}
