import { readdirSync, readFileSync } from "node:fs";
import { type Database, sql } from "@lotus/server/db/database";

/** CPU time of a process so far, milliseconds: that of its threads, which Linux counts exactly. */
export function processorMs(pid: number): number {
  const threads = readOrNull(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  const nanoseconds = threads.map((thread) => {
    const text = readOrNull(() => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8"));
    return Number(text?.split(" ")[0] ?? 0);
  });
  return nanoseconds.reduce((a, b) => a + b, 0) / 1_000_000;
}

const OWN_PROCESS = sql`SELECT pg_backend_pid() AS pid`;
// Linux counts the time of processes that have ended in hundredths of a second.
const TICK_MS = 10;

/** CPU time of all processes of the PostgreSQL that this leads to, on this machine, those included that have ended. */
export async function databaseProcessorMs(database: Database): Promise<number> {
  const [own] = await database.query<{ pid: number }>(OWN_PROCESS);
  const head = timesOf(own?.pid ?? 0)?.parent ?? 0;
  const ended = timesOf(head)?.childrenMs ?? Number.NaN;
  const running = readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)
    .filter((pid) => pid === head || timesOf(pid)?.parent === head)
    .map((pid) => processorMs(pid));
  return running.reduce((a, b) => a + b, ended);
}

/** The parent of a process and the CPU time of its children that have ended; null if it has ended itself. */
function timesOf(pid: number): { readonly parent: number; readonly childrenMs: number } | null {
  const stat = readOrNull(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  if (stat === null) return null;
  // The process name, in brackets, may contain blanks. After it: state, parent, …; those times are the 14th and 15th.
  const after = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return {
    parent: Number(after[1]),
    childrenMs: (Number(after[13]) + Number(after[14])) * TICK_MS,
  };
}

/** What is read of a process, or null if it has ended meanwhile. */
function readOrNull<Found>(read: () => Found): Found | null {
  try {
    return read();
  } catch {
    return null;
  }
}
