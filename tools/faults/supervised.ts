import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { identify, type ProcessIdentity, stillRuns } from "@lotus/server/db/cluster/process-table";

/** How a service ended after a stop request. */
export interface Ending {
  /** The main process's exit status, or the signal that ended it. */
  readonly status: number | NodeJS.Signals | null;
  readonly tookMs: number;
  /** Processes that outlived the main one: systemd kills them at once. */
  readonly left: readonly number[];
}

/**
 * Runs a command as systemd runs the main process of a service with `KillMode=mixed`: only that process gets the
 * signal, and remaining processes are killed when it has exited.
 */
export class Supervised {
  readonly #child: ChildProcess;
  #output = "";

  constructor(
    command: readonly string[],
    options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  ) {
    const [program = "", ...words] = command;
    this.#child = spawn(program, words, { ...options, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    const append = (part: Buffer): void => {
      this.#output = (this.#output + part.toString("utf8")).slice(-4_000);
    };
    this.#child.stdout?.on("data", append);
    this.#child.stderr?.on("data", append);
  }

  get output(): string {
    return this.#output;
  }

  get hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Stops it as systemd does. */
  async stop(): Promise<Ending> {
    return await this.#end((pid) => process.kill(pid, "SIGTERM"));
  }

  /** Stops it as Ctrl-C does: a terminal signals every foreground process. */
  async interrupt(): Promise<Ending> {
    return await this.#end((pid) => process.kill(-pid, "SIGINT"));
  }

  async #end(signal: (pid: number) => void): Promise<Ending> {
    const { pid } = this.#child;
    if (pid === undefined) throw new Error("it never started");
    const service = descendants(pid);
    const gone = once(this.#child, "exit");
    const began = performance.now();
    if (!this.hasExited) {
      signal(pid);
      await gone;
    }
    const tookMs = performance.now() - began;
    const left = service.filter(stillRuns).map((process) => process.pid);
    for (const one of left) killHard(one);
    return { status: this.#child.exitCode ?? this.#child.signalCode, tookMs, left };
  }
}

function killHard(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has already exited.
  }
}

/** All descendants of a process. */
function descendants(of: number): ProcessIdentity[] {
  const byParent = Map.groupBy(
    readdirSync("/proc")
      .filter((name) => /^\d+$/u.test(name))
      .map(Number),
    parentOf,
  );
  const below = (pid: number): number[] =>
    (byParent.get(pid) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(of).flatMap((pid) => identify(pid) ?? []);
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The process name, in brackets, may contain blanks; the parent is the second field after it.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    // It exited between listing the table and reading its entry.
    return null;
  }
}
