import { existsSync } from "node:fs";
import { APPS, buildApp } from "../run/build-app.ts";
import type { Cluster } from "./cluster.ts";
import { type ClusterOptions, startCluster } from "./start-cluster.ts";
import { removeLeftovers } from "./leftovers.ts";
import { installPackages, missingPackages } from "./packages.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const INTERRUPTED = 130;

/** Builds a cluster, works with it, and takes it down, however the work ends; a signal takes it down at once. */
export async function withCluster(
  options: ClusterOptions,
  work: (cluster: Cluster, asked: Promise<void>) => Promise<number>,
): Promise<number> {
  if (missingPackages().length > 0) installPackages();
  if (existsSync(options.folder)) removeLeftovers(options.folder);
  // In production a server without its apps does not start.
  for (const app of APPS) {
    const outcome = buildApp(app);
    if (!outcome.ok) throw new Error(`${outcome.output}\napps/${app} could not be built`);
  }
  const interrupted = Promise.withResolvers<void>();
  const asked = (): void => interrupted.resolve();
  for (const signal of SIGNALS) process.on(signal, asked);
  const cluster = await startCluster({ ...options, interrupted: interrupted.promise });
  try {
    return await Promise.race([
      work(cluster, interrupted.promise),
      interrupted.promise.then(() => INTERRUPTED),
    ]);
  } finally {
    await cluster.stop();
  }
}
