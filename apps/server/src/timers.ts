/** The timers of a process, replaced in tests. */
export interface Timers {
  /** Milliseconds since some instant. */
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => void;
}

export const TIMERS: Timers = {
  now: () => performance.now(),
  after: (ms, run) => void setTimeout(run, ms),
};
