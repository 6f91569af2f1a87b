import { readFileSync, readdirSync, readlinkSync } from "node:fs";

/** Identifies a process, unlike any later one with the same pid. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks between boot and the start of the process, as /proc prints it. */
  readonly startTicks: string;
  /** The kernel's id of this boot: ticks are meaningless across reboots. */
  readonly bootId: string;
}

interface ProcessState {
  /** State letter of proc(5): R running, S sleeping, Z zombie, … */
  readonly letter: string;
  readonly startTicks: string;
}

/** The state of a process, or null when there is none with this pid. */
export function readProcess(pid: number): ProcessState | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
  // The second field is the command in brackets, which may itself contain spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const letter = fields[0];
  const startTicks = fields[19];
  return letter === undefined || startTicks === undefined ? null : { letter, startTicks };
}

/** True unless the process has ended: a zombie only waits to be reaped and holds no resources. */
export function isRunning(pid: number): boolean {
  const state = readProcess(pid);
  return state !== null && state.letter !== "Z" && state.letter !== "X";
}

/** The identity of a running process, or null when there is none. */
export function identify(pid: number): ProcessIdentity | null {
  const state = readProcess(pid);
  if (state === null || state.letter === "Z" || state.letter === "X") return null;
  return { pid, startTicks: state.startTicks, bootId: readBootId() };
}

/** True when exactly this process still runs, not a later one with the same pid. */
export function stillRuns(identity: ProcessIdentity): boolean {
  const now = identify(identity.pid);
  return now !== null && now.startTicks === identity.startTicks && now.bootId === identity.bootId;
}

/** Pids of the running processes whose working directory is `folder` (its real path). */
export function processesWorkingIn(folder: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => workingFolder(pid) === folder && isRunning(pid));
}

/** The working directory of a process, or null when it has ended or belongs to another user. */
export function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function readBootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}
