import { createHmac, randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { LogKeys } from "@lotus/server/fairness/log-key";
import { openDemoKeys, readKeys } from "@lotus/server/settings/keys";
import { readSettings } from "@lotus/server/settings";
import { formatVerifierKey } from "@lotus/tlog";
import { createWitnessServer } from "@lotus/witness/http-server";
import { CheckpointStore } from "@lotus/witness/store";
import { Witness } from "@lotus/witness/witness";

type Environment = Readonly<Record<string, string | undefined>>;

const NAME = "stand-in.witness.localhost";

/**
 * Starts a witness beside a demo, unless the environment names others. It shows how witnesses work and proves nothing,
 * since it runs on the same machine. Returns the environment with its policy.
 */
export async function startStandInWitness(environment: Environment): Promise<Environment> {
  if (environment["WITNESS_POLICY"] !== undefined || environment["WITNESS_QUORUM"] !== undefined)
    return environment;
  const settings = readSettings(environment, "demo");
  const keys =
    settings.keysSource === null
      ? openDemoKeys(settings.dataDir, (length) => new Uint8Array(randomBytes(length)))
      : readKeys(settings.keysSource);
  const folder = join(resolve(settings.dataDir), "stand-in-witness");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Every node of a demo has the same one.
  const secretKey = new Uint8Array(
    createHmac("sha256", keys.log.current).update("stand-in witness").digest(),
  );
  const { origin, previousOrigins } = settings.fairness;
  const logKeys = new LogKeys([...previousOrigins, origin]);
  const witness = new Witness({
    name: NAME,
    secretKey,
    logs: [logKeys.of(origin, keys.log.current).verifier],
    store: new CheckpointStore(folder),
    now: () => Date.now(),
  });
  const server = createWitnessServer(witness, (line) => console.error(line));
  await new Promise<void>((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  // The demo ends with its own server.
  server.unref();
  // A server that listens on a port has this address.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { port } = server.address() as AddressInfo;
  const policy = join(folder, "policy");
  writeFileSync(
    policy,
    `witness stand-in ${formatVerifierKey(witness.key)} http://127.0.0.1:${port}\nquorum stand-in\n`,
  );
  return { ...environment, WITNESS_POLICY: policy };
}
