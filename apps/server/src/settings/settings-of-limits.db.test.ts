import { once } from "node:events";
import { request, Agent, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { lockCash } from "../ledger/ledger.ts";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";
import { freePort } from "../testing/free-port.ts";

/** Where a server listens, and how much it takes on, set otherwise than it comes, and seen over HTTP. */

// A test server has ten connections: nine can wait for a lock that the tenth holds.
const WAITING = sql`
  SELECT count(*) AS waits FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE NOT l.granted AND a.datname = current_database()`;

const servers: DeskServer[] = [];
async function open(settings: Record<string, string>): Promise<DeskServer> {
  const server = await openDeskServer(settings);
  servers.push(server);
  return server;
}
afterAll(async () => {
  for (const server of servers) await server.close();
});

/** Makes calls one after another, for half a second and at least 40. */
async function letIn(
  call: () => Promise<number>,
): Promise<{ made: number; accepted: number; seconds: number }> {
  let [made, accepted] = [0, 0];
  const began = performance.now();
  for (; made < 40 || performance.now() - began < 500; made += 1) if ((await call()) !== 429) accepted += 1;
  return { made, accepted, seconds: (performance.now() - began) / 1000 };
}

const BURST = 12;

let rated: DeskServer;
beforeAll(async () => {
  // Where a server comes with many a second it has few here, and where it comes with few it has many.
  const rate = (name: string, perSecond: string) =>
    [
      [`RATE_${name}_PER_SECOND`, perSecond],
      [`RATE_${name}_BURST`, String(BURST)],
    ] as const;
  const few = ["BETS", "READ", "ADDRESS"].flatMap((name) => rate(name, "1"));
  const many = ["MONEY", "ENTRY"].flatMap((name) => rate(name, "30"));
  rated = await open(Object.fromEntries([...few, ...many]));
});

test.each([
  [
    "RATE_BETS_PER_SECOND, RATE_BETS_BURST: slips and cancels",
    "POST",
    "/api/lottery/cancel/B123456789",
    undefined,
  ],
  [
    "RATE_MONEY_PER_SECOND, RATE_MONEY_BURST: orders of money",
    "POST",
    "/api/user/makeOrder",
    { type: "recharge" },
  ],
  ["RATE_READ_PER_SECOND, RATE_READ_BURST: reads", "GET", "/api/balance", undefined],
  ["RATE_ENTRY_PER_SECOND, RATE_ENTRY_BURST: passwords", "POST", "/api/user/login", { username: "a" }],
  [
    "RATE_ADDRESS_PER_SECOND, RATE_ADDRESS_BURST: calls without an account",
    "GET",
    "/api/lottery/games",
    undefined,
  ],
] as const)("%s", async (title, method, url, payload) => {
  const known = /BETS|MONEY|READ/u.test(title);
  const headers = known
    ? { token: (await rated.enrol(`rated_${title.slice(5, 9).toLowerCase()}`)).token }
    : {};
  const call = async (): Promise<number> => {
    const sent = { method, url, headers, remoteAddress: known ? "192.0.2.1" : "192.0.2.2" };
    const reply = await rated.app.player.inject(payload === undefined ? sent : { ...sent, payload });
    return reply.statusCode;
  };
  const { made, accepted, seconds } = await letIn(call);
  const admitted = BURST + (/MONEY|ENTRY/u.test(title) ? 30 : 1) * seconds;
  // A call or two was made to enrol.
  expect(accepted).toBeGreaterThanOrEqual(Math.min(made, admitted) - 4);
  expect(accepted).toBeLessThanOrEqual(admitted + 1);
});

test("HOST, PORT, DESK_HOST, DESK_PORT: where players and where operators are served", async () => {
  const [port, deskPort] = [await freePort(), await freePort()];
  const { app: server } = await open({
    HOST: "127.0.0.2",
    PORT: String(port),
    DESK_HOST: "127.0.0.3",
    DESK_PORT: String(deskPort),
  });
  await server.listen();
  const status = (url: string): Promise<number | string> =>
    fetch(url).then(
      (reply) => reply.status,
      () => "nobody",
    );
  expect(await status(`http://127.0.0.2:${port}/api/lottery/games`)).toBe(200);
  expect(await status(`http://127.0.0.3:${deskPort}/health/live`)).toBe(200);
  expect(await status(`http://127.0.0.1:${port}/api/lottery/games`)).toBe("nobody");
  expect(await status(`http://127.0.0.1:${deskPort}/health/live`)).toBe("nobody");
});

test("PLAYERS_HOSTS, DESK_HOSTS: the names under which each port answers, besides its own addresses", async () => {
  const { app } = await open({
    PUBLIC_URL: "https://play.example",
    PLAYERS_HOSTS: "Play.House.example",
    DESK_HOSTS: "desk.house.example, 192.0.2.7",
  });
  const { playerUrl, opsUrl } = await app.listen();
  const statusAs = (url: string, host: string): Promise<number> =>
    new Promise((resolve, reject) => {
      request(url, { headers: { host } }, (reply) => {
        reply.resume();
        resolve(reply.statusCode ?? 0);
      })
        .once("error", reject)
        .end();
    });
  const [games, live] = [`${playerUrl}/api/lottery/games`, `${opsUrl}/health/live`];
  for (const host of ["play.house.example", "play.example:443", "localhost", new URL(playerUrl).host])
    expect([host, await statusAs(games, host)]).toEqual([host, 200]);
  for (const host of [
    "desk.house.example:8081",
    "192.0.2.7",
    "localhost:8081",
    "[::1]",
    new URL(opsUrl).host,
  ])
    expect([host, await statusAs(live, host)]).toEqual([host, 200]);
  for (const host of [
    "attacker.example",
    "127.0.0.1.attacker.example",
    "192.0.2.8",
    "localhost@attacker.example",
  ]) {
    expect([host, await statusAs(games, host)]).toEqual([host, 400]);
    expect([host, await statusAs(live, host)]).toEqual([host, 400]);
  }
  // A page of another name learns neither figures nor pages of the desk.
  for (const path of ["/", "/metrics", "/desk/api/session/me", "/desk/api/stream"])
    expect([path, await statusAs(opsUrl + path, "play.example")]).toEqual([path, 400]);
});

/** Sends a request from an address of this machine; "nobody" if the connection is refused or closed. */
function requestFrom(
  url: string,
  from: string,
  more: { readonly agent?: Agent; readonly token?: string } = {},
): Promise<IncomingMessage | "nobody"> {
  return new Promise((resolve) => {
    const headers = more.token === undefined ? {} : { Token: more.token };
    const agent = more.agent === undefined ? {} : { agent: more.agent };
    const sent = request(url, { localAddress: from, headers, ...agent }, (reply) => {
      // The connection is expected to be closed while it streams.
      resolve(reply.on("error", () => undefined).resume());
    });
    sent.once("error", () => resolve("nobody"));
    sent.end();
  });
}
const statusOf = (reply: IncomingMessage | "nobody"): number | string =>
  reply === "nobody" ? reply : (reply.statusCode ?? 0);

test("STREAMS_PER_ACCOUNT, STREAMS_PER_ADDRESS, STREAMS_MAX: one more ends the oldest, is refused, is refused", async () => {
  const own = await open({ STREAMS_PER_ACCOUNT: "1" });
  const { token } = await own.enrol("two_streams");
  const { playerUrl } = await own.app.listen();
  const agent = new Agent({ keepAlive: true });
  const first = await requestFrom(`${playerUrl}/api/stream`, "127.0.0.9", { agent, token });
  if (first === "nobody") throw new Error("no stream");
  const ended = new Promise((resolve) => first.once("close", resolve));
  expect(statusOf(await requestFrom(`${playerUrl}/api/stream`, "127.0.0.9", { agent, token }))).toBe(200);
  await ended;
  const few = await open({ STREAMS_PER_ADDRESS: "1", STREAMS_MAX: "2" });
  const { playerUrl: url } = await few.app.listen();
  const statuses: (number | string)[] = [];
  for (const from of [4, 4, 5, 6])
    statuses.push(statusOf(await requestFrom(`${url}/api/stream`, `127.0.0.${from}`, { agent })));
  expect(statuses).toEqual([200, 429, 200, 503]);
  agent.destroy();
});

test("CONNECTIONS_PER_ADDRESS, CONNECTIONS_MAX: no more are kept", async () => {
  const { app: server } = await open({ CONNECTIONS_PER_ADDRESS: "10", CONNECTIONS_MAX: "100" });
  const { playerUrl } = await server.listen();
  // A stream occupies its connection, however many sockets there are.
  const agent = new Agent({ keepAlive: true });
  const open1 = async (from: string): Promise<number | string> =>
    statusOf(await requestFrom(`${playerUrl}/api/stream`, from, { agent }));
  const figures: (number | string)[] = [];
  for (let count = 0; count < 11; count += 1) figures.push(await open1("127.0.0.10"));
  expect(figures).toEqual([...Array<number>(10).fill(200), "nobody"]);
  for (let from = 11; from < 20; from += 1)
    for (let count = 0; count < 10; count += 1) expect(await open1(`127.0.0.${from}`)).toBe(200);
  expect(await open1("127.0.0.20")).toBe("nobody");
  agent.destroy();
  const { hostname, port } = new URL(playerUrl);
  const silent = [0, 1].map(() =>
    connect({ host: hostname, port: Number(port), localAddress: "127.0.0.30" }),
  );
  // A tenth of them may be idle: the second one is closed.
  await once(silent[1]?.resume() ?? process, "close");
  expect(silent[0]?.closed).toBe(false);
  for (const socket of silent) socket.destroy();
});

test("MAX_IN_FLIGHT: one more at once hears that the server is busy", async () => {
  const busy = await open({ MAX_IN_FLIGHT: "10" });
  const { id, token } = await busy.enrol("in_flight");
  const body = { type: "recharge", amount: "10.00", channel_id: "demo" };
  const waiting: Promise<unknown>[] = [];
  await busy.base.db.transaction(async (tx) => {
    // Recharges wait for the lock of the account, which this transaction holds.
    await lockCash(tx, id);
    for (let count = 0; count < 12; count += 1)
      waiting.push(busy.player("POST", "/api/user/makeOrder", token, body));
    for (let waits = 0n; waits < 8n;) {
      const [row] = await busy.base.owner.query<{ waits: bigint }>(WAITING);
      waits = row?.waits ?? 0n;
    }
    expect((await busy.player("GET", "/api/lottery/games")).status).toBe(503);
  });
  await Promise.all(waiting);
  expect((await busy.player("GET", "/api/lottery/games")).status).toBe(200);
});

test("MAX_LAG_MS: a process that runs late says that it is busy", async () => {
  const late = await open({ MAX_LAG_MS: "50" });
  const calm = await open({ MAX_LAG_MS: "60000" });
  const status = async (server: DeskServer): Promise<number> => {
    for (const until = performance.now() + 700; performance.now() < until;);
    await nextTurn();
    return (await server.player("GET", "/api/lottery/games")).status;
  };
  // Whether the clock is checked before or after the leap depends on timing.
  await expect.poll(() => status(late), { timeout: 20_000 }).toBe(503);
  expect(await status(calm)).toBe(200);
});
