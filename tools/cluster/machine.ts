import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import type { ChildUser } from "@lotus/server/db/cluster/child-user";
import { fillTemplate, OPS, parseSettings, writeClusterSettings } from "./fill.ts";
import type { Network } from "./network.ts";
import { Program } from "./program.ts";
import { isRunning, pidsBelow, signalAll } from "./process-tree.ts";
import { leadTo } from "./release.ts";
import { run, waitFor } from "./shell.ts";

/** What runs on a machine. */
export type Part = "etcd" | "patroni" | "db" | "proxy" | "pooler" | "server";

/** What a machine is made of. */
export interface MachineOptions {
  readonly number: number;
  readonly network: Network;
  /** Its own folder. */
  readonly folder: string;
  /** The user that its programs run as; null for this process's own. */
  readonly user: ChildUser | null;
  /** The user of its server; null for this process's own. */
  readonly serverUser: ChildUser | null;
  /** Values for the places that the templates leave open. */
  readonly settings: Readonly<Record<string, string>>;
  /** Settings of its server beyond ops/cluster/lotus.env. */
  readonly serverSettings: Readonly<Record<string, string>>;
  /** Its server reaches the database through PgBouncer. */
  readonly pooler: boolean;
  /** What the database changes is archived. */
  readonly backups: boolean;
  /** The release that its server begins with. */
  readonly release: string;
}

// As systemd waits before it starts what ended again; docs/cluster.md and the units say the same.
const RESTART_MS = 1_000;
const SERVER_RESTART_MS = 5_000;
const STOP_WITHIN_MS = 20_000;

/** The user that a process runs as. */
export function nameOf(user: ChildUser | null): string {
  return user?.name ?? userInfo().username;
}

/** A machine of the trial cluster: what an operator's machine runs, by the files that an operator copies. */
export class Machine {
  readonly number: number;
  readonly #options: MachineOptions;
  readonly #settings: ReadonlyMap<string, string>;
  readonly #programs = new Map<Part, Program>();
  #isOn = false;

