import { Agent, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Server } from "./app.ts";
import { sql } from "./db/database.ts";
import { openTestDatabase, type TestDatabase } from "./testing/test-database.ts";
import { createWholeServer } from "./testing/whole-server.ts";
import { periodsOf } from "./testing/withdrawals.ts";

/** What connections see of a server that was told to stop, step by step: the test lets its pauses pass. */

const GRACE_MS = 900;
const ORDER = "/api/lottery/order/K3";

interface Seen {
  readonly status: number;
  readonly code: number;
  readonly connection: string | undefined;
  readonly orderNo: string | undefined;
}

let base: TestDatabase;
let app: Server;
let [player, ops] = ["", ""];
const pauses: { readonly ms: number; readonly pass: () => void }[] = [];
const connections: Agent[] = [];

beforeAll(async () => {
  base = await openTestDatabase(10);
  app = await createWholeServer(
    base.db,
    { SHUTDOWN_GRACE_MS: String(GRACE_MS) },
    { pause: (ms) => new Promise<void>((pass) => pauses.push({ ms, pass })) },
  );
  ({ playerUrl: player, opsUrl: ops } = await app.listen());
});
afterAll(async () => {
  for (const agent of connections) agent.destroy();
  await base.close();
});

/** A connection that is kept between requests. */
function connection(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  connections.push(agent);
  return agent;
}

function ask(
  agent: Agent,
  url: string,
  post: { readonly token?: string; readonly key?: string; readonly body?: unknown } = {},
): Promise<Seen> {
  const { token = "", key, body } = post;
  const text = body === undefined ? "" : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        agent,
        method: body === undefined ? "GET" : "POST",
        headers: {
          Token: token,
          ...(key === undefined ? {} : { "Idempotency-Key": key }),
          ...(body === undefined
            ? {}
            : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) }),
        },
      },
      (response) => {
        let reply = "";
        response.on("data", (part: Buffer) => (reply += part.toString("utf8")));
        response.on("end", () => {
          const { code = -1, data } = JSON.parse(reply) as {
            readonly code?: number;
            readonly data?: { readonly orders?: readonly { readonly orderNo: string }[] } | null;
          };
          const { statusCode = 0, headers } = response;
          const orderNo = data?.orders?.[0]?.orderNo;
          resolve({ status: statusCode, code, connection: headers.connection, orderNo });
        });
      },
    );
    sent.on("error", reject);
    sent.end(text);
  });
}

const openSockets = (agent: Agent): number => Object.values(agent.freeSockets).flat().length;

test("a server that was told to stop is not ready at once, serves on, and closes when its time is over", async () => {
  const prizeNo = await periodsOf({ base, app }).open();
  const body = {
    username: "leaving_player",
    password: "a long enough one",
    password_confirmation: "a long enough one",
    register_device: 1,
    trans_password: "135790",
  };
  const reply = await fetch(`${player}/api/user/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const { token } = ((await reply.json()) as { readonly data: { readonly token: string } }).data;
  const money = { type: "recharge", amount: "100.00", channel_id: "demo" };
  await ask(connection(), `${player}/api/user/makeOrder`, { token, key: "recharge-1", body: money });
  const slip = (key: string) => ({
    token,
    key,
    body: {
      prize_no: prizeNo,
      bets: [{ option_id: "HZ.HZ", amount: "1.00", groups: [{ code: "sum", items: ["10"] }] }],
    },
  });
  const [used, idle, late, held] = [connection(), connection(), connection(), connection()];
  for (const agent of [used, idle, late]) {
    expect(await ask(agent, `${player}/api/balance`, { token })).toMatchObject({ status: 200, code: 0 });
    await expect.poll(() => openSockets(agent)).toBe(1);
  }

  const closed = app.close();
  await expect.poll(() => pauses.length).toBe(1);
  const asked = connection();
  for (const url of [`${player}/health`, `${player}/health/database`, `${ops}/health/ready`])
    expect((await ask(asked, url)).status, url).toBe(503);
  // Who keeps a connection is answered, and told that it ends.
  expect(await ask(used, `${player}/api/balance`, { token })).toMatchObject({
    status: 200,
    code: 0,
    connection: "close",
  });
  // A bet is taken as before, on an old connection and on a new one.
  expect(await ask(late, `${player}${ORDER}`, slip("leaving-late"))).toMatchObject({ status: 200, code: 0 });
  expect(await ask(connection(), `${player}${ORDER}`, slip("leaving-new"))).toMatchObject({
    status: 200,
    code: 0,
  });

  // A bet that waits for a lock is under way when the time is over.
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const lock = base.owner.transaction(async (tx) => {
    await tx.query(sql`SELECT 1 FROM ledger_account FOR UPDATE`);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const underWay = ask(held, `${player}${ORDER}`, slip("leaving-held"));
  const WAITING = sql`SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted`;
  await expect
    .poll(async () => (await base.owner.query<{ n: number }>(WAITING))[0]?.n ?? 0)
    .toBeGreaterThan(0);
  pauses[0]?.pass();
  await expect.poll(() => pauses.length).toBe(2);
  expect(pauses.map(({ ms }) => ms)).toEqual([GRACE_MS / 3, (GRACE_MS * 2) / 3]);
  pauses[1]?.pass();
  await expect
    .poll(() => ask(connection(), `${player}/api/balance`, { token }).catch(() => null), {
      interval: 20,
      timeout: 60_000,
    })
    .not.toMatchObject({ status: 200 });
  released.resolve();
  await lock;
  const last = await underWay;
  expect(last).toMatchObject({ status: 200, code: 0, connection: "close" });
  expect(last.orderNo).toBeDefined();
  await closed;
  // Connections that nobody used meanwhile are closed, and no new one is taken.
  await expect.poll(() => openSockets(idle)).toBe(0);
  await expect(ask(connection(), `${player}/api/balance`, { token })).rejects.toThrow("ECONNREFUSED");
  const [orders] = await base.owner.query<{ n: number }>(sql`SELECT count(*)::int AS n FROM bet_order`);
  expect(orders?.n).toBe(3);
});
