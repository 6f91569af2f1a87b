import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { pidsBelow, signalAll } from "./process-tree.ts";

/** What a program is started by. */
export interface ProgramOptions {
  readonly name: string;
  readonly command: readonly string[];
  /** Read at each start, as systemd reads its file. */
  readonly env: () => NodeJS.ProcessEnv;
  readonly cwd: string;
  /** File that its output is added to. */
  readonly logFile: string;
  /** How long its supervisor waits before it starts an ended one again. */
  readonly restartAfterMs: number;
}

/** A program under a supervisor, as systemd is one: it is started again whenever it ends, until it is stopped. */
export class Program {
  readonly #options: ProgramOptions;
  #child: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isWanted = false;

  constructor(options: ProgramOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  get pid(): number | undefined {
    return this.isAlive ? this.#child?.pid : undefined;
  }

  get isAlive(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  start(): void {
    this.#isWanted = true;
    if (this.isAlive) return;
    const { command, env, cwd, logFile, restartAfterMs } = this.#options;
    const [program = "", ...words] = command;
    const log = openSync(logFile, "a");
    // A process group of its own: Ctrl-C reaches the tool alone, which then stops all in order.
    const child = spawn(program, words, { env: env(), cwd, stdio: ["ignore", log, log], detached: true });
    closeSync(log);
    this.#child = child;
    child.once("error", (error) => console.error(`${this.name}: ${error.message}`));
    child.once("exit", () => {
      if (this.#isWanted) this.#timer = setTimeout(() => this.#restart(), restartAfterMs);
    });
  }

  /** Sends a signal to the program and all that it started; its supervisor starts it again when it ends. */
  signal(signal: NodeJS.Signals): void {
    if (this.pid !== undefined) signalAll(pidsBelow([this.pid]), signal);
  }

  /** Lets it be down from now on, without a signal. */
  abandon(): void {
    this.#isWanted = false;
    clearTimeout(this.#timer);
  }

  /** Asks it to end, and ends it by force when it takes too long. */
  async stop(signal: NodeJS.Signals, withinMs: number): Promise<void> {
    this.abandon();
    const child = this.#child;
    if (child === undefined || !this.isAlive) return;
    const gone = once(child, "exit");
    this.signal("SIGCONT");
    child.kill(signal);
    const timer = setTimeout(() => this.signal("SIGKILL"), withinMs);
    await gone;
    clearTimeout(timer);
  }

  #restart(): void {
    if (this.#isWanted) this.start();
  }
}
