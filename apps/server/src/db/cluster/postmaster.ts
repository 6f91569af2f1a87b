import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { StartupError } from "../../settings/startup-error.ts";
import type { Binaries } from "./binaries.ts";
import { deathSignalPrefix, watchFor } from "./parent-death.ts";
import type { Place } from "./place.ts";
import { readPostmasterFile } from "./postmaster-file.ts";

const LOG_FILE = "postgres.log";
// Crash recovery is part of starting and must not be interrupted.
const READY_TIMEOUT_MS = 600_000;
const STOP_TIMEOUT_MS = 30_000;

/** The log file of PostgreSQL. */
export function logPath({ home }: Place): string {
  return join(home, LOG_FILE);
}

/** A running PostgreSQL. */
export interface Postmaster {
  readonly pid: number;
  /** Settles when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Stops it with a fast shutdown (SIGINT: sessions are terminated, a checkpoint is written). */
  stop(): Promise<void>;
}

interface Launched {
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
}

/**
 * Starts PostgreSQL and waits until it accepts connections. It shuts down cleanly when this process dies, however that
 * happens. `stopped` aborts the start. @throws StartupError with PostgreSQL's first error message when it does not
 * start
 */
export async function startPostmaster(
  place: Place,
  binaries: Binaries,
  configFile: string,
  stopped?: AbortSignal,
): Promise<Postmaster> {
  const log = openLog(logPath(place));
  const launched = launch(
    place,
    [binaries.postgres, "-D", place.data, "-c", `config_file=${configFile}`],
    log.handle,
  );
  closeSync(log.handle);
  const pid = await waitForReady(launched, place.data, stopped);
  if (pid === null) throw new StartupError(`PostgreSQL did not start: ${complaint(place, log.sizeBytes)}`);
  return { pid, ended: launched.ended, stop: () => stop(launched) };
}

function launch({ child: user }: Place, command: readonly string[], log: number): Launched {
  const as = user === null ? {} : { uid: user.uid, gid: user.gid };
  const prefix = deathSignalPrefix();
  const [program = "", ...rest] = [...(prefix ?? []), ...command];
  // Runs in its own session, so that Ctrl-C in the terminal reaches only the server, which stops PostgreSQL last.
  const child = spawn(program, rest, {
    ...as,
    cwd: "/",
    detached: true,
    env: { LC_ALL: "C" },
    stdio: ["ignore", log, log],
  });
  const unwatch = prefix === null && child.pid !== undefined ? watchFor(child.pid, as) : () => undefined;
  const ended = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("exit", () => resolve());
  });
  return { child, ended: ended.then(unwatch) };
}

/** The pid once the eighth line of postmaster.pid is "ready"; null when the process ended before. */
async function waitForReady(
  launched: Launched,
  data: string,
  stopped: AbortSignal | undefined,
): Promise<number | null> {
  const { child } = launched;
  const until = performance.now() + READY_TIMEOUT_MS;
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const file = readPostmasterFile(data);
    if (file !== null && file.pid === child.pid && file.status === "ready") return file.pid;
    if (stopped?.aborted === true) {
      await stop(launched);
      return null;
    }
    if (performance.now() > until) {
      child.kill("SIGQUIT");
      return null;
    }
    await wait(5);
  }
  return null;
}

async function stop({ child, ended }: Launched): Promise<void> {
  child.kill("SIGINT");
  const timer = setTimeout(() => child.kill("SIGQUIT"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

function openLog(path: string): { handle: number; sizeBytes: number } {
  const handle = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, 0o600);
  return { handle, sizeBytes: fstatSync(handle).size };
}

function complaint(place: Place, fromByte: number): string {
  const path = logPath(place);
  const lines = readFileSync(path).subarray(fromByte).toString("utf8").trim().split("\n");
  const at = lines.findIndex((line) => /FATAL|PANIC|error while loading/u.test(line));
  // "configuration file … contains errors" follows the line with the actual error.
  const errorLine =
    lines[at]?.includes("contains errors") === true ? lines[at - 1] : (lines[at] ?? lines.at(-1));
  return `${errorLine?.replace(/^.*\] .*?(LOG|FATAL|PANIC): +/u, "") ?? "it said nothing"} (see ${path})`;
}
