import { rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { StartupError } from "../../settings/startup-error.ts";
import type { ClusterLog } from "./log.ts";
import type { Place } from "./place.ts";
import { postmasterPath, readPostmasterFile } from "./postmaster-file.ts";
import { isRunning, processesWorkingIn, workingFolder } from "./process-table.ts";
import { removeSocket, socketFolderBeside } from "./socket-folder.ts";

const FAST_STOP_MS = 20_000;
const IMMEDIATE_STOP_MS = 3_000;
const KILL_MS = 5_000;

/**
 * Cleans up after an earlier server: stops its orphaned PostgreSQL (fast shutdown, then by force; recovery replays what
 * was committed) and removes its stale postmaster.pid and socket. Call it only while owning the place: then no other
 * server uses what still runs on this data.
 * @returns the socket folder it used, or null
 */
export async function clearLeftovers(place: Place, log: ClusterLog): Promise<string | null> {
  const file = readPostmasterFile(place.data);
  if (file !== null && isRunning(file.pid) && workingFolder(file.pid) === place.data) {
    log.warn(`a PostgreSQL of a server that is gone still runs (pid ${file.pid}): stopping it`);
    signal(file.pid, "SIGINT");
    await waitUntil(() => !isRunning(file.pid), FAST_STOP_MS);
  }
  await endAll(place.data);
  removeSocket(socketFolderBeside(place));
  if (file !== null && file.socketFolder !== "") removeSocket(file.socketFolder);
  rmSync(postmasterPath(place.data), { force: true });
  return file?.socketFolder ?? null;
}

/** Backends may outlive a killed postmaster for a moment and keep its shared memory in use. */
async function endAll(data: string): Promise<void> {
  const gone = (): boolean => processesWorkingIn(data).length === 0;
  for (const pid of processesWorkingIn(data)) signal(pid, "SIGQUIT");
  if (await waitUntil(gone, IMMEDIATE_STOP_MS)) return;
  for (const pid of processesWorkingIn(data)) signal(pid, "SIGKILL");
  if (await waitUntil(gone, KILL_MS)) return;
  throw new StartupError(
    `processes of an earlier PostgreSQL cannot be ended: ${processesWorkingIn(data).join(", ")}`,
  );
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process ended between the check and the signal.
  }
}

async function waitUntil(done: () => boolean, timeoutMs: number): Promise<boolean> {
  const until = performance.now() + timeoutMs;
  while (!done()) {
    if (performance.now() > until) return false;
    await wait(10);
  }
  return true;
}
