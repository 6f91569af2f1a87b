import { cpSync, globSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import type { Watchers } from "../faults/watchers.ts";
import type { LoadPlayer } from "../load/players.ts";
import { enrolPlayers } from "./enrol.ts";
import type { Machine, Part } from "./machine.ts";
import type { Network } from "./network.ts";
import type { Outside } from "./outside.ts";
import { type Member, PatroniClient } from "./patroni.ts";
import { waitFor } from "./shell.ts";

/** The numbers of the machines. */
export const MACHINES = [1, 2, 3] as const;
const DATABASE_WITHIN_MS = 300_000;
const SERVER_WITHIN_MS = 400_000;
const TAIL = 8;
const SERVER_STOP_MS = 45_000;

/** A member that can be killed or frozen: a part of a machine, or all of it. */
export interface Target {
  readonly part: Part | "machine";
  readonly machine: number;
}

/** A whole cluster on this machine, as docs/cluster.md builds one on three. */
export class Cluster {
  readonly machines: readonly Machine[];
  readonly players: LoadPlayer[] = [];
  readonly folder: string;
  readonly #network: Network;
  readonly #watchers: Watchers;
  readonly #outside: Outside;
  readonly #patroni: PatroniClient;
  #isStopping = false;

  constructor(parts: {
    readonly folder: string;
    readonly network: Network;
    readonly watchers: Watchers;
    readonly outside: Outside;
    readonly machines: readonly Machine[];
  }) {
    this.folder = parts.folder;
    this.machines = parts.machines;
    this.#network = parts.network;
    this.#watchers = parts.watchers;
    this.#outside = parts.outside;
    this.#patroni = new PatroniClient(parts.machines);
  }

  /** Where players come in. */
  get playersUrl(): string {
    return `http://127.0.0.1:${this.playersPorts[0] ?? 0}`;
  }

  /** Ports of the players' proxies, each of which leads to all servers. */
  get playersPorts(): readonly number[] {
    return this.#outside.playersPorts;
  }

  get prometheusUrl(): string | null {
    return this.#outside.prometheusUrl;
  }

  /** Address of the desk's port of a machine's server, with health and metrics. */
  deskUrl(machine: number): string {
    const at = this.machine(machine);
    return `http://${at.address}:${at.setting("DESK_PORT")}`;
  }

  /** Connection to a machine's own PostgreSQL, whoever is primary. */
  databaseUrl(machine: number, role: "owner" | "app"): string {
    const at = this.machine(machine);
    const password = at.setting(role === "owner" ? "OWNER_PASSWORD" : "APP_PASSWORD");
    const ca = at.fileOf("certificates/ca.crt");
    return `postgresql://lotus_${role}:${password}@${at.address}:${at.setting("POSTGRES_PORT")}/lotus?sslmode=verify-full&sslrootcert=${ca}`;
  }

  machine(number: number): Machine {
    const found = this.machines.find((machine) => machine.number === number);
    if (found === undefined) throw new RangeError(`no machine ${number}`);
    return found;
  }

  /** The databases, as Patroni sees them. */
  async members(): Promise<readonly Member[]> {
    return await this.#patroni.members();
  }

  /** The machine whose database takes bets now, or null. */
  async primary(): Promise<number | null> {
    return await this.#patroni.primary();
  }

  /** Waits until all databases run, one of them as primary and one in step with it. */
  async settled(withinMs = DATABASE_WITHIN_MS): Promise<void> {
    const on = this.machines.filter(({ isOn }) => isOn).length;
    await waitFor("a primary with its standbys", withinMs, async () => {
      const members = await this.members();
      const running = members.filter(({ state }) => state === "running" || state === "streaming");
      const roles = new Set(running.map(({ role }) => role));
      const isWhole = running.length >= on && roles.has("leader") && (on === 1 || roles.has("sync_standby"));
      return isWhole ? true : undefined;
    });
  }

  /** Waits until a machine's server is ready. */
  async serverReady(machine: number, withinMs = SERVER_WITHIN_MS): Promise<void> {
    await waitFor(
      `server ${machine} (${this.machine(machine).fileOf("logs/server.log")})`,
      withinMs,
      async () => ((await answers(`${this.deskUrl(machine)}/health/ready`)) ? true : undefined),
    );
  }

  /** Kills a part by SIGKILL, and its supervisor starts it again; a machine stays down until `resume`. */
  async kill({ part, machine }: Target): Promise<void> {
    const at = this.machine(machine);
    if (part === "machine") await at.lose();
    else at.signal(part, "SIGKILL");
  }

  /** Kills one of the players' proxies, and its supervisor starts it again. */
  killPlayersProxy(): void {
    this.#outside.killProxy();
  }

  /** The machine on which a process runs, or null if it runs on none. */
  machineOf(pid: number): number | null {
    return this.machines.find((machine) => machine.runs(pid))?.number ?? null;
  }

  /** Stops a part, or all of a machine, where it is (SIGSTOP). */
  freeze({ part, machine }: Target): void {
    const at = this.machine(machine);
    if (part === "machine") at.freeze();
    else at.signal(part, "SIGSTOP");
  }

  /** Lets all that was frozen go on, starts machines that were lost, and mends the network. */
  resume(): void {
    this.#network.heal();
    for (const machine of this.machines) {
      machine.thaw();
      if (!machine.isOn) machine.turnOn();
    }
  }

  /** Cuts some machines off the others: no packet passes between them, and none is refused. */
  partition(some: readonly number[]): void {
    const others = MACHINES.filter((machine) => !some.includes(machine));
    this.#network.part(some, others);
  }

  /** Has a standby take over in order; without a name, the one in step. */
  async switchover(to?: number): Promise<number> {
    const members = await this.members();
    const from = members.find(({ role }) => role === "leader")?.machine;
    const next = to ?? members.find(({ role }) => role === "sync_standby")?.machine;
    if (from === undefined || next === undefined)
      throw new Error("no primary, or no standby in step with it");
    await this.#patroni.switchover(from, next);
    return next;
  }

  /** Stops a machine's server in order, and starts it again, of another release where one is given. Returns the times. */
  async restartServer(
    machine: number,
    release?: string,
  ): Promise<{ readonly endedAfterMs: number; readonly readyAfterMs: number }> {
    const at = this.machine(machine);
    if (release !== undefined) at.useRelease(release);
    const began = performance.now();
    await at.stopPart("server", SERVER_STOP_MS);
    const ended = performance.now();
    at.start(["server"]);
    await this.serverReady(machine);
    return { endedAfterMs: ended - began, readyAfterMs: performance.now() - ended };
  }

  /** Makes players with money, while no server runs. */
  async enrol(count: number): Promise<void> {
    this.players.push(...(await enrolPlayers(this.machine(1), this.playersPorts, count)));
  }

  /** Starts what runs beside the servers, and waits for the databases. */
  async openDatabases(): Promise<void> {
    for (const machine of this.machines) machine.start(["etcd", "patroni", "proxy", "pooler"]);
    this.#outside.start();
    await this.settled();
  }

  /** Starts the servers: the first one migrates, then come the others. */
  async openServers(): Promise<void> {
    for (const { number } of this.machines) {
      this.machine(number).start(["server"]);
      if (number === 1) await this.serverReady(number);
    }
    await Promise.all(MACHINES.map((machine) => this.serverReady(machine)));
    await waitFor("the players' proxy", 10_000, async () =>
      (await answers(`${this.playersUrl}/health`)) ? true : undefined,
    );
  }

  /** The last lines of every program's output, for one who asks why the cluster does not start. */
  lastWords(): string {
    const tail = (file: string): string =>
      readFileSync(file, "utf8").trimEnd().split("\n").slice(-TAIL).join("\n");
    return this.#logs()
      .map((log) => join(this.folder, log))
      .map((file) => `${file}:\n${tail(file)}`)
      .join("\n");
  }

  /** Copies the logs to where they stay when the cluster goes; returns the folder. */
  keepLogs(): string {
    const kept = `${this.folder}-logs`;
    rmSync(kept, { recursive: true, force: true });
    for (const log of this.#logs()) cpSync(join(this.folder, log), join(kept, log), { recursive: true });
    return kept;
  }

  /** The log files, relative to the folder: in a pattern, brackets in its own name would not match. */
  #logs(): string[] {
    return globSync("{lotus*/logs,front}/*.log", { cwd: this.folder });
  }

  /** Stops everything and removes it: processes, network and folder. */
  async stop(): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#network.heal();
    this.#patroni.close();
    for (const machine of this.machines) machine.thaw();
    // Servers end first, while their database is there.
    await Promise.all(this.machines.map((machine) => machine.stopPart("server", SERVER_STOP_MS)));
    await Promise.all(this.machines.map((machine) => machine.stop()));
    await this.#outside.stop();
    this.#watchers.stop();
    this.#network.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Whether a page answers 200 now. */
function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(url, { timeout: 1_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    })
      .on("error", () => resolve(false))
      .on("timeout", () => resolve(false));
  });
}
