import { setTimeout as wait } from "node:timers/promises";
import type { Binaries } from "./binaries.ts";
import { clearLeftovers } from "./leftovers.ts";
import type { ClusterLog } from "./log.ts";
import type { Place } from "./place.ts";
import { boundLog, type LogBounds } from "./log-size.ts";
import { logPath, type Postmaster, startPostmaster } from "./postmaster.ts";

const RESTART_DELAYS_MS = [0, 500, 1_000, 2_000, 4_000];

/** What is to be kept running. */
export interface Run {
  readonly place: Place;
  readonly binaries: Binaries;
  readonly configFile: string;
  readonly log: ClusterLog;
  readonly logBounds?: LogBounds;
  /** Called once when PostgreSQL ended and would not start again. */
  readonly onLost: (reason: string) => void;
}

/** A PostgreSQL that comes back when it is killed. */
export interface Keeper {
  pid(): number;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL and starts it again whenever it ends unasked (killed, out of memory).
 * @throws StartTrouble when the first start fails
 */
export async function keepRunning(run: Run): Promise<Keeper> {
  let stopping = false;
  let current = await startPostmaster(run.place, run.binaries, run.configFile);
  const unbound = boundLog(logPath(run.place), (line) => run.log.warn(line), run.logBounds);
  const watch = async (): Promise<void> => {
    for (;;) {
      await current.ended;
      if (stopping) return;
      run.log.error("PostgreSQL ended unasked: starting it again");
      const next = await restart(run, () => stopping);
      if (next === null) return;
      current = next;
      run.log.warn(`PostgreSQL is back (pid ${current.pid})`);
      // A stop that came while it started found only the dead one to stop.
      if (stopping) await current.stop();
    }
  };
  const watching = watch();
  return {
    pid: () => current.pid,
    stop: async () => {
      stopping = true;
      await current.stop();
      await watching;
      unbound();
    },
  };
}

async function restart(run: Run, stopping: () => boolean): Promise<Postmaster | null> {
  let reason = "";
  for (const delayMs of RESTART_DELAYS_MS) {
    await wait(delayMs);
    if (stopping()) return null;
    try {
      await clearLeftovers(run.place, run.log);
      return await startPostmaster(run.place, run.binaries, run.configFile);
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
      run.log.error(reason);
    }
  }
  run.onLost(reason);
  return null;
}
