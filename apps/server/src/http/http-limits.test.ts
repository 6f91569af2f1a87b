import { CALLS } from "@lotus/contract";
import { afterEach, describe, expect, test } from "vitest";
import { accept, acceptRaw, bind, refuse, type BoundCall } from "./handler.ts";
import type { HttpServer, HttpServerOptions } from "./http-server.ts";
import { buildTestServer, GENEROUS_RATES } from "../testing/http-server.ts";

const TOKEN = "ab".repeat(32);
const PLAYER = { playerId: 7n, familyId: "00000000-0000-4000-8000-000000000001" };
const servers: HttpServer[] = [];

function serve(calls: BoundCall[], options: Partial<HttpServerOptions> = {}): HttpServer["fastify"] {
  const server = buildTestServer({ calls, ...options });
  servers.push(server);
  return server.fastify;
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map(({ fastify }) => fastify.close()));
});

const loggedIn = { known: () => PLAYER, check: () => Promise.resolve(PLAYER) };
const post = (url: string, payload: unknown, headers: Record<string, string> = {}) => ({
  method: "POST" as const,
  url,
  headers: { "content-type": "application/json", ...headers },
  payload: typeof payload === "string" ? payload : JSON.stringify(payload),
});
const json = (reply: { body: string }): { code: number; msg: string; data: unknown } =>
  JSON.parse(reply.body);

describe("limits", () => {
  test("429 says when to come back; another account is not held up", async () => {
    let caller = PLAYER;
    const app = serve([bind(CALLS.cancel, () => refuse("ORDER_UNKNOWN"))], {
      callers: { known: () => caller, check: () => Promise.resolve(caller) },
      rates: { ...GENEROUS_RATES, bets: { perSecond: 0.5, burst: 2 } },
    });
    const status = async () =>
      await app.inject({
        method: "POST",
        url: "/api/lottery/cancel/B123456789",
        headers: { token: TOKEN, language: "en-US" },
      });
    expect((await status()).statusCode).toBe(200);
    expect((await status()).statusCode).toBe(200);
    const third = await status();
    expect([third.statusCode, third.headers["retry-after"], json(third)]).toEqual([
      429,
      "2",
      { code: 9429, msg: "Too fast. Wait 2 s", data: null },
    ]);
    caller = { ...PLAYER, playerId: 8n };
    expect((await status()).statusCode).toBe(200);
  });

  test("while the database confirms nothing, nobody is shown what is theirs, and what is for all is", async () => {
    let confirms = true;
    const app = serve(
      [
        bind(CALLS.balance, () => accept("1.00")),
        bind(CALLS.last, () => accept(null)),
        bind(CALLS.cancel, () => refuse("ORDER_UNKNOWN")),
      ],
      { callers: loggedIn, confirms: () => confirms },
    );
    const status = async (url: string): Promise<number> =>
      (await app.inject({ url, headers: { token: TOKEN } })).statusCode;
    expect(await status("/api/balance")).toBe(200);
    confirms = false;
    expect(await status("/api/balance")).toBe(503);
    expect(await status("/api/lottery/last/K3")).toBe(200);
    // A write has its own answer.
    const cancelled = await app.inject(post("/api/lottery/cancel/B123456789", {}, { token: TOKEN }));
    expect(cancelled.statusCode).toBe(200);
  });

  test("a slip takes a token a line, goes through whole, and leaves a debt that nothing is read in", async () => {
    let [now, handled] = [0, 0];
    const order = bind(CALLS.order, () => {
      handled += 1;
      return refuse("PERIOD_CLOSED");
    });
    const app = serve([order, bind(CALLS.cancel, () => refuse("ORDER_UNKNOWN"))], {
      callers: loggedIn,
      rates: { ...GENEROUS_RATES, bets: { perSecond: 10, burst: 50 } },
      now: () => now,
    });
    const line = { option_id: "YX.DWD", amount: "1.00", groups: [{ code: "place1", items: ["1"] }] };
    const send = async (lines: number, payload?: string) => {
      const body = { prize_no: "202611210003", bets: Array.from({ length: lines }, () => line) };
      const headers = { token: TOKEN, language: "en-US" };
      const reply = await app.inject(post("/api/lottery/order/FFC", payload ?? body, headers));
      return [reply.statusCode, reply.headers["retry-after"]];
    };
    // 50 − 30 − 30: the second request is completed; then 11 tokens are missing for the next.
    expect([await send(30), await send(30), await send(1), handled]).toEqual([
      [200, undefined],
      [200, undefined],
      [429, "2"],
      2,
    ]);
    now += 2_000;
    expect([await send(1), handled]).toEqual([[200, undefined], 3]);
    // All were admitted before the first body was read: one is completed, the others are refused unread.
    now += 60_000;
    const together = await Promise.all(Array.from({ length: 20 }, () => send(100)));
    expect(together.filter(([status]) => status === 200)).toHaveLength(1);
    expect(handled).toBe(4);
    // A body that is not a slip costs by its size.
    now += 60_000;
    const junk = `{"bets":"${"x".repeat(200 * 1024)}"}`;
    expect([await send(0, junk), await send(1)]).toEqual([
      [400, undefined],
      [429, "6"],
    ]);
    expect(handled).toBe(4);
  });

  test("unknown tokens count against their address before the database is asked", async () => {
    let checks = 0;
    const app = serve([bind(CALLS.logout, () => accept(null))], {
      callers: {
        known: () => undefined,
        check: () => {
          checks += 1;
          return Promise.resolve("expired");
        },
      },
      rates: { ...GENEROUS_RATES, address: { perSecond: 1, burst: 3 } },
    });
    const codes: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      codes.push(
        json(await app.inject({ method: "POST", url: "/api/user/logout", headers: { token: TOKEN } })).code,
      );
    }
    expect(codes).toEqual([401, 401, 401, 9429, 9429]);
    expect(checks).toBe(3);
  });

  test("forwarded addresses count only from a trusted proxy", async () => {
    const call = bind(CALLS.last, (_request, { address }) => acceptRaw(JSON.stringify(address)));
    const request = async (trustedProxies: string[]) =>
      await serve([call], { trustedProxies }).inject({
        url: "/api/lottery/last/FFC",
        headers: { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" },
      });
    expect(json(await request([])).data).toBe("127.0.0.1");
    const proxied = await request(["127.0.0.1"]);
    expect(json(proxied).data).toBe("203.0.113.9");
    expect(proxied.headers["strict-transport-security"]).toMatch(/^max-age=\d+/u);
  });
});
