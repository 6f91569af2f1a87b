/**
 * `npm run witness`: a witness of transparency logs; see README.md. `npm run witness -- --new-key NAME FILE` makes a key
 * and prints its public part for policies.
 */
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { cosignerKey, formatVerifierKey } from "@lotus/tlog";
import { createWitnessServer } from "./http-server.ts";
import { readSettings, SettingsError } from "./settings.ts";
import { CheckpointStore } from "./store.ts";
import { Witness } from "./witness.ts";

function makeKey([name, file]: readonly string[]): void {
  if (name === undefined || file === undefined) throw new SettingsError("usage: --new-key NAME FILE");
  const secretKey = Uint8Array.from(randomBytes(32));
  const vkey = formatVerifierKey(cosignerKey(name, secretKey));
  writeFileSync(file, `${Buffer.from(secretKey).toString("hex")}\n`, { flag: "wx", mode: 0o600 });
  console.log(vkey);
}

function run(): void {
  const settings = readSettings(process.env);
  const { name, host, port, dataDir } = settings;
  const witness = new Witness({ ...settings, store: new CheckpointStore(dataDir), now: () => Date.now() });
  const server = createWitnessServer(witness, (line) => console.error(line));
  server.on("error", (error) => {
    console.error(error.message);
    process.exit(1);
  });
  server.listen(port, host, () => {
    const address = server.address();
    // With port 0 the system chooses one.
    const actual = typeof address === "object" ? (address?.port ?? port) : port;
    console.log(`${name} listens on http://${host}:${actual}`);
    console.log(`public key for policies: ${formatVerifierKey(witness.key)}`);
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      server.close(() => process.exit(0));
      server.closeIdleConnections();
    });
}

const { values, positionals } = parseArgs({
  options: { "new-key": { type: "boolean", default: false } },
  allowPositionals: true,
});
try {
  if (values["new-key"]) makeKey(positionals);
  else run();
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exit(1);
}
