import { randomBytes } from "node:crypto";
import { loadServerMessages } from "@lotus/locales/node";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import {
  advanceTestClock,
  openTestDatabase,
  setTestClock,
  type TestDatabase,
} from "../testing/test-database.ts";
import type { HttpServer } from "../http/http-server.ts";
import { buildTestServer } from "../testing/http-server.ts";
import { balanceOf, holdsOf, openAccounts as openLedgerAccounts } from "../ledger/ledger.ts";
import { openVault } from "../vault/vault.ts";
import { ANY_BIRTH_DATE, MANY } from "../testing/accounts-server.ts";
import { openAccounts, type Accounts, type EndedSession } from "./accounts.ts";
import { ringOf } from "../testing/key-ring.ts";

const NOW = Date.UTC(2026, 10, 21, 4);
const DAY_MS = 86_400_000;
const settings = {
  inviteRequired: false,
  termsVersion: "2026-11",
  currencyCode: "VND",
  timeZone: "Asia/Ho_Chi_Minh",
  title: "Lotus",
  publicUrl: "https://play.example",
  country: "VN",
  registration: MANY,
  passkeys: null,
};

let base: TestDatabase;
let processNow = 0;
let server: { accounts: Accounts; http: HttpServer };
const ended: EndedSession[] = [];
let names = 0;

function openServer(overrides: Partial<typeof settings> = {}): { accounts: Accounts; http: HttpServer } {
  const metrics = new Registry();
  const entropy = { bytes: (length: number) => randomBytes(length) };
  const accounts = openAccounts({
    deps: {
      db: base.db,
      clock: { now: () => processNow },
      entropy,
      log: pino({ level: "silent" }),
      metrics,
    },
    settings: { ...settings, ...overrides },
    keys: { jwt: ringOf(1), pepper: ringOf(2) },
    books: { openAccounts: openLedgerAccounts, balanceOf, holdsOf },
    birthDates: ANY_BIRTH_DATE,
    maybeSamePerson: () => Promise.resolve(),
    vault: openVault({ data: ringOf(3), blindIndex: ringOf(4) }, entropy),
    mailer: { send: () => undefined, idle: () => Promise.resolve(), stop: () => Promise.resolve() },
    translate: loadServerMessages(),
    servers: () => 1,
    hashCost: { memoryKiB: 64, passes: 1 },
  });
  accounts.onSessionEnded((one) => ended.push(one));
  return {
    accounts,
    http: buildTestServer({ calls: Object.values(accounts.calls), callers: accounts.callers, metrics }),
  };
}

beforeAll(async () => {
  base = await openTestDatabase();
  server = openServer();
});
afterAll(async () => {
  await server.http.fastify.close();
  await base.close();
});
beforeEach(async () => {
  await setTestClock(base.owner, NOW);
  await base.owner.query(sql`DELETE FROM entry_try`);
  ended.length = 0;
  processNow += 60_000;
});

interface Reply {
  readonly code: number;
  readonly msg: string;
  readonly status: number;
  // The tests below know the shape of each reply.
  readonly data: Record<string, string> & {
    readonly seconds?: number;
    readonly until?: number;
    readonly triesLeft?: number;
  };
}

