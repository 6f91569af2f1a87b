import { afterAll, beforeAll, expect, test } from "vitest";
import type { Server } from "./app.ts";
import { openTestDatabase, type TestDatabase } from "./testing/test-database.ts";
import { createWholeServer } from "./testing/whole-server.ts";

let base: TestDatabase;
let server: Server;
let urls: { playerUrl: string; opsUrl: string };

beforeAll(async () => {
  base = await openTestDatabase();
  server = await createWholeServer(base.db);
  urls = await server.listen();
});
afterAll(async () => {
  await server.close();
  await base.close();
});

const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const reply = await fetch(urls.playerUrl + path, {
    method: "POST",
    headers: { "content-type": "application/json", platform: "h5", LANGUAGE: "en-US", ...headers },
    body: JSON.stringify(body),
  });
  // Each test below knows the shape of its replies.
  const read: { code: number; data: Record<string, string> } = JSON.parse(await reply.text());
  return read;
};

test("a player registers, recharges and sees the balance over plain HTTP", async () => {
  const registered = await post("/api/user/register", {
    username: "first_player",
    password: "a long enough one",
    password_confirmation: "a long enough one",
    register_device: 1,
    trans_password: "135790",
  });
  const Token = registered.data["token"] ?? "";
  const order = await post(
    "/api/user/makeOrder",
    { type: "recharge", amount: "369.00", channel_id: "demo" },
    { Token },
  );
  expect(order).toMatchObject({ code: 0, data: { status: "passed", amount: "369.00" } });
  expect(await post("/api/user/getUserInfo", {}, { Token })).toMatchObject({ data: { balance: "369.00" } });
  expect((await post("/api/user/logout", {}, { Token })).code).toBe(0);
  expect((await post("/api/user/getUserInfo", {}, { Token })).code).toBe(402);
});

test("the operator's port has health and figures, the players' port has not", async () => {
  const ready = await fetch(`${urls.opsUrl}/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    {
      ready: true,
      checks: { open: true, database: true, room: true, clock: true, witnesses: true },
      clockDifferenceMs: 0,
      gamesOnSale: 0,
    },
  ]);
  const figures = await (await fetch(`${urls.opsUrl}/metrics`)).text();
  expect(figures).toMatch(
    /lotus_http_request_seconds_count\{call="\/api\/user\/register",code="0"\} [1-9]\d*/u,
  );
  expect(figures).toContain('lotus_pool_connections{pool="main",state="size"}');
  for (const path of ["/metrics", "/health/live", "/health/ready"]) {
    expect((await fetch(urls.playerUrl + path)).status).toBe(404);
  }
});

test("the players' port tells a load balancer whether it is open, and nothing else", async () => {
  const reply = await fetch(`${urls.playerUrl}/health`);
  expect([reply.status, await reply.json()]).toEqual([200, { ready: true }]);
  expect(reply.headers.get("cache-control")).toBe("no-store");
});

test("the papers of the API are served", async () => {
  const openApi: unknown = await (await fetch(`${urls.playerUrl}/api/openapi.json`)).json();
  expect(openApi).toMatchObject({
    openapi: "3.1.0",
    paths: { "/api/lottery/order/{gameCode}": { post: {} } },
  });
  const page = await fetch(`${urls.playerUrl}/api/docs`);
  expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
  expect(await page.text()).not.toMatch(/<script>|style=|onclick/u);
});
