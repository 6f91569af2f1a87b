import { randomBytes } from "node:crypto";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canReach, type ChildUser, chooseChildUser } from "@lotus/server/db/cluster/child-user";
import { freePort } from "@lotus/server/testing/free-port";
import { Watchers } from "../faults/watchers.ts";
import { ROOT } from "../run/root.ts";
import { Cluster, MACHINES } from "./cluster.ts";
import { CERTIFICATES, copyCertificates, Machine } from "./machine.ts";
import type { Network } from "./network.ts";
import { LoopbackNetwork, mayMakeNamespaces, NamespaceNetwork } from "./network.ts";
import { Outside } from "./outside.ts";
import { run } from "./shell.ts";

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
  /** The release that the servers begin with; by default this checkout. */
  readonly release?: string;
  /** More settings of the servers. */
  readonly serverSettings?: Readonly<Record<string, string>>;
  /** Resolves when the start shall be given up. */
  readonly interrupted?: Promise<void>;
  /** Told what is being done. */
  readonly say?: (line: string) => void;
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
  const releases = [ROOT, options.release ?? ROOT];
  const serverUser = user !== null && releases.every((release) => canReach(release, user)) ? user : null;
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
    ports: [await freePort(), await freePort()],
    prometheusPort: options.prometheus === true ? await freePort() : null,
    authority: readFileSync(join(folder, "authority/ca.crt"), "utf8"),
  });
  const machines: Machine[] = [];
  try {
    for (const number of MACHINES) {
      const place = join(folder, `lotus${number}`);
      copyCertificates(join(folder, "authority", `lotus${number}`), place);
      machines.push(
        await machineOf(options, { number, place, network, user, serverUser, settings, watchers, own }),
      );
    }
  } catch (error) {
    watchers.stop();
    throw error;
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
  const { release = ROOT } = options;
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
    release,
    serverSettings: {
      LOTUS_KEYS: join(server, "keys.json"),
      SMTP_URL: "outbox",
      PUBLIC_URL: "https://play.example",
      TRUSTED_PROXIES: `127.0.0.1,${network.outside}`,
      LOG_ORIGIN,
      WITNESS_QUORUM: "",
      WITNESS_POLICY: join(server, "witnesses.policy"),
      BEACON: join(server, "beacon.json"),
      BEACON_URLS,
      // All load comes from this machine, which is three machines and the load itself at once: a server may wait for a core.
      RATE_ADDRESS_PER_SECOND: "1000000",
      RATE_ADDRESS_BURST: "1000000",
      MAX_LAG_MS: "10000",
      ...options.serverSettings,
    },
  });
}

function passwords(): Record<string, string> {
  const names = ["SUPERUSER", "REPLICATION", "OWNER", "APP", "POOLER"];
  return Object.fromEntries(names.map((name) => [`${name}_PASSWORD`, randomBytes(18).toString("hex")]));
}
