import { randomBytes } from "node:crypto";
import { chmodSync, copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { canReach, type ChildUser, chooseChildUser } from "@lotus/server/db/cluster/child-user";
import { freePort } from "@lotus/server/testing/free-port";
import { Watchers } from "../faults/watchers.ts";
import { ROOT } from "../run/root.ts";
import { enrolPlayers } from "./enrol.ts";
import { CERTIFICATES, copyCertificates, Machine, type Part } from "./machine.ts";
import type { Network } from "./network.ts";
import { LoopbackNetwork, mayMakeNamespaces, NamespaceNetwork } from "./network.ts";
import { Outside } from "./outside.ts";
import { type Member, PatroniClient } from "./patroni.ts";
import { run, waitFor } from "./shell.ts";
import type { LoadPlayer } from "../load/players.ts";

/** What a trial cluster is made of. */
export interface ClusterOptions {
  /** A folder that does not exist yet; everything is below it, and it is gone after `stop`. */
  readonly folder: string;
  /** How many players with money it begins with. */
  readonly players?: number;
  /** Bets go through PgBouncer; what needs a session goes straight to the primary. */
  readonly pooler?: boolean;
  /** Every change of the database is archived by pgBackRest, into the folder. */
  readonly backups?: boolean;
  /** Prometheus watches it. */
  readonly prometheus?: boolean;
  /** Machines in network namespaces; by default wherever that is allowed. */
  readonly namespaces?: boolean;
  /** More settings of the servers. */
  readonly serverSettings?: Readonly<Record<string, string>>;
  /** Resolves when the start shall be given up. */
  readonly interrupted?: Promise<void>;
  /** Told what is being done. */
  readonly say?: (line: string) => void;
}

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
    return `http://127.0.0.1:${this.#outside.playersPort}`;
  }

  get playersPort(): number {
    return this.#outside.playersPort;
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

  /** Stops a machine's server in order, as an upgrade does, and starts it again. */
  async restartServer(machine: number): Promise<void> {
    await this.machine(machine).stopPart("server");
    this.machine(machine).start(["server"]);
    await this.serverReady(machine);
  }

  /** Makes players with money, while no server runs. */
  async enrol(count: number): Promise<void> {
    this.players.push(...(await enrolPlayers(this.machine(1), this.#outside.playersPort, count)));
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
    const files = globSync(join(this.folder, "{lotus*/logs,front}/*.log"));
    const tail = (file: string): string =>
      readFileSync(file, "utf8").trimEnd().split("\n").slice(-TAIL).join("\n");
    return files.map((file) => `${file}:\n${tail(file)}`).join("\n");
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

/** Builds a cluster and waits until players can bet. On failure everything is removed again. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, say = () => undefined } = options;
  mkdirSync(folder, { recursive: false });
  chmodSync(folder, 0o711);
  const withNamespaces = options.namespaces ?? mayMakeNamespaces();
  const network = withNamespaces ? NamespaceNetwork.create(MACHINES) : new LoopbackNetwork();
  writeFileSync(join(folder, "network"), network instanceof NamespaceNetwork ? network.id : "loopback");
  let cluster: Cluster;
  try {
    cluster = await build(options, network);
  } catch (error) {
    network.close();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  const interrupted = (options.interrupted ?? new Promise<void>(() => undefined)).then(() => {
    throw new Interrupted("interrupted");
  });
  try {
    await Promise.race([open(cluster, options, say), interrupted]);
    return cluster;
  } catch (error) {
    const logs = error instanceof Interrupted ? error.message : cluster.lastWords();
    await cluster.stop();
    throw new Error(logs, { cause: error });
  }
}

class Interrupted extends Error {}

async function open(
  cluster: Cluster,
  { players = 0 }: ClusterOptions,
  say: (line: string) => void,
): Promise<void> {
  say("etcd and PostgreSQL start on three machines");
  await cluster.openDatabases();
  if (players > 0) {
    say(`${players} players are made, by a demo on the same database`);
    await cluster.enrol(players);
  }
  say("three servers start");
  await cluster.openServers();
}

async function build(options: ClusterOptions, network: Network): Promise<Cluster> {
  const { folder } = options;
  const addresses = MACHINES.map((machine) => network.addressOf(machine));
  run(CERTIFICATES, [join(folder, "authority"), ...addresses]);
  const user = chooseChildUser(join(folder, "none"));
  const serverUser = user !== null && canReach(ROOT, user) ? user : null;
  const settings = {
    ...Object.fromEntries(addresses.map((address, at) => [`ADDRESS_${at + 1}`, address])),
    NETWORK: network.range,
    SHARED_BUFFERS: "128MB",
    MAX_CONNECTIONS: "200",
    PLAYERS_CONNECTIONS: "4000",
    ...passwords(),
    ETCD_TOKEN: randomBytes(6).toString("hex"),
    BACKUPS: join(folder, "backups"),
    ...(network.cuts ? {} : await freePorts(SHARED_PORTS)),
  };
  const own = join(folder, "outside");
  const watchers = await Watchers.start(own, network.outside);
  const outside = new Outside({
    folder: join(folder, "front"),
    network,
    user,
    settings,
    port: await freePort(),
    prometheusPort: options.prometheus === true ? await freePort() : null,
    authority: readFileSync(join(folder, "authority/ca.crt"), "utf8"),
  });
  const machines: Machine[] = [];
  for (const number of MACHINES) {
    const place = join(folder, `lotus${number}`);
    copyCertificates(join(folder, "authority", `lotus${number}`), place);
    machines.push(
      await machineOf(options, { number, place, network, user, serverUser, settings, watchers, own }),
    );
  }
  return new Cluster({ folder, network, watchers, outside, machines });
}

// On loopback the machines have these in common with all other programs here.
const SHARED_PORTS = [
  "ETCD_PORT",
  "ETCD_PEER_PORT",
  "ETCD_METRICS_PORT",
  "POSTGRES_PORT",
  "PATRONI_PORT",
  "METRICS_PORT",
  "SERVER_PORT",
  "DESK_PORT",
] as const;
/** And these, on the address that each machine calls its own, with each other. */
const LOCAL_PORTS = ["PRIMARY_PORT", "REPLICA_PORT", "POOLER_PORT"] as const;

async function freePorts(names: readonly string[]): Promise<Record<string, string>> {
  const ports: Record<string, string> = {};
  for (const name of names) ports[name] = String(await freePort());
  return ports;
}

/** Builds one machine, with what its server needs from outside: keys, policy and chain. */
async function machineOf(
  options: ClusterOptions,
  at: {
    readonly number: number;
    readonly place: string;
    readonly network: Network;
    readonly user: ChildUser | null;
    readonly serverUser: ChildUser | null;
    readonly settings: Readonly<Record<string, string>>;
    readonly watchers: Watchers;
    readonly own: string;
  },
): Promise<Machine> {
  const { number, place, network, user, serverUser, watchers, own } = at;
  const server = join(place, "server");
  mkdirSync(server, { recursive: true, mode: 0o700 });
  const { LOG_ORIGIN = "", WITNESS_POLICY = "", BEACON = "", BEACON_URLS = "" } = watchers.settings;
  copyFileSync(join(own, "keys/keys.json"), join(server, "keys.json"));
  copyFileSync(WITNESS_POLICY, join(server, "witnesses.policy"));
  copyFileSync(BEACON, join(server, "beacon.json"));
  const settings = { ...at.settings, ...(network.cuts ? {} : await freePorts(LOCAL_PORTS)) };
  return new Machine({
    number,
    network,
    folder: place,
    user,
    serverUser,
    settings,
    pooler: options.pooler ?? false,
    backups: options.backups ?? false,
    serverSettings: {
      LOTUS_KEYS: join(server, "keys.json"),
      SMTP_URL: "outbox",
      TRUSTED_PROXIES: `127.0.0.1,${network.outside}`,
      LOG_ORIGIN,
      WITNESS_QUORUM: "",
      WITNESS_POLICY: join(server, "witnesses.policy"),
      BEACON: join(server, "beacon.json"),
      BEACON_URLS,
      // All load comes from this machine.
      RATE_ADDRESS_PER_SECOND: "1000000",
      RATE_ADDRESS_BURST: "1000000",
      ...options.serverSettings,
    },
  });
}

function passwords(): Record<string, string> {
  const names = ["SUPERUSER", "REPLICATION", "OWNER", "APP", "POOLER"];
  return Object.fromEntries(names.map((name) => [`${name}_PASSWORD`, randomBytes(18).toString("hex")]));
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
