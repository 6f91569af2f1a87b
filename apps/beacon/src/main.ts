/**
 * `npm run beacon`: a randomness beacon run by one machine; see README.md. `npm run beacon -- --new-key FILE [--period 3]`
 * creates one and prints its chain.
 */
import { parseArgs } from "node:util";
import { Beacon } from "./beacon.ts";
import { createBeaconServer } from "./http-server.ts";
import { createBeacon, readBeacon } from "./key-file.ts";

/** Problems that whoever starts the program can fix. */
class UsageError extends Error {}

function newKey(file: string | undefined, period: string): void {
  const periodS = Number(period);
  if (file === undefined || !Number.isSafeInteger(periodS) || periodS < 1)
    throw new UsageError("usage: --new-key FILE [--period SECONDS]");
  const key = createBeacon(file, { genesisS: Math.floor(Date.now() / 1000), periodS });
  console.log(JSON.stringify(new Beacon(key, () => Date.now()).info(), null, 2));
}

function run(): void {
  const file = process.env["BEACON_KEY"] ?? "";
  if (file === "") throw new UsageError("BEACON_KEY is missing: the file made by --new-key");
  const port = Number(process.env["PORT"] ?? "8091");
  const host = process.env["HOST"] ?? "127.0.0.1";
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError("PORT is not a port");
  const beacon = new Beacon(readBeacon(file), () => Date.now());
  const server = createBeaconServer(beacon);
  server.on("error", (error) => {
    console.error(error.message);
    process.exit(1);
  });
  server.listen(port, host, () => console.log(`chain ${beacon.chain.hash} on http://${host}:${port}`));
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      server.close(() => process.exit(0));
      server.closeIdleConnections();
    });
}

const { values, positionals } = parseArgs({
  options: { "new-key": { type: "boolean", default: false }, period: { type: "string", default: "3" } },
  allowPositionals: true,
});
try {
  if (values["new-key"]) newKey(positionals[0], values.period);
  else run();
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(error.message);
  process.exit(1);
}
