import { statfsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { Binaries } from "./binaries.ts";
import { clearLeftovers } from "./leftovers.ts";
import type { ClusterLog } from "./log.ts";
import type { Place } from "./place.ts";
import { boundLog, type LogBounds } from "./log-size.ts";
import { logPath, type Postmaster, startPostmaster } from "./postmaster.ts";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** After a run of this length PostgreSQL is restarted at once; after shorter ones the pauses grow. */
const STEADY_MS = 60_000;
const LOOK_FOR_ROOM_MS = 500;
/** Two segments of PostgreSQL's WAL: with less it may fail in recovery, or end again at the next write. */
const ROOM_BYTES = 32 * 1024 * 1024;

/** Time and disk as seen by the restarts; tests pass their own. */
export interface Comeback {
  /** Waits `ms` milliseconds, or until aborted; never rejects. */
  readonly pause: (ms: number, stopped: AbortSignal) => Promise<void>;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
  /** Free bytes on the disk of a folder. */
  readonly freeBytes: (folder: string) => number;
}

const REAL: Comeback = {
  pause: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
  now: () => performance.now(),
  freeBytes: (folder) => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  },
};

/** What to start, and how it is watched. */
export interface Run {
  readonly place: Place;
  readonly binaries: Binaries;
  readonly configFile: string;
  readonly log: ClusterLog;
  readonly logBounds?: LogBounds;
  readonly comeback: Partial<Comeback>;
  /** Called whenever PostgreSQL ended or failed to restart while its disk is full. */
  readonly onFull: (reason: string) => void;
}

/** A PostgreSQL that is restarted when it is killed. */
export interface Keeper {
  pid(): number;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL and restarts it whenever it ends unexpectedly (killed, out of memory, disk full), with growing
 * pauses and without a limit of attempts.
 * @throws StartupError when the first start fails
 */
export async function runSupervised(run: Run): Promise<Keeper> {
  const stopped = new AbortController();
  const comeback = { ...REAL, ...run.comeback };
  let current = await startPostmaster(run.place, run.binaries, run.configFile);
  const unbound = boundLog(logPath(run.place), (line) => run.log.warn(line), run.logBounds);
  const watch = async (): Promise<void> => {
    let attempts = 0;
    for (;;) {
      const since = comeback.now();
      await current.ended;
      if (stopped.signal.aborted) return;
      run.log.error("PostgreSQL ended unasked: starting it again");
      if (comeback.now() - since >= STEADY_MS) attempts = 0;
      const next = await restart(run, comeback, attempts, stopped.signal);
      if (next === null) return;
      ({ current, attempts } = next);
      run.log.warn(`PostgreSQL is back (pid ${current.pid})`);
      // A `stop` during the restart only stopped the dead process.
      if (stopped.signal.aborted) await current.stop();
    }
  };
  const watching = watch();
  return {
    pid: () => current.pid,
    stop: async () => {
      stopped.abort();
      await current.stop();
      await watching;
      unbound();
    },
  };
}

/** Retries until it runs; null when stopped. `attempts`: recent attempts, by which the pauses grow. */
async function restart(
  run: Run,
  comeback: Comeback,
  attempts: number,
  stopped: AbortSignal,
): Promise<{ readonly current: Postmaster; readonly attempts: number } | null> {
  const hasRoom = (): boolean => comeback.freeBytes(run.place.home) >= ROOM_BYTES;
  let printed = "";
  for (let turn = attempts; ; turn += 1) {
    const full = !hasRoom();
    if (full) run.onFull(`PostgreSQL ended, and ${run.place.home} has hardly any room left`);
    await rest(comeback, pauseBefore(turn), full ? hasRoom : () => false, stopped);
    if (stopped.aborted) return null;
    try {
      await clearLeftovers(run.place, run.log);
      return {
        current: await startPostmaster(run.place, run.binaries, run.configFile, stopped),
        attempts: turn + 1,
      };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // The same reason is logged only once.
      if (reason !== printed && !stopped.aborted) run.log.error(reason);
      printed = reason;
    }
  }
}

function pauseBefore(turn: number): number {
  return turn === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (turn - 1));
}

/** Waits `ms` milliseconds, or until `over` returns true. */
async function rest(
  { pause }: Comeback,
  ms: number,
  over: () => boolean,
  stopped: AbortSignal,
): Promise<void> {
  for (let left = ms; left > 0 && !stopped.aborted && !over(); left -= LOOK_FOR_ROOM_MS)
    await pause(Math.min(left, LOOK_FOR_ROOM_MS), stopped);
}