async function call(
  path: string,
  body?: object,
  {
    token,
    from = "192.0.2.1",
    device,
    language = "en-US",
    at = server,
  }: {
    token?: string | undefined;
    from?: string;
    device?: string;
    language?: string;
    at?: typeof server;
  } = {},
): Promise<Reply> {
  const reply = await at.http.fastify.inject({
    method: "POST",
    url: `/api/user/${path}`,
    remoteAddress: from,
    headers: {
      "content-type": "application/json",
      language,
      ...(token === undefined ? {} : { token }),
      ...(device === undefined ? {} : { device }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return { ...JSON.parse(reply.body), status: reply.statusCode };
}

const freshName = (): string => `player_${(names += 1)}`;
const PASSWORD = "a long enough one";
const registration = (username: string, more: object = {}) => ({
  username,
  password: PASSWORD,
  password_confirmation: PASSWORD,
  register_device: 1,
  trans_password: "135790",
  ...more,
});

async function register(more: object = {}): Promise<{ username: string; token: string; jwt: string }> {
  const username = freshName();
  const { code, data } = await call("register", registration(username, more));
  expect(code).toBe(0);
  return { username, token: data["token"] ?? "", jwt: data["jwt"] ?? "" };
}
const login = (username: string, password: string, options: Parameters<typeof call>[2] = {}) =>
  call("login", { username, password }, options);
const info = async (token: string): Promise<Reply> => {
  // Longer than the two seconds for which a token is cached.
  processNow += 2_001;
  return await call("getUserInfo", undefined, { token });
};

describe("registering", () => {
  test("logs the player in, with accounts in the books and a code of their own", async () => {
    const { username, token } = await register();
    const { data } = await info(token);
    expect(data).toMatchObject({
      username,
      balance: "0.00",
      securityLevel: "low",
      hasTransPwd: true,
      currency: "VND",
    });
    expect(data["inviteCode"]).toMatch(/^[2-9A-HJ-NP-Z]{8}$/u);
  });

  test("a name that speaks for the house is taken, however it is spelled; who has one keeps it", async () => {
    for (const name of ["admin", "Adm1n_01", "l0tus_cskh", "the_support"]) {
      expect((await call("register", registration(name))).code).toBe(1001);
      const free = await server.http.fastify.inject(`/api/user/usernameFree?username=${name}`);
      expect(free.body).toContain('"free":false');
    }
    expect((await call("register", registration("badminton"))).code).toBe(0);
    await base.owner.query(sql`UPDATE player SET username = 'admin' WHERE username = 'badminton'`);
    expect((await call("login", { username: "admin", password: PASSWORD })).code).toBe(0);
  });

  test("a name is taken without regard to case, also by the slower of two at once", async () => {
    const { username } = await register();
    expect((await call("register", registration(username.toUpperCase()))).code).toBe(1001);
    const name = freshName();
    const both = await Promise.all([
      call("register", registration(name)),
      call("register", registration(name)),
    ]);
    expect(new Set(both.map(({ code }) => code))).toEqual(new Set([0, 1001]));
    const [count] = await base.owner.query<{ count: bigint }>(
      sql`SELECT count(*) FROM player p JOIN ledger_account a ON a.player_id = p.id WHERE p.username = $1`,
      [name],
    );
    expect(count?.count).toBe(2n);
  });

  test("refuses a password that is the name, in the player's language", async () => {
    const more = { password: "Player_Name", password_confirmation: "Player_Name" };
    const reply = await call("register", registration("player_name", more), { language: "vi-VN" });
    expect([reply.status, reply.code, reply.msg]).toEqual([
      200,
      1007,
      "Mật khẩu không được trùng tên đăng nhập",
    ]);
  });

  test("ties the player to who invited them; unknown codes run out", async () => {
    const inviter = await register();
    const { inviteCode } = (await info(inviter.token)).data;
    const invited = await register({ invite_code: ` ${String(inviteCode).toLowerCase()} ` });
    const [row] = await base.owner.query(
      sql`SELECT i.username FROM player p JOIN player i ON i.id = p.inviter_id WHERE p.username = $1`,
      [invited.username],
    );
    expect(row).toEqual({ username: inviter.username });
    const codes: number[] = [];
    for (let i = 0; i < 6; i += 1)
      codes.push((await call("register", registration(freshName(), { invite_code: "NOBODY22" }))).code);
    expect(codes).toEqual([1003, 1003, 1003, 1003, 1003, 1010]);
  });

  test("asks for a code where the server requires one", async () => {
    const closed = openServer({ inviteRequired: true });
    expect((await call("register", registration(freshName()), { at: closed })).code).toBe(1004);
    await closed.http.fastify.close();
  });
});

describe("logging in", () => {
  test("shows the login before this one", async () => {
    const { username } = await register();
    await advanceTestClock(base.owner, 60_000);
    await login(username, PASSWORD, { from: "192.0.2.2" });
    await advanceTestClock(base.owner, 60_000);
    const { data } = await login(username.toUpperCase(), PASSWORD, { from: "192.0.2.3" });
    expect((await info(data["token"] ?? "")).data).toMatchObject({
      lastLoginIp: "192.0.2.2",
      lastLoginTime: NOW + 60_000,
    });
  });

  test("replies the same at the same cost to an unknown name and a wrong password", async () => {
    const { username } = await register();
    const cost = async (name: string) => {
      const before = server.accounts.hashesComputed();
      const { code, msg, data } = await login(name, "wrong");
      return { code, msg, data, hashes: server.accounts.hashesComputed() - before };
    };
    const wrong = await cost(username);
    expect(wrong).toEqual({ code: 1002, msg: "Wrong username or password", data: null, hashes: 1 });
    expect(await cost("nobody_here")).toEqual(wrong);
    await base.owner.query(sql`UPDATE player SET status = 'locked' WHERE username = $1`, [username]);
    expect(await cost(username)).toEqual(wrong);
    expect((await login(username, PASSWORD)).code).toBe(1011);
  });

  test("wrong tries are delayed, longer each time, and a right one starts afresh", async () => {
    const { username } = await register();
    const waits: number[] = [];
    for (let i = 0; i < 9; i += 1) {
      const { code, data } = await login(username, "wrong");
      if (code === 1002) continue;
      waits.push(data.seconds ?? 0);
      expect(code).toBe(1010);
      // Even the right one has to wait, or waiting would reveal which it is.
      expect((await login(username, PASSWORD)).code).toBe(1010);
      await advanceTestClock(base.owner, (data.seconds ?? 0) * 1000);
    }
    expect(waits).toEqual([2, 4]);
    await advanceTestClock(base.owner, 60_000);
    expect((await login(username, PASSWORD)).code).toBe(0);
    expect((await login(username, "wrong")).code).toBe(1002);
    expect((await login(username, PASSWORD)).code).toBe(0);
  });

  test("a hundred wrong tries at once are not a hundred guesses", async () => {
    const { username } = await register();
    const replies = await Promise.all(Array.from({ length: 40 }, () => login(username, "wrong")));
    expect(replies.filter(({ code }) => code === 1002)).toHaveLength(5);
    expect(replies.filter(({ code }) => code === 1010)).toHaveLength(35);
  });

  test("one device that tries many names is held up, another is not", async () => {
    const codes: number[] = [];
    for (let i = 0; i < 11; i += 1)
      codes.push((await login(`someone_${i}`, "wrong", { device: "device-0001" })).code);
    expect(codes).toEqual([...Array<number>(10).fill(1002), 1010]);
    expect((await login("someone_99", "wrong", { device: "device-0002" })).code).toBe(1002);
  });

  test("one address that tries many names is held up, another is not", async () => {
    const replies: number[] = [];
    for (let i = 0; i < 61; i += 1)
      replies.push((await login(`somebody_${i}`, "wrong", { from: "198.51.100.7" })).code);
    expect(replies.indexOf(1010)).toBe(60);
    expect((await login("somebody_99", "wrong", { from: "198.51.100.8" })).code).toBe(1002);
  });
});

describe("sessions", () => {
  const refresh = (jwt: string) => call("refreshToken", { jwt });

  test("an access token lives 30 minutes, then 401; the jwt brings the next pair", async () => {
    const { token, jwt } = await register();
    await advanceTestClock(base.owner, 30 * 60_000 - 1);
    expect((await info(token)).code).toBe(0);
    await advanceTestClock(base.owner, 1);
    expect((await info(token)).code).toBe(401);
    const next = await refresh(jwt);
    expect(next.code).toBe(0);
    expect((await info(next.data["token"] ?? "")).code).toBe(0);
  });

  test("two windows that refresh at once get the same jwt; so does a late one within ten seconds", async () => {
    const { jwt } = await register();
    const both = await Promise.all([refresh(jwt), refresh(jwt)]);
    expect(both[0].data["jwt"]).toBe(both[1].data["jwt"]);
    expect(both[0].data["token"]).not.toBe(both[1].data["token"]);
    await advanceTestClock(base.owner, 10_000);
    const late = await refresh(jwt);
    expect(late.data["jwt"]).toBe(both[0].data["jwt"]);
    expect((await info(late.data["token"] ?? "")).code).toBe(0);
    expect((await refresh(late.data["jwt"] ?? "")).code).toBe(0);
  });

  test("a jwt used again after that ends its family and notifies listeners", async () => {
    const { jwt } = await register();
    const next = await refresh(jwt);
    await advanceTestClock(base.owner, 10_001);
    const again = await refresh(jwt);
    expect([again.status, again.code, again.msg]).toEqual([
      200,
      402,
      "Your session has ended. Please log in again",
    ]);
    expect((await refresh(next.data["jwt"] ?? "")).code).toBe(402);
    expect((await info(next.data["token"] ?? "")).code).toBe(402);
    expect(ended.map(({ why }) => why)).toEqual(["reuse"]);
  });

  test("a jwt from two rotations ago ends its family even within ten seconds", async () => {
    const { jwt } = await register();
    const second = await refresh(jwt);
    await refresh(second.data["jwt"] ?? "");
    expect((await refresh(jwt)).code).toBe(402);
  });

  test("ends after 30 days idle and after 90 in all", async () => {
    const { jwt } = await register();
    await advanceTestClock(base.owner, 30 * DAY_MS);
    expect((await refresh(jwt)).code).toBe(402);
    let current = (await register()).jwt;
    for (let day = 0; day < 87; day += 29) {
      await advanceTestClock(base.owner, 29 * DAY_MS);
      current = (await refresh(current)).data["jwt"] ?? "";
    }
    await advanceTestClock(base.owner, 3 * DAY_MS);
    expect((await refresh(current)).code).toBe(402);
  });

  test("a jwt of another server is refused with 402, never an internal error", async () => {
    expect((await refresh("a.b.c")).code).toBe(402);
  });

  test("logging out ends this session alone, at once", async () => {
    const { username, token, jwt } = await register();
    const other = (await login(username, PASSWORD)).data;
    expect((await call("getUserInfo", undefined, { token })).code).toBe(0);
    expect((await call("logout", undefined, { token })).code).toBe(0);
    // No time has passed: the cached token was evicted.
    expect((await call("getUserInfo", undefined, { token })).code).toBe(402);
    expect((await refresh(jwt)).code).toBe(402);
    expect((await info(other["token"] ?? "")).code).toBe(0);
    expect(ended.map(({ why }) => why)).toEqual(["logout"]);
  });

  test("a token is looked up once in two seconds, and nothing usable is stored", async () => {
    const { token } = await register();
    const [stored] = await base.owner.query<{ count: bigint }>(
      sql`SELECT count(*) FROM access_token WHERE encode(token_hash, 'hex') = $1`,
      [token],
    );
    expect(stored?.count).toBe(0n);
    expect(server.accounts.callers.known(token)).toBeUndefined();
    await server.accounts.callers.check(token);
    expect(server.accounts.callers.known(token)).toMatchObject({ playerId: expect.any(BigInt) });
    processNow += 2_000;
    expect(server.accounts.callers.known(token)).toBeUndefined();
  });
});
