import { Bettors } from "../faults/bettors.ts";
import { pause } from "../faults/server-process.ts";
import { LoadClient } from "../load/client.ts";
import { renewTokens } from "../load/players.ts";
import { MACHINES } from "./cluster.ts";
import type { ClusterOptions } from "./start-cluster.ts";
import { type Failure, FAILURES } from "./failures.ts";
import { tellGap, watchGap } from "./gap.ts";
import { proveNothingLost } from "./proof.ts";
import { withCluster } from "./with-cluster.ts";

const CALM_MS = 8_000;

/** Builds a cluster and measures what players see of each failure; status 0 if nothing was lost. */
export async function measureFailures(options: ClusterOptions, only: readonly string[]): Promise<number> {
  return await withCluster(options, async (cluster) => {
    const client = new LoadClient(cluster.playersPorts, 64);
    const bettors = new Bettors(client, cluster.players);
    for (const [name, failure] of Object.entries<Failure>(FAILURES)) {
      if (only.length > 0 && !only.includes(name)) continue;
      await renewTokens(client, cluster.players);
      await failure.prepare?.(cluster);
      bettors.start();
      await pause(CALM_MS);
      const gap = await watchGap(bettors, () => failure.happen(cluster), CALM_MS);
      await bettors.stop();
      console.log(`${name.padEnd(21)} ${tellGap(gap)}`);
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
