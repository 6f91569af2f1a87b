import { Bettors } from "../faults/bettors.ts";
import { pause } from "../faults/server-process.ts";
import { LoadClient } from "../load/client.ts";
import type { Cluster } from "./cluster.ts";
import type { ClusterOptions } from "./start-cluster.ts";
import { tellGap, watchGap } from "./gap.ts";
import { proveNothingLost } from "./proof.ts";
import { withCluster } from "./with-cluster.ts";

const BEFORE_MS = 3_000;
const AFTER_MS = 8_000;
const RECOVERS_WITHIN_MS = 20_000;

/** Builds a cluster, kills its primary under bets, looks for every acknowledged one, and takes it down: status 0 if well. */
export async function checkCluster(options: ClusterOptions): Promise<number> {
  const began = performance.now();
  const seconds = (): number => Math.round((performance.now() - began) / 1000);
  const status = await withCluster(options, async (cluster) => {
    console.log(`up after ${seconds()} s`);
    const wrong = await killPrimary(cluster);
    for (const line of wrong) console.error(`WRONG: ${line}`);
    return wrong.length === 0 ? 0 : 1;
  });
  console.log(`down after ${seconds()} s`);
  return status;
}

async function killPrimary(cluster: Cluster): Promise<string[]> {
  const client = new LoadClient(cluster.playersPorts, 32);
  const wrong: string[] = [];
  const bettors = new Bettors(client, cluster.players);
  bettors.start();
  await pause(BEFORE_MS);
  const primary = (await cluster.primary()) ?? 1;
  const gap = await watchGap(bettors, () => cluster.kill({ part: "db", machine: primary }), AFTER_MS);
  await bettors.stop();
  console.log(`the primary, lotus${primary}, was killed: ${tellGap(gap)}`);
  if (gap.longestMs > RECOVERS_WITHIN_MS) wrong.push("bets came back too late");
  if (gap.acknowledged === 0) wrong.push("no bet was taken");
  wrong.push(...(await proveNothingLost(cluster, client, bettors)));
  client.close();
  if (wrong.length === 0)
    console.log(`${bettors.acknowledged.size} bets: none lost, none doubled, books right`);
  return wrong;
}
