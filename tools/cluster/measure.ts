import { Bettors } from "../faults/bettors.ts";
import { pause } from "../faults/server-process.ts";
import { LoadClient } from "../load/client.ts";
import { renewTokens } from "../load/players.ts";
import { type Cluster, MACHINES } from "./cluster.ts";
import type { ClusterOptions } from "./start-cluster.ts";
import { tellGap, watchGap } from "./gap.ts";
import { proveNothingLost } from "./proof.ts";
import { withCluster } from "./with-cluster.ts";

const CALM_MS = 8_000;
const FAILURE_MS = 30_000;

/** What is done to a cluster under bets, and undone again. */
const FAILURES: Readonly<Record<string, (cluster: Cluster) => Promise<void>>> = {
  nothing: async () => await pause(FAILURE_MS),
  "primary-killed": async (cluster) => await cluster.kill({ part: "db", machine: await primaryOf(cluster) }),
  switchover: async (cluster) => void (await cluster.switchover()),
  "machine-lost": async (cluster) =>
    await forAWhile(cluster, await primaryOf(cluster), (machine) =>
      cluster.kill({ part: "machine", machine }),
    ),
  "machine-frozen": async (cluster) =>
    await forAWhile(cluster, await primaryOf(cluster), (machine) =>
      cluster.freeze({ part: "machine", machine }),
    ),
  "primary-cut-off": async (cluster) =>
    await forAWhile(cluster, await primaryOf(cluster), (machine) => cluster.partition([machine])),
  "standby-lost": async (cluster) =>
    await forAWhile(cluster, await standbyOf(cluster), (machine) =>
      cluster.kill({ part: "machine", machine }),
    ),
  "etcd-away": async (cluster) =>
    await forAWhile(cluster, 0, () => {
      for (const machine of MACHINES) cluster.freeze({ part: "etcd", machine });
    }),
  "server-killed": async (cluster) => {
    await cluster.kill({ part: "server", machine: 1 });
    await cluster.serverReady(1);
  },
  "server-frozen": async (cluster) =>
    await forAWhile(cluster, 1, (machine) => cluster.freeze({ part: "server", machine })),
  "proxy-killed": async (cluster) => await cluster.kill({ part: "proxy", machine: 1 }),
  "servers-renewed": async (cluster) => {
    for (const machine of MACHINES) await cluster.restartServer(machine);
  },
};

/** Builds a cluster and measures what players see of each failure; status 0 if nothing was lost. */
export async function measureFailures(options: ClusterOptions, only: readonly string[]): Promise<number> {
  return await withCluster(options, async (cluster) => {
    const client = new LoadClient(cluster.playersPort, 64);
    const bettors = new Bettors(client, cluster.players);
    for (const [name, happen] of Object.entries(FAILURES)) {
      if (only.length > 0 && !only.includes(name)) continue;
      await renewTokens(client, cluster.players);
      bettors.start();
      await pause(CALM_MS);
      const gap = await watchGap(bettors, () => happen(cluster), CALM_MS);
      await bettors.stop();
      console.log(`${name.padEnd(16)} ${tellGap(gap)}`);
      await cluster.settled();
      await Promise.all(MACHINES.map((machine) => cluster.serverReady(machine)));
    }
    const wrong = await proveNothingLost(cluster, client, bettors);
    client.close();
    const verdict =
      wrong.length === 0 ? "none lost, none doubled, books right" : wrong.slice(0, 5).join("; ");
    console.log(`${bettors.acknowledged.size} bets acknowledged: ${verdict}`);
    return wrong.length === 0 ? 0 : 1;
  });
}

async function forAWhile(
  cluster: Cluster,
  machine: number,
  fail: (machine: number) => Promise<void> | void,
): Promise<void> {
  await fail(machine);
  await pause(FAILURE_MS);
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
