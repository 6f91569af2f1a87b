/** Stands in for a server in tests: starts the cluster of the given folder and holds it until killed. */
import { startCluster } from "./cluster.ts";
import { StartupError } from "../../settings/startup-error.ts";

const [dataDir = ""] = process.argv.slice(2);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
try {
  const cluster = await startCluster({ dataDir, log });
  process.stdout.write(`${JSON.stringify({ pid: cluster.pid(), url: cluster.url("app") })}\n`);
  process.on("SIGTERM", () => {
    void cluster.stop().then(() => process.exit(0));
  });
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stdout.write(`${JSON.stringify({ trouble: error.message })}\n`);
}
