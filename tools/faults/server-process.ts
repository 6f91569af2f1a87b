import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { get } from "node:http";
import { ROOT } from "../layers.ts";

/** Location of a run's server. */
export interface ServerPlace {
  readonly dataDir: string;
  readonly port: number;
  readonly deskPort: number;
  /** An external PostgreSQL, if not the embedded one. */
  readonly databaseUrl?: string;
  /** More settings. */
  readonly settings?: Readonly<Record<string, string>>;
}

const READY_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 50;

/** A server in a separate process that can be killed. */
export class ServerProcess {
  readonly #place: ServerPlace;
  #child: ChildProcess | undefined;
  #output = "";

  constructor(place: ServerPlace) {
    this.#place = place;
  }

  /** Starts the server with an optional fault point; returns the time until ready. */
  async start(fault: string | undefined): Promise<number> {
    const { dataDir, port, deskPort, databaseUrl, settings } = this.#place;
    this.#output = "";
    const child = spawn(process.execPath, [join(ROOT, "tools/run/start.ts"), "--no-build"], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        PORT: String(port),
        DESK_PORT: String(deskPort),
        HOST: "127.0.0.1",
        TRUSTED_PROXIES: "127.0.0.1",
        LOG_LEVEL: "warn",
        ...settings,
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
        ...(fault === undefined ? {} : { LOTUS_FAULT: fault }),
      },
    });
    const append = (part: Buffer): void => {
      this.#output = (this.#output + part.toString("utf8")).slice(-64_000);
    };
    child.stdout.on("data", append);
    child.stderr.on("data", append);
    this.#child = child;
    // A planned kill may happen before readiness was seen.
    return await this.ready(fault !== undefined);
  }

  /** Waits until it is ready (or dead, if allowed); returns the time taken. */
  async ready(mayDie = false): Promise<number> {
    const began = performance.now();
    for (;;) {
      if (await isReady(this.#place.deskPort)) return performance.now() - began;
      if (!this.alive && mayDie) return performance.now() - began;
      if (!this.alive || performance.now() - began > READY_WITHIN_MS) {
        throw new Error(`the server did not get ready:\n${this.#output}`);
      }
      await pause(LOOK_EVERY_MS);
    }
  }

  get alive(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  killServer(): void {
    this.#child?.kill("SIGKILL");
  }

  /** Kills PostgreSQL's postmaster; its children exit on their own. */
  killDatabase(): void {
    const data = join(realpathSync(join(this.#place.dataDir, "cluster")), "data");
    const pid = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n", 1)[0]);
    process.kill(pid, "SIGKILL");
  }

  /** Waits until the process has exited; false on timeout. */
  async gone(withinMs: number): Promise<boolean> {
    const until = performance.now() + withinMs;
    while (this.alive && performance.now() < until) await pause(LOOK_EVERY_MS);
    return !this.alive;
  }

  /** Stops the server as Ctrl-C does. */
  async stop(): Promise<void> {
    this.#child?.kill("SIGINT");
    if (!(await this.gone(30_000))) this.killServer();
  }

  get output(): string {
    return this.#output;
  }
}

function isReady(deskPort: number): Promise<boolean> {
  return new Promise((resolve) => {
    get({ host: "127.0.0.1", port: deskPort, path: "/health/ready", timeout: 1_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    })
      .on("error", () => resolve(false))
      .on("timeout", () => resolve(false));
  });
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
