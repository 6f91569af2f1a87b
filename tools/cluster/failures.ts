import { pause } from "../faults/server-process.ts";
import { type Cluster, MACHINES } from "./cluster.ts";
import { drawLeaderOf } from "./draw-leader.ts";

/** What is done to a cluster, and undone again. */
export interface Failure {
  /** What fails, as docs/cluster.md tells it. */
  readonly what: string;
  /** What is lost with it, which says how soon there are bets again. */
  readonly loses: "a process" | "a machine" | "nothing";
  /** Brings the cluster into the state in which it happens. */
  readonly prepare?: (cluster: Cluster) => Promise<void>;
  readonly happen: (cluster: Cluster) => Promise<void>;
}

const FAILURE_MS = 30_000;
const FROZEN_MS = 20_000;

/** Every failure, by its name. */
export const FAILURES = {
  nothing: {
    what: "nothing",
    loses: "nothing",
    happen: async () => await pause(FAILURE_MS),
  },
  "primary-killed": {
    what: "PostgreSQL of the primary is killed",
    loses: "a process",
    happen: async (cluster) => await cluster.kill({ part: "db", machine: await primaryOf(cluster) }),
  },
  "leader-frozen": {
    what: "the server that leads the draws stands still, 20 s",
    loses: "a process",
    happen: async (cluster) =>
      await forAWhile(cluster, FROZEN_MS, await drawLeaderOf(cluster), (machine) =>
        cluster.freeze({ part: "server", machine }),
      ),
  },
  "machine-lost": {
    what: "the primary's machine is lost",
    loses: "a machine",
    happen: async (cluster) =>
      await forAWhile(cluster, FAILURE_MS, await primaryOf(cluster), (machine) =>
        cluster.kill({ part: "machine", machine }),
      ),
  },
  switchover: {
    what: "the lead is handed over",
    loses: "a process",
    happen: async (cluster) => void (await cluster.switchover()),
  },
  "etcd-away": {
    what: "all of etcd stands still, 30 s",
    loses: "nothing",
    happen: async (cluster) =>
      await forAWhile(cluster, FAILURE_MS, 0, () => {
        for (const machine of MACHINES) cluster.freeze({ part: "etcd", machine });
      }),
  },
  "leader-killed": {
    what: "the server that leads the draws is killed",
    loses: "a process",
    happen: async (cluster) => {
      const machine = await drawLeaderOf(cluster);
      await cluster.kill({ part: "server", machine });
      await cluster.serverReady(machine);
    },
  },
  "standby-lost": {
    what: "the machine of the standby in step is lost",
    loses: "a machine",
    happen: async (cluster) =>
      await forAWhile(cluster, FAILURE_MS, await standbyOf(cluster), (machine) =>
        cluster.kill({ part: "machine", machine }),
      ),
  },
  "players-proxy-killed": {
    what: "a proxy of the players is killed",
    loses: "a process",
    happen: async (cluster) => {
      cluster.killPlayersProxy();
      await pause(FROZEN_MS / 4);
    },
  },
  "primary-cut-off": {
    what: "the primary's machine is cut off from the other two, 30 s",
    loses: "a machine",
    happen: async (cluster) =>
      await forAWhile(cluster, FAILURE_MS, await primaryOf(cluster), (machine) =>
        cluster.partition([machine]),
      ),
  },
  "leader-cut-off": {
    what: "the machine of the server that leads the draws, without the primary, is cut off, 30 s",
    loses: "a machine",
    prepare: leadApart,
    happen: async (cluster) =>
      await forAWhile(cluster, FAILURE_MS, await drawLeaderOf(cluster), (machine) =>
        cluster.partition([machine]),
      ),
  },
  "machine-frozen": {
    what: "the primary's machine stands still, 30 s",
    loses: "a machine",
    happen: async (cluster) =>
      await forAWhile(cluster, FAILURE_MS, await primaryOf(cluster), (machine) =>
        cluster.freeze({ part: "machine", machine }),
      ),
  },
  "database-proxy-killed": {
    what: "a server's proxy to the database is killed",
    loses: "a process",
    happen: async (cluster) => await cluster.kill({ part: "proxy", machine: 1 }),
  },
  "servers-renewed": {
    what: "each server is started anew",
    loses: "nothing",
    happen: async (cluster) => {
      for (const machine of MACHINES) await cluster.restartServer(machine);
    },
  },
} as const satisfies Readonly<Record<string, Failure>>;

export type FailureName = keyof typeof FAILURES;

/** @throws RangeError that names all failures, for a name that is none */
export function failureNamed(name: string): FailureName {
  if (!isFailure(name)) throw new RangeError(`no failure ${name}: ${Object.keys(FAILURES).join(", ")}`);
  return name;
}

function isFailure(name: string): name is FailureName {
  return Object.hasOwn(FAILURES, name);
}

async function forAWhile(
  cluster: Cluster,
  ms: number,
  machine: number,
  fail: (machine: number) => Promise<void> | void,
): Promise<void> {
  await fail(machine);
  await pause(ms);
  cluster.resume();
}

async function primaryOf(cluster: Cluster): Promise<number> {
  const primary = await cluster.primary();
  if (primary === null) throw new Error("no primary");
  return primary;
}

/** The machine of the standby that every bet waits for. */
async function standbyOf(cluster: Cluster): Promise<number> {
  const standby = (await cluster.members()).find(({ role }) => role === "sync_standby");
  if (standby === undefined) throw new Error("no standby in step");
  return standby.machine;
}

/** Has the primary on another machine than the server that leads the draws. */
async function leadApart(cluster: Cluster): Promise<void> {
  if ((await primaryOf(cluster)) !== (await drawLeaderOf(cluster))) return;
  await cluster.switchover();
  await cluster.settled();
}
