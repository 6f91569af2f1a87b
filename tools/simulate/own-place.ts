import { rmSync } from "node:fs";
import { startCluster } from "@lotus/server/db/cluster/cluster";
import { prepareCluster } from "@lotus/server/testing/prepared-cluster";
import { installTestClock } from "@lotus/server/testing/test-clock";
import { makeTestFolder } from "@lotus/server/testing/test-folder";
import type { SimulatedPlace } from "./simulated-server.ts";

const LOG = { info: () => undefined, warn: console.warn, error: console.error };

// The database is deleted in the end, so it does not sync to disk. Durability is proved by `npm run faults`.
const SHORT_LIVED = {
  shared_buffers: "128MB",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
};

/** Runs work with a separate database whose clock can be set; leaves nothing behind. */
export async function withOwnPlace<Result>(
  work: (place: SimulatedPlace) => Promise<Result>,
): Promise<Result> {
  const dataDir = makeTestFolder("lotus-simulate-");
  try {
    await prepareCluster(dataDir);
    const cluster = await startCluster({ dataDir, log: LOG, settings: SHORT_LIVED });
    try {
      const [url, ownerUrl] = [cluster.url("app"), cluster.url("owner")];
      await installTestClock(ownerUrl);
      return await work({ url, ownerUrl, dataDir });
    } finally {
      await cluster.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
