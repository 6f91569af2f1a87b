import { randomBytes } from "node:crypto";
import { CALLS } from "@lotus/contract";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServer, type Server } from "../app.ts";
import { sql } from "../db/database.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { DEMO_PLAYERS } from "../demo/demo.ts";
import { makeKeys, readKeys } from "../settings/keys.ts";
import { readSettings } from "../settings/settings.ts";
import { SHORT_DAY } from "../testing/short-day.ts";

/** A server as `npm run serve` opens it for the first time. */
let base: TestDatabase;
let server: Server;
beforeAll(async () => {
  base = await openTestDatabase();
  const bytes = (length: number): Uint8Array => new Uint8Array(randomBytes(length));
  const keys = makeKeys(bytes);
  const settings = readSettings(
    {
      LOTUS_KEYS: keys,
      DATABASE_URL: "embedded",
      SMTP_URL: "outbox",
      PUBLIC_URL: "https://play.example",
      TRUSTED_PROXIES: "none",
      BEACON: "quicknet",
      BEACON_URLS: "http://127.0.0.1:9",
      WITNESS_QUORUM: "none",
      LOTUS_FAULT: "bet-sent:1",
      MAX_LAG_MS: "60000",
      PORT: "0",
      DESK_PORT: "0",
    },
    "production",
  );
  server = await createServer(
    {
      settings,
      keys: readKeys(keys),
      db: base.db,
      clock: { now: () => Date.now() },
      entropy: { bytes },
      log: pino({ level: "silent" }),
      metrics: new Registry(),
      node: "test",
    },
    {
      builtApp: "/nowhere",
      builtDesk: "/nowhere",
      hashCost: { memoryKiB: 64, passes: 1 },
      manualDraws: true,
      ...SHORT_DAY,
    },
  );
  await server.listen();
});
afterAll(async () => {
  await server.close();
  await base.close();
});

const post = async (port: "player" | "ops", url: string, payload: object, token = "") =>
  (await server[port].inject({ method: "POST", url, headers: { token, language: "en-US" }, payload })).json<{
    code: number;
    data: { token: string; list: { id: string }[] };
  }>();

test("starts empty: no player, no operator, and none of the demo's accounts gets in", async () => {
  const [row] = await base.db.query<{ players: bigint; operators: bigint }>(
    sql`SELECT (SELECT count(*) FROM player) AS players, (SELECT count(*) FROM operator) AS operators`,
  );
  expect(row).toEqual({ players: 0n, operators: 0n });
  expect(server.demo).toEqual({ accounts: [], operators: [] });
  for (const { username, password } of DEMO_PLAYERS)
    expect((await post("player", CALLS.login.path, { username, password })).code).toBe(1002);
  for (const name of ["admin", "root", "sa", "demo", "operator"]) {
    const tried = { name, password: name, code: "000000" };
    expect((await post("ops", "/desk/api/session/signIn", tried)).code).not.toBe(0);
  }
});

test("gives no play money, and does not die where a demo is told to", async () => {
  const password = "a long enough one";
  const { data } = await post("player", CALLS.register.path, {
    username: "a_player",
    password,
    password_confirmation: password,
    register_device: 1,
    trans_password: "135790",
  });
  const order = { type: "recharge", amount: "100.00", channel_id: "demo" };
  expect((await post("player", CALLS.makeOrder.path, order, data.token)).code).toBe(2005);
  const config = await server.player.inject("/api/app/config");
  expect(config.json()).toMatchObject({ code: 0, data: { demo: false } });
});
