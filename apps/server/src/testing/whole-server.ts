import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { Registry } from "prom-client";
import { createServer, type Server, type ServerOptions } from "../app.ts";
import type { Database } from "../db/database.ts";
import { makeKeys, readKeys } from "../settings/keys.ts";
import { readSettings } from "../settings/settings.ts";

/** The machine may be busy with other tests. */
const ITS_OWN = { HOST: "127.0.0.1", PORT: "0", DESK_PORT: "0", MAX_LAG_MS: "60000" };

/** A whole server of the demo on free ports, without a built app, whose draws run when the test says so. */
export function createWholeServer(
  db: Database,
  settings: Readonly<Record<string, string>> = {},
  options: ServerOptions = {},
): Promise<Server> {
  const bytes = (length: number): Uint8Array => randomBytes(length);
  return createServer(
    {
      settings: readSettings({ ...ITS_OWN, ...settings }, "demo"),
      keys: readKeys(makeKeys(bytes)),
      db,
      clock: { now: () => Date.now() },
      entropy: { bytes },
      log: pino({ level: "silent" }),
      metrics: new Registry(),
      node: "test",
    },
    { builtApp: "/nowhere", hashCost: { memoryKiB: 64, passes: 1 }, manualDraws: true, ...options },
  );
}
