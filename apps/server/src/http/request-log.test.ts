import { CALLS } from "@lotus/contract";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { accept, bind, refuse, type BoundCall } from "./handler.ts";
import type { HttpServer, HttpServerOptions } from "./http-server.ts";
import { buildTestServer } from "../testing/http-server.ts";

const TOKEN = "ab".repeat(32);
const servers: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(({ fastify }) => fastify.close()));
});

/** A server whose log is parsed line by line as JSON. */
function serve(calls: readonly BoundCall[], options: Partial<HttpServerOptions> = {}) {
  const texts: string[] = [];
  const log = pino({ base: { node: "one" } }, { write: (text: string) => texts.push(text) });
  const server = buildTestServer({ calls, log, trustedProxies: ["127.0.0.1"], ...options });
  servers.push(server);
  return {
    app: server.fastify,
    lines: async (): Promise<Record<string, unknown>[]> => {
      await server.fastify.close();
      return texts
        .join("")
        .trimEnd()
        .split("\n")
        .map((line): Record<string, unknown> => JSON.parse(line));
    },
  };
}

const login = bind(CALLS.login, ({ body }, context) => {
  context.concerns(7n);
  return body.password === "right" ? accept({ token: "t", jwt: "j" }) : refuse("WRONG_CREDENTIALS");
});
const tryLogin = (password: string, headers: Readonly<Record<string, string>> = {}) => ({
  method: "POST" as const,
  url: CALLS.login.path,
  headers: { "content-type": "application/json", ...headers },
  payload: JSON.stringify({ username: "lan", password }),
});

test("a login that goes right and one that goes wrong say when, where from, which call, whose account and how it ended", async () => {
  const { app, lines } = serve([login]);
  const before = Date.now();
  const right = await app.inject(tryLogin("right", { "x-forwarded-for": "203.0.113.9" }));
  await app.inject(tryLogin("wrong", { "x-forwarded-for": "203.0.113.10" }));
  const [first, second] = await lines();
  expect(first).toMatchObject({
    node: "one",
    requestId: right.headers["x-request-id"],
    call: "/api/user/login",
    status: 200,
    code: 0,
    address: "203.0.113.9",
    player: "7",
  });
  // Epoch milliseconds: UTC whatever the machine's time zone.
  expect(first?.["time"]).toBeGreaterThanOrEqual(before);
  expect(first?.["time"]).toBeLessThanOrEqual(Date.now());
  expect(second).toMatchObject({ code: 1002, address: "203.0.113.10", player: "7" });
  expect(JSON.stringify([first, second])).not.toMatch(/lan|right|wrong/u);
});

test("what is refused before a handler sees it is in the log with its code: nobody, too fast, not allowed, not well formed", async () => {
  const caller = { playerId: 9n, familyId: "00000000-0000-4000-8000-000000000001" };
  const { app, lines } = serve([login, bind(CALLS.logout, () => accept(null))], {
    callers: {
      known: (token) => (token === TOKEN ? caller : undefined),
      check: () => Promise.resolve("expired"),
    },
    refuses: () => "ACTION_FORBIDDEN",
    rates: {
      entry: { perSecond: 1, burst: 1 },
      bets: { perSecond: 1, burst: 1 },
      money: { perSecond: 1, burst: 1 },
      read: { perSecond: 1, burst: 1 },
      address: { perSecond: 10, burst: 10 },
    },
  });
  const leave = (token: string) => ({ method: "POST" as const, url: CALLS.logout.path, headers: { token } });
  await app.inject(leave("cd".repeat(32)));
  await app.inject(leave(TOKEN));
  await app.inject(leave(TOKEN));
  await app.inject({ ...tryLogin("x"), payload: '{"admin":true}' });
  await app.inject("/api/nowhere");
  const found = (await lines()).map(({ call, code, player }) => [call, code, player]);
  expect(found).toEqual([
    [CALLS.logout.path, 401, undefined],
    [CALLS.logout.path, 8001, "9"],
    [CALLS.logout.path, 9429, "9"],
    [CALLS.login.path, 9400, undefined],
    ["unknown", 9404, undefined],
  ]);
});

test("nothing that is sent makes a line of its own, or another field of one", async () => {
  const { app, lines } = serve([login]);
  const forged = '203.0.113.9","player":"1","msg":"forged"}\\n{"level":30,"msg":"second';
  await app.inject(
    tryLogin("wrong", { "x-forwarded-for": forged, "user-agent": forged, language: forged, device: forged }),
  );
  await app.inject({ url: `/api/nowhere%0a{"forged":1}?x=%0d%0a{"forged":2}` });
  await app.inject({ method: "GET", url: "/api/\u2028forged" });
  const all = await lines();
  expect(all).toHaveLength(3);
  expect(all.map(({ msg }) => msg)).toEqual(["answered", "answered", "answered"]);
  expect(all[0]).toMatchObject({ player: "7", code: 1002 });
  expect(all.every((line) => !("forged" in line))).toBe(true);
});

test("behind a trusted proxy only the address that the proxy saw counts, not what the client put before it", async () => {
  const { app, lines } = serve([login]);
  await app.inject(tryLogin("wrong", { "x-forwarded-for": "198.51.100.1, 203.0.113.9" }));
  await app.inject(
    tryLogin("wrong", {
      "x-forwarded-for": "203.0.113.9",
      "x-real-ip": "198.51.100.1",
      forwarded: "for=198.51.100.1",
    }),
  );
  expect((await lines()).map(({ address }) => address)).toEqual(["203.0.113.9", "203.0.113.9"]);
});