  constructor(options: MachineOptions) {
    this.number = options.number;
    this.#options = options;
    const file = join(options.folder, "settings/cluster.env");
    this.#makeFolders();
    writeClusterSettings(file, this.#replaced());
    this.#settings = parseSettings(readFileSync(file, "utf8"));
    for (const [template, name, mode] of FILES) this.#install(template, name, mode);
    this.useRelease(options.release);
    this.#addPrograms();
    this.own();
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  get serverUser(): ChildUser | null {
    return this.#options.serverUser;
  }

  get address(): string {
    return this.#options.network.addressOf(this.number);
  }

  /** One of the values that its files were filled with. */
  setting(name: string): string {
    const value = this.#settings.get(name);
    if (value === undefined) throw new RangeError(`no setting ${name}`);
    return value;
  }

  fileOf(name: string): string {
    return join(this.#options.folder, name);
  }

  /** The words that run a command on this machine as the user of its database. */
  command(words: readonly string[], user = this.#options.user): string[] {
    return [...this.#options.network.prefixOf(this.number), ...asUser(user), ...words];
  }

  /** Environment of programs on this machine. */
  get env(): NodeJS.ProcessEnv {
    return { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C.UTF-8", HOME: this.#options.folder };
  }

  /** Settings of the server on this machine. */
  get serverEnv(): NodeJS.ProcessEnv {
    const shipped = Object.fromEntries(
      parseSettings(readFileSync(this.fileOf("settings/lotus.env"), "utf8")),
    );
    const settings = { ...shipped, ...this.#options.serverSettings, DATA_DIR: this.fileOf("server") };
    return { ...this.env, ...settings, ...(this.#options.pooler ? this.#throughPooler(shipped) : {}) };
  }

  /** The link to the release in use. */
  get release(): string {
    return this.fileOf("current");
  }

  /** Its server is of this release, with that release's settings, from its next start on. */
  useRelease(release: string): void {
    const file = this.fileOf("settings/lotus.env");
    writeFileSync(file, fillTemplate(this.fileOf("settings/cluster.env"), "lotus.env", release), {
      mode: 0o600,
    });
    leadTo(this.release, release);
  }

  /** Starts some of its programs, or all. */
  start(parts: readonly Part[] = [...this.#programs.keys()]): void {
    this.#isOn = true;
    for (const part of parts) this.#programs.get(part)?.start();
  }

  /** Puts the plug in again, after `lose`. */
  turnOn(): void {
    this.#options.network.plug(this.number, true);
    this.start();
  }

  /** Ends every process at once and in silence, as when the power fails: not even a connection is closed. */
  async lose(): Promise<void> {
    const pids = (): number[] => this.#pids().filter(isRunning);
    this.#options.network.plug(this.number, false);
    this.#isOn = false;
    for (const program of this.#programs.values()) program.abandon();
    await waitFor(`the end of machine ${this.number}`, STOP_WITHIN_MS, () => {
      const left = pids();
      signalAll(left, "SIGKILL");
      return left.length === 0 ? true : undefined;
    });
  }

  /** Stops all its processes where they are, as a hypervisor that migrates a machine does. */
  freeze(): void {
    signalAll(this.#pids(), "SIGSTOP");
  }

  runs(pid: number): boolean {
    return this.#pids().includes(pid);
  }

  thaw(): void {
    signalAll(this.#pids(), "SIGCONT");
  }

  /** Signals one of its parts, with all that belongs to it. */
  signal(part: Part, signal: NodeJS.Signals): void {
    if (part !== "db") {
      const program = this.#programs.get(part);
      if (program === undefined) throw new RangeError(`machine ${this.number} has no ${part}`);
      program.signal(signal);
      return;
    }
    const postmaster = this.postmaster();
    if (postmaster === null) throw new Error(`no PostgreSQL runs on machine ${this.number}`);
    // What a killed postmaster has started ends by itself; what is only stopped has to be told.
    signalAll(signal === "SIGKILL" ? [postmaster] : pidsBelow([postmaster]), signal);
  }

  /** Stops one part for good, in order. */
  async stopPart(part: Exclude<Part, "db">, withinMs = STOP_WITHIN_MS): Promise<void> {
    await this.#programs.get(part)?.stop("SIGTERM", withinMs);
  }

  /** Process id of PostgreSQL, or null where none runs. */
  postmaster(): number | null {
    const file = join(this.setting("POSTGRES_DATA"), "postmaster.pid");
    if (!existsSync(file)) return null;
    const pid = Number(readFileSync(file, "utf8").split("\n", 1)[0]);
    return isRunning(pid) ? pid : null;
  }

  /** Stops everything in order, the server first, and what does not end by force. */
  async stop(): Promise<void> {
    this.thaw();
    for (const part of ["server", "pooler", "proxy", "patroni", "etcd"] as const) await this.stopPart(part);
    await this.lose();
  }

  /** Gives its folder to the user of its programs. */
  own(): void {
    const { user, serverUser, folder } = this.#options;
    if (user !== null) give(folder, user);
    const server = this.fileOf("server");
    // A server whose user is this process's own keeps its folder.
    if (serverUser === null && user !== null)
      chownSync(server, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
  }

  #pids(): number[] {
    const all = this.#options.network.pidsOf(this.number);
    if (all !== null) return all;
    const postmaster = this.postmaster();
    const started = [...this.#programs.values()].flatMap(({ pid }) => pid ?? []);
    return pidsBelow([...started, ...(postmaster === null ? [] : [postmaster])]);
  }

  #replaced(): Record<string, string> {
    const { number, folder, user, settings, backups } = this.#options;
    const pushed = `pgbackrest --config=${join(folder, "settings/pgbackrest.conf")} --stanza=lotus archive-push %p`;
    return {
      ARCHIVE: backups ? pushed : "/bin/true",
      MACHINE: String(number),
      CERTIFICATES: join(folder, "certificates"),
      SETTINGS: join(folder, "settings"),
      ETCD_DATA: join(folder, "etcd"),
      POSTGRES_DATA: join(folder, "postgres"),
      POSTGRES_SOCKET: join(folder, "run"),
      POSTGRES_USER: nameOf(user),
      PATRONI_PASSFILE: join(folder, "patroni.pgpass"),
      POOLER_SOCKET: join(folder, "run"),
      PROXY_USER: nameOf(user),
      PROXY_GROUP: groupOf(user),
      BACKUP_LOGS: join(folder, "logs"),
      ...settings,
    };
  }

  /** The settings by which a server uses PgBouncer, and goes past it with what needs a session. */
  #throughPooler(shipped: Readonly<Record<string, string>>): Record<string, string> {
    const direct = shipped["DATABASE_URL"] ?? "";
    const pooled = new URL(direct);
    pooled.port = this.setting("POOLER_PORT");
    // PgBouncer itself goes on by TLS; to it leads no network.
    pooled.search = "";
    return { DATABASE_URL: pooled.href, DIRECT_DATABASE_URL: direct };
  }

  #makeFolders(): void {
    for (const name of ["", "etcd", "run", "settings", "logs", "server"])
      mkdirSync(join(this.#options.folder, name), { recursive: true, mode: 0o700 });
    for (const name of ["", "logs"]) chmodSync(join(this.#options.folder, name), 0o711);
  }

  #install(template: string, name: string, mode: number): void {
    const file = this.fileOf(`settings/${name}`);
    writeFileSync(file, fillTemplate(this.fileOf("settings/cluster.env"), template), { mode });
  }

  #addPrograms(): void {
    const settings = (name: string): string => this.fileOf(`settings/${name}`);
    const { pooler, serverUser } = this.#options;
    const etcd = {
      ...this.env,
      ...Object.fromEntries(parseSettings(readFileSync(settings("etcd.env"), "utf8"))),
    };
    this.#add("etcd", ["/usr/bin/etcd"], { env: () => etcd });
    this.#add("patroni", ["/usr/bin/patroni", settings("patroni.yml")]);
    this.#add("proxy", ["/usr/sbin/haproxy", "-db", "-f", settings("haproxy.cfg")]);
    if (pooler) this.#add("pooler", ["/usr/sbin/pgbouncer", settings("pgbouncer.ini")]);
    const words = [join(this.release, "ops/node"), "apps/server/src/main.ts"];
    this.#add("server", words, {
      env: () => this.serverEnv,
      restartAfterMs: SERVER_RESTART_MS,
      user: serverUser,
    });
  }

  #add(
    part: Part,
    words: readonly string[],
    more: {
      readonly env?: () => NodeJS.ProcessEnv;
      readonly restartAfterMs?: number;
      readonly user?: ChildUser | null;
    } = {},
  ): void {
    this.#programs.set(
      part,
      new Program({
        name: `${part}${this.number}`,
        command: this.command(words, more.user),
        env: more.env ?? (() => this.env),
        cwd: part === "server" ? this.release : this.#options.folder,
        logFile: this.fileOf(`logs/${part}.log`),
        restartAfterMs: more.restartAfterMs ?? RESTART_MS,
      }),
    );
  }
}

const FILES = [
  ["etcd.env", "etcd.env", 0o600],
  ["patroni.yml", "patroni.yml", 0o600],
  ["first-roles", "first-roles", 0o700],
  ["haproxy-database.cfg", "haproxy.cfg", 0o600],
  ["pgbouncer.ini", "pgbouncer.ini", 0o600],
  ["pgbouncer-users.txt", "pgbouncer-users.txt", 0o600],
  ["pgbackrest.conf", "pgbackrest.conf", 0o600],
] as const;

/** The words that run a command as a user. */
export function asUser(user: ChildUser | null): string[] {
  return user === null
    ? []
    : ["setpriv", `--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups", "--"];
}

/** The name of a user's group. */
export function groupOf(user: ChildUser | null): string {
  const gid = user?.gid ?? userInfo().gid;
  const line = readFileSync("/etc/group", "utf8")
    .split("\n")
    .find((text) => text.split(":")[2] === String(gid));
  return line?.split(":")[0] ?? String(gid);
}

/** Gives a folder to a user, but not what its links lead to: a release is not the machine's. */
function give(folder: string, { uid, gid }: ChildUser): void {
  run("chown", ["--recursive", "-P", "--no-dereference", `${uid}:${gid}`, folder]);
}

/** Copies a machine's certificates, as made by ops/cluster/certificates, to where its files name them. */
export function copyCertificates(from: string, machineFolder: string): void {
  const to = join(machineFolder, "certificates");
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(from)) {
    copyFileSync(join(from, name), join(to, name));
    chmodSync(join(to, name), name.endsWith(".key") ? 0o600 : 0o644);
  }
}

/** The script that makes the certificates of a cluster. */
export const CERTIFICATES = join(OPS, "certificates");
