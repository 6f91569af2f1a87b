import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import {
  type AccountsServer,
  freshStart,
  NOW,
  openAccountsServer,
  PASSWORD,
} from "../testing/accounts-server.ts";
import { advanceTestClock, openTestDatabase, type TestDatabase } from "../testing/test-database.ts";

const DAY_MS = 86_400_000;

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

const logIn = (username: string, password: string) => server.call("login", { username, password });

describe("changing the password", () => {
  const change = (token: string, oldPwd: string, password: string) =>
    server.call("updatePwd", { old_pwd: oldPwd, password, password_confirmation: password }, { token });

  test("ends every session and holds withdrawals for a day", async () => {
    const { username, token, jwt } = await server.register();
    const other = (await logIn(username, PASSWORD)).data;
    expect((await change(token, "not this one", "another long one")).code).toBe(1005);
    expect((await change(token, PASSWORD, "another long one")).code).toBe(0);
    for (const one of [token, other["token"] ?? ""])
      expect((await server.call("getUserInfo", undefined, { token: one })).code).toBe(402);
    for (const one of [jwt, other["jwt"] ?? ""])
      expect((await server.call("refreshToken", { jwt: one })).code).toBe(402);
    expect((await logIn(username, PASSWORD)).code).toBe(1002);
    expect((await logIn(username, "another long one")).code).toBe(0);
    const [row] = await base.owner.query<{ hold: Date }>(
      sql`SELECT withdrawal_hold_until AS hold FROM player WHERE username = $1`,
      [username],
    );
    expect(row?.hold.getTime()).toBe(NOW + DAY_MS);
    expect(server.ended.map(({ why }) => why)).toEqual(["password", "password"]);
  });

  test("of two changes at once one wins", async () => {
    const { token } = await server.register();
    const both = await Promise.all([
      change(token, PASSWORD, "first new one"),
      change(token, PASSWORD, "second new one"),
    ]);
    expect(both.map(({ code }) => code).filter((code) => code === 0)).toHaveLength(1);
  });
});

describe("the withdrawal password", () => {
  const change = (token: string, oldPwd: string, password: string, language = "en-US") =>
    server.call(
      "updateTransPwd",
      { old_pwd: oldPwd, password, password_confirmation: password },
      { token, language },
    );

  test("changes, and the old one is wrong from then on", async () => {
    const { token } = await server.register();
    expect((await change(token, "135790", "246801")).code).toBe(0);
    const wrong = await change(token, "135790", "975312");
    expect([wrong.code, wrong.data.triesLeft]).toEqual([1008, 4]);
  });

  test("five wrong tries lock for 24 hours, even for the right one, even at once", async () => {
    const { username, token } = await server.register();
    const replies = await Promise.all(Array.from({ length: 12 }, () => change(token, "000001", "246801")));
    expect(replies.filter(({ code }) => code === 1008)).toHaveLength(4);
    expect(replies.filter(({ code }) => code === 1009)).toHaveLength(8);
    await advanceTestClock(base.owner, 20 * 60_000);
    const locked = await change(token, "135790", "246801", "vi-VN");
    expect([locked.code, locked.data.until]).toEqual([1009, NOW + DAY_MS]);
    expect(locked.msg).toBe("Nhập sai quá nhiều lần. Rút tiền bị khóa đến 11:00 22/11/26");
    await advanceTestClock(base.owner, DAY_MS - 20 * 60_000);
    const again = (await logIn(username, PASSWORD)).data["token"] ?? "";
    expect((await change(again, "000001", "246801")).data.triesLeft).toBe(4);
    expect((await change(again, "135790", "246801")).code).toBe(0);
  });
});
