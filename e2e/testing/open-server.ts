import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { Registry } from "prom-client";
import { createServer, type Server, type ServerOptions } from "@lotus/server/app";
import { setTestClock } from "@lotus/server/testing/test-clock";
import type { TestDatabase } from "@lotus/server/testing/test-database";
import { openDemoKeys } from "@lotus/server/settings/keys";
import { SHORT_DAY } from "@lotus/server/testing/short-day";
import { readSettings } from "@lotus/server/settings";

/** A complete server on a separate database, whose time the test sets. */
export interface TestServer {
  readonly app: Server;
  readonly database: TestDatabase;
  readonly url: string;
  readonly opsUrl: string;
  /** Sets the server's time and runs everything that is due. */
  setTime(instantMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens a server at an instant. Its draw clock does not run automatically: `setTime` drives it. */
export async function openTestServer(
  startAt: number,
  environment: Readonly<Record<string, string>> = {},
  options: ServerOptions = {},
): Promise<TestServer> {
  // Loaded lazily: it gets the databases from the test runner, and a server may use another one.
  const { openTestDatabase } = await import("@lotus/server/testing/test-database");
  return openServerOn(await openTestDatabase(), startAt, environment, options);
}

/** Opens a test server on a database, which it closes in the end. */
export async function openServerOn(
  database: TestDatabase,
  startAt: number,
  environment: Readonly<Record<string, string>> = {},
  options: ServerOptions = {},
): Promise<TestServer> {
  await setTestClock(database.owner, startAt);
  const dataDir = mkdtempSync(join(tmpdir(), "lotus-house-"));
  const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length));
  const settings = readSettings(
    {
      DATA_DIR: dataDir,
      HOST: "127.0.0.1",
      PORT: "0",
      DESK_PORT: "0",
      LOG_LEVEL: "error",
      // Server and test share a process, and the machine may be busy: event loop lag means nothing here.
      MAX_LAG_MS: "60000",
      API_TIMEOUT_MS: "60000",
      // All players of a test use this machine.
      REGISTER_ADDRESS_PER_HOUR: "10000",
      REGISTER_ADDRESS_PER_DAY: "10000",
      USERNAME_CHECKS_PER_HOUR: "10000",
      ...environment,
    },
    "demo",
  );
  const server = await createServer(
    {
      settings,
      keys: openDemoKeys(dataDir, random),
      db: database.db,
      clock: { now: () => Date.now() },
      entropy: { bytes: random },
      log: pino({ level: settings.logLevel }),
      metrics: new Registry(),
      node: "test",
    },
    {
      hashCost: { memoryKiB: 1024, passes: 1 },
      manualDraws: true,
      ...SHORT_DAY,
      ...options,
    },
  );
  const { playerUrl, opsUrl } = await server.listen();
  await server.draws.tick();
  return {
    app: server,
    database,
    url: playerUrl,
    opsUrl,
    setTime: async (instantMs) => {
      await setTestClock(database.owner, instantMs);
      await server.draws.tick();
    },
    close: async () => {
      await server.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The violated invariants of the books, after a full check. */
export async function brokenBooks({ app }: TestServer): Promise<string[]> {
  for (;;) {
    const results = await app.books.check("full");
    // Null while the server's own check runs.
    if (results !== null) return results.filter(({ broken }) => broken > 0n).map(({ name }) => name);
  }
}
