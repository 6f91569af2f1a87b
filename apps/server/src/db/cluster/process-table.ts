import { readFileSync, readdirSync, readlinkSync } from "node:fs";

/** A process told apart from any later one that is given the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks between boot and the start of the process, as /proc prints it. */
  readonly startTicks: string;
  /** The kernel's id of this boot: ticks mean nothing across a reboot. */
  readonly bootId: string;
}

interface ProcessState {
  /** One letter as in proc(5): R running, S sleeping, Z zombie, … */
  readonly letter: string;
  readonly startTicks: string;
}

/** The state of a process, or null when there is none with this number. */
export function readProcess(pid: number): ProcessState | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
  // The second field is the command in brackets and may itself hold blanks and brackets.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const letter = fields[0];
  const startTicks = fields[19];
  return letter === undefined || startTicks === undefined ? null : { letter, startTicks };
}

/** True while the process does work: a zombie waits only to be counted and holds nothing. */
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

/** True when exactly this process, not a later one of the same number, still runs. */
export function stillRuns(identity: ProcessIdentity): boolean {
  const now = identify(identity.pid);
  return now !== null && now.startTicks === identity.startTicks && now.bootId === identity.bootId;
}

/** Numbers of the running processes whose working folder is `folder` (its real path). */
export function processesWorkingIn(folder: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => workingFolder(pid) === folder && isRunning(pid));
}

/** The folder a process works in, or null when it is gone or belongs to somebody else. */
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
