import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pidsBelow } from "../cluster/process-tree.ts";

const IMAGE = "localhost/lotus";
const NAME = `lotus-check-${process.pid}`;
const USER = 10_001;
const PODMAN = [
  "--storage-driver",
  "vfs",
  ...(existsSync("/usr/sbin/runc") ? ["--runtime", "/usr/sbin/runc"] : []),
];
/** Without rights, as ops/compose.yml runs it; limits as low as any machine allows. */
const RIGHTS = [
  "--rm",
  "--read-only",
  "--user",
  `${USER}:${USER}`,
  "--cap-drop=ALL",
  "--security-opt=no-new-privileges",
  "--network=host",
  "--tmpfs=/tmp:size=64m,mode=1777",
  "--ulimit=nofile=4096:4096",
  "--ulimit=nproc=4096:4096",
];
const STOP_WITHIN_MS = 45_000;

/** The image, running. */
export interface RunningImage {
  /** Podman, or bubblewrap where Podman cannot run. */
  readonly by: string;
  /** What it may do: user, capabilities and whether it may get more, as the kernel says. */
  rights(): Readonly<Record<string, string>>;
  /** What came of writing to a place in it. */
  write(path: string): string;
  output(): string;
  readonly hasEnded: boolean;
  /** Stops it in order; its exit status. */
  stop(): Promise<number | null>;
}

/** Runs the image with settings and one folder of files to read, seen as /run/secrets. */
export function runImage(
  stage: string,
  secrets: string,
  settings: Readonly<Record<string, string>>,
): RunningImage {
  const given = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  if (podmanRuns()) {
    const env = given.flatMap((setting) => ["--env", setting]);
    const words = [
      ...PODMAN,
      "run",
      "--name",
      NAME,
      ...RIGHTS,
      "--volume",
      `${secrets}:/run/secrets:ro`,
      ...env,
      IMAGE,
    ];
    return new Running("podman", spawnIt("podman", words), {
      exec: (command) => ["podman", ...PODMAN, "exec", NAME, ...command],
      // Not waited for here: the way to the database leads through this process.
      stop: () => void spawnIt("podman", [...PODMAN, "stop", "--time", "45", NAME]),
    });
  }
  const house = join(secrets, "../house");
  mkdirSync(house);
  chownSync(house, USER, USER);
  const inside = jail(stage, secrets, house);
  // What it is run with stands in the Containerfile.
  const words = [...inside, "env", "HOST=0.0.0.0", "DATA_DIR=/var/lib/lotus-house/data", ...given];
  const child = spawnIt("setpriv", [...words, "/bin/sh", "ops/node", "apps/server/src/main.ts"]);
  return new Running("bubblewrap", child, {
    exec: (command) => ["setpriv", ...inside, ...command],
    stop: () => {
      const server = pidsBelow([child.pid ?? 0]).at(-1);
      if (server !== undefined) process.kill(server, "SIGTERM");
    },
  });
}

/** Whether Podman can run anything here: in some virtual machines its runtime may not set limits or groups. */
function podmanRuns(): boolean {
  const done = spawnSync("podman", [...PODMAN, "run", ...RIGHTS, "--entrypoint", "/bin/true", IMAGE], {
    encoding: "utf8",
  });
  // There is no such program in the image, which only a container that runs finds out.
  return done.status === 127 || /no such file|not found/u.test(done.stderr ?? "");
}

function jail(stage: string, secrets: string, house: string): string[] {
  const user = [`--reuid=${USER}`, `--regid=${USER}`, "--clear-groups", "--"];
  const binds = [
    ["--ro-bind", join(stage, "rootfs"), "/"],
    ["--ro-bind", join(stage, "app"), "/opt/lotus"],
    ["--bind", house, "/var/lib/lotus-house"],
    ["--ro-bind", secrets, "/run/secrets"],
  ].flat();
  const rest = [
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    "--tmpfs",
    "/tmp",
    "--unshare-all",
    "--share-net",
    "--clearenv",
  ];
  return [
    ...user,
    "bwrap",
    ...binds,
    ...rest,
    "--cap-drop",
    "ALL",
    "--die-with-parent",
    "--chdir",
    "/opt/lotus",
    "--",
  ];
}

function spawnIt(program: string, words: readonly string[]): ChildProcess {
  return spawn(program, words, { stdio: ["ignore", "pipe", "pipe"] });
}

/** How a running image is reached. */
interface Ways {
  /** The words that run a command in it. */
  readonly exec: (command: readonly string[]) => readonly string[];
  readonly stop: () => void;
}

class Running implements RunningImage {
  readonly by: string;
  readonly #child: ChildProcess;
  readonly #ways: Ways;
  #output = "";

  constructor(by: string, child: ChildProcess, ways: Ways) {
    [this.by, this.#child, this.#ways] = [by, child, ways];
    const append = (part: Buffer): void => {
      this.#output = (this.#output + part.toString("utf8")).slice(-8_000);
    };
    child.stdout?.on("data", append);
    child.stderr?.on("data", append);
  }

  rights(): Readonly<Record<string, string>> {
    const text = this.by === "podman" ? this.#exec(["cat", "/proc/1/status"]) : this.#statusOfServer();
    return Object.fromEntries(
      ["Uid", "CapEff", "CapBnd", "NoNewPrivs"].map((name) => [
        name,
        new RegExp(`^${name}:\\s*(\\S+)`, "mu").exec(text)?.[1] ?? "unknown",
      ]),
    );
  }

  write(path: string): string {
    return this.#exec(["touch", path]);
  }

  output(): string {
    return this.#output;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async stop(): Promise<number | null> {
    if (this.hasEnded) return this.#child.exitCode;
    const gone = once(this.#child, "exit");
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), STOP_WITHIN_MS);
    this.#ways.stop();
    await gone;
    clearTimeout(timer);
    return this.#child.exitCode;
  }

  #statusOfServer(): string {
    const server = pidsBelow([this.#child.pid ?? 0]).at(-1) ?? 0;
    return readFileSync(`/proc/${server}/status`, "utf8");
  }

  #exec(command: readonly string[]): string {
    const [program = "", ...words] = this.#ways.exec(command);
    const done = spawnSync(program, words, { encoding: "utf8" });
    return `${done.stdout}${done.stderr}`.trim();
  }
}
