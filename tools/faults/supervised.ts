import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { identify, type ProcessIdentity, stillRuns } from "@lotus/server/db/cluster/process-table";

/** How a service ended when it was told to. */
export interface Ending {
  /** Of the main process: its exit status, or the signal that ended it. */
  readonly status: number | NodeJS.Signals | null;
  readonly tookMs: number;
  /** Processes of the service that outlived the main one: systemd kills them hard at once. */
  readonly left: readonly number[];
}

/**
 * Runs a command as systemd runs the main process of a service with `KillMode=mixed`: the signal goes to that process
 * alone, and whatever of the service is left when it has ended is killed.
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
    const keep = (part: Buffer): void => {
      this.#output = (this.#output + part.toString("utf8")).slice(-4_000);
    };
    this.#child.stdout?.on("data", keep);
    this.#child.stderr?.on("data", keep);
  }

  get output(): string {
    return this.#output;
  }

  /** Ends it as systemd does. */
  async stop(): Promise<Ending> {
    return await this.#end((pid) => process.kill(pid, "SIGTERM"));
  }

  /** Ends it as Ctrl-C does: a terminal signals every process that it has in the foreground. */
  async interrupt(): Promise<Ending> {
    return await this.#end((pid) => process.kill(-pid, "SIGINT"));
  }

  async #end(signal: (pid: number) => void): Promise<Ending> {
    const { pid } = this.#child;
    if (pid === undefined) throw new Error("it never started");
    const service = descendants(pid);
    const gone = once(this.#child, "exit");
    const began = performance.now();
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
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
    // It went with another one.
  }
}

/** What a process has started, and what that has started. */
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
    // The name of the process, in brackets, may hold blanks; the parent is the second field after it.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    // It ended between the look at the table and the look at it.
    return null;
  }
}
