import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { advanceTestClock, openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import {
  type AccountsServer,
  freshStart,
  NOW,
  openAccountsServer,
  PASSWORD,
  type TestPlayer,
} from "../testing/accounts-server.ts";

const CHROME =
  "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
let base: TestDatabase;
let server: AccountsServer;
beforeAll(async () => {
  base = await openTestDatabase();
  server = openAccountsServer(base);
});
afterAll(async () => {
  await server.http.fastify.close();
  await base.close();
});
beforeEach(() => freshStart(base, server));

async function loginAgain(
  { username }: TestPlayer,
  userAgent: string,
  from: string,
): Promise<{ token: string; jwt: string }> {
  const { data } = await server.call("login", { username, password: PASSWORD }, { userAgent, from });
  return { token: data["token"] ?? "", jwt: data["jwt"] ?? "" };
}
const list = async (token: string) =>
  (await server.call("sessions", undefined, { token, method: "GET" })).data.list ?? [];
const end = (token: string, session_id: string, language = "en-US") =>
  server.call("sessions", { session_id }, { token, language });
const codeOf = async (token: string): Promise<number> => {
  server.forgetTokens();
  return (await server.call("getUserInfo", undefined, { token })).code;
};

describe("sessions", () => {
  test("are listed with what opened them, this one first", async () => {
    const player = await server.register();
    await advanceTestClock(base.owner, 1_000);
    const phone = await loginAgain(player, SAFARI, "192.0.2.7");
    await advanceTestClock(base.owner, 1_000);
    await loginAgain(player, CHROME, "192.0.2.8");
    await advanceTestClock(base.owner, 60_000);
    await server.call("refreshToken", { jwt: phone.jwt });
    const found = await list(player.token);
    expect(found).toMatchObject([
      { browser: "", system: "", address: "192.0.2.1", createdAt: NOW, lastSeen: NOW, current: true },
      {
        browser: "Safari",
        system: "iPhone",
        address: "192.0.2.7",
        createdAt: NOW + 1_000,
        lastSeen: NOW + 62_000,
        current: false,
      },
      {
        browser: "Chrome",
        system: "Android",
        address: "192.0.2.8",
        createdAt: NOW + 2_000,
        lastSeen: NOW + 2_000,
        current: false,
      },
    ]);
  });

  test("one is ended from another, and its streams are told", async () => {
    const player = await server.register();
    const other = await loginAgain(player, CHROME, "192.0.2.8");
    const id = String((await list(player.token))[1]?.["id"]);
    expect(await end(player.token, id)).toMatchObject({ code: 0, data: { ended: 1 } });
    expect(server.ended).toEqual([{ playerId: player.id, familyId: id, why: "device" }]);
    expect([await codeOf(other.token), await codeOf(player.token)]).toEqual([402, 0]);
    expect((await server.call("refreshToken", { jwt: other.jwt })).code).toBe(402);
    expect(await list(player.token)).toHaveLength(1);
    expect((await end(player.token, id)).code).toBe(1019);
  });

  test("all others are ended at once, and this one stays", async () => {
    const player = await server.register();
    const others = [
      await loginAgain(player, CHROME, "192.0.2.8"),
      await loginAgain(player, SAFARI, "192.0.2.7"),
    ];
    expect(await end(player.token, "others")).toMatchObject({ code: 0, data: { ended: 2 } });
    expect(server.ended).toHaveLength(2);
    for (const { token } of others) expect(await codeOf(token)).toBe(402);
    expect(await codeOf(player.token)).toBe(0);
    expect(await end(player.token, "others")).toMatchObject({ code: 0, data: { ended: 0 } });
  });

  test.each([
    ["vi-VN", "Phiên này đã kết thúc rồi"],
    ["en-US", "This session has already ended"],
  ])("another player's is none of theirs, said in %s", async (language, words) => {
    const [one, two] = [await server.register(), await server.register()];
    const id = String((await list(two.token))[0]?.["id"]);
    expect(await end(one.token, id, language)).toMatchObject({ code: 1019, msg: words });
    expect(await codeOf(two.token)).toBe(0);
    expect((await end(one.token, "not a session")).status).toBe(400);
    expect((await server.call("sessions", { session_id: "others" })).code).toBe(401);
    expect((await server.call("sessions", undefined, { method: "GET" })).code).toBe(401);
  });

  test("one that nobody renewed for thirty days is no longer open", async () => {
    const player = await server.register();
    await advanceTestClock(base.owner, 30 * 86_400_000);
    const { token } = await loginAgain(player, CHROME, "192.0.2.8");
    expect(await list(token)).toHaveLength(1);
  });

  test.each<[why: string, end: (player: TestPlayer, token: string) => Promise<unknown>]>([
    ["logout", (_player, token) => server.call("logout", undefined, { token })],
    ["device", (player) => end(player.token, "others")],
    [
      "desk",
      async ({ id }) => {
        const notify = await base.db.transaction((tx) => server.accounts.endSessions(tx, id));
        notify();
      },
    ],
    [
      "desk",
      async ({ id }) => {
        // Locked, and unlocked before the device asks.
        await base.db.transaction((tx) => server.accounts.setPlayerStatus(tx, id, "locked"));
        await base.db.transaction((tx) => server.accounts.setPlayerStatus(tx, id, "active"));
      },
    ],
    // As a server before migration 059 ends one, beside newer ones.
    [
      "ended",
      ({ id }) =>
        base.owner.query(
          sql`UPDATE session_family SET revoked = house_clock(), revoked_why = 'ended' WHERE player_id = $1`,
          [id],
        ),
    ],
    [
      "password",
      ({ token }) => {
        const password = "another long one";
        const body = { old_pwd: PASSWORD, password, password_confirmation: password };
        return server.call("updatePwd", body, { token });
      },
    ],
    [
      "locked",
      (player) => base.owner.query(sql`UPDATE player SET status = 'locked' WHERE id = $1`, [player.id]),
    ],
    [
      "closed",
      (player) => base.owner.query(sql`UPDATE player SET status = 'closed' WHERE id = $1`, [player.id]),
    ],
  ])("that are over say why, to the token and to the jwt: %s", async (why, finish) => {
    const player = await server.register();
    const other = await loginAgain(player, CHROME, "192.0.2.8");
    await finish(player, other.token);
    server.forgetTokens();
    const over = { code: 402, data: { reason: why } };
    expect(await server.call("getUserInfo", undefined, { token: other.token })).toMatchObject(over);
    expect(await server.call("refreshToken", { jwt: other.jwt })).toMatchObject(over);
  });

  test("a jwt that came twice is told as such, an old one and no jwt at all as expired", async () => {
    const reasonOf = async (jwt: string) => (await server.call("refreshToken", { jwt })).data["reason"];
    const player = await server.register();
    const { jwt, token } = await loginAgain(player, CHROME, "192.0.2.8");
    await server.call("refreshToken", { jwt });
    await advanceTestClock(base.owner, 10_001);
    expect([await reasonOf(jwt), await reasonOf(jwt)]).toEqual(["reuse", "reuse"]);
    expect(await server.call("getUserInfo", undefined, { token })).toMatchObject({
      data: { reason: "reuse" },
    });
    const old = await loginAgain(player, CHROME, "192.0.2.8");
    await advanceTestClock(base.owner, 30 * 86_400_000);
    expect([await reasonOf(old.jwt), await reasonOf("a.b.c")]).toEqual(["idle", "expired"]);
  });

  test("one that was not used for long is told as such, also when it is no longer kept; one in use ends by age", async () => {
    const reasonOf = async (jwt: string) => (await server.call("refreshToken", { jwt })).data["reason"];
    const player = await server.register();
    const unused = await loginAgain(player, CHROME, "192.0.2.8");
    let used = (await loginAgain(player, CHROME, "192.0.2.8")).jwt;
    const FAMILIES = sql`SELECT id FROM session_family WHERE player_id = $1`;
    for (const days of [29, 29, 29]) {
      await advanceTestClock(base.owner, days * 86_400_000);
      used = (await server.call("refreshToken", { jwt: used })).data["jwt"] ?? "";
    }
    expect(await base.owner.query(FAMILIES, [player.id])).toHaveLength(3);
    expect(await reasonOf(unused.jwt)).toBe("idle");
    await base.owner.query(sql`DELETE FROM session_family WHERE player_id = $1 AND generation = 0`, [
      player.id,
    ]);
    expect(await reasonOf(unused.jwt)).toBe("idle");
    await advanceTestClock(base.owner, 4 * 86_400_000);
    expect(await reasonOf(used)).toBe("expired");
    await base.owner.query(sql`DELETE FROM session_family WHERE player_id = $1`, [player.id]);
    expect(await reasonOf(used)).toBe("expired");
  });
});
