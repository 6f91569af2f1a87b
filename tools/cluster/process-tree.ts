import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Every process of this machine. */
function allPids(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name))
    .map(Number);
}

/** The processes in the network namespace with this inode. */
export function pidsInNamespace(inode: number): number[] {
  return allPids().filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/ns/net`) === `net:[${inode}]`;
    } catch {
      // It has ended since, or is a kernel's.
      return false;
    }
  });
}

/** These processes and all that they started, as far as their parents live. */
export function pidsBelow(roots: readonly number[]): number[] {
  const byParent = Map.groupBy(allPids(), parentOf);
  const below = (pid: number): number[] => [pid, ...(byParent.get(pid) ?? []).flatMap(below)];
  return [...new Set(roots.flatMap(below))].filter((pid) => parentOf(pid) !== null);
}

/** Whether a process still runs: one that only waits for its parent to look does not. */
export function isRunning(pid: number): boolean {
  const fields = statOf(pid);
  return fields !== null && fields[0] !== "Z";
}

/** Sends a signal to processes that may have ended meanwhile. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended already.
    }
  }
}

function parentOf(pid: number): number | null {
  const fields = statOf(pid);
  return fields === null ? null : Number(fields[1]);
}

/** The fields of a process after its name, which may contain blanks. */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
