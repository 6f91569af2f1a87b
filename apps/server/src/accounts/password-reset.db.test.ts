import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { advanceTestClock, openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import {
  type AccountsServer,
  codeIn,
  freshStart,
  linkIn,
  messagesOf,
  NOW,
  openAccountsServer,
  PASSWORD,
  type TestPlayer,
  TRANS_PASSWORD,
} from "../testing/accounts-server.ts";
import { withdrawalHeldUntil } from "./accounts.ts";
import { resetCodeOf } from "./mail-secrets.ts";
import { ringOf } from "../testing/key-ring.ts";

const NEW_PASSWORD = "another long one";
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

let emails = 0;
async function playerWithEmail(): Promise<TestPlayer & { email: string }> {
  const player = await server.register();
  const email = `forgetful.${(emails += 1)}@mail.example`;
  await server.call("bindEmail", { email, trans_password: TRANS_PASSWORD }, { token: player.token });
  await server.call("confirmEmail", { token: linkIn(server.mails.at(-1)) });
  await freshStart(base, server);
  return { ...player, email };
}

const forgot = (username: string, email: string, language = "en-US", from = "192.0.2.1") =>
  server.call("forgotPwd", { username, email }, { language, from });
const reset = (username: string, code: string, password = NEW_PASSWORD, language = "en-US") =>
  server.call("resetPwd", { username, code, password, password_confirmation: password }, { language });
const login = (username: string, password: string) => server.call("login", { username, password });
async function codeFor({ username, email }: { username: string; email: string }): Promise<string> {
  server.mails.length = 0;
  expect((await forgot(username, email)).code).toBe(0);
  return codeIn(server.mails[0]);
}
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000_000_000).padStart(12, "0");
const rows = async () =>
  await base.owner.query<{ name: string; player_id: bigint | null; nonce: Buffer }>(
    sql`SELECT name, player_id, nonce FROM password_reset ORDER BY name`,
  );

describe("a forgotten password", () => {
  test("is replaced with the code of the mail: every session ends, withdrawals are held, all are told", async () => {
    const player = await playerWithEmail();
    const code = await codeFor({ ...player, username: player.username.toUpperCase() });
    expect(server.mails).toMatchObject([{ to: player.email, subject: "Lotus: code for a new password" }]);
    expect(await reset(player.username, code)).toMatchObject({ code: 0, data: null });
    server.forgetTokens();
    expect((await server.call("getUserInfo", undefined, { token: player.token })).code).toBe(402);
    expect(server.ended).toMatchObject([{ playerId: player.id, why: "password" }]);
    expect((await login(player.username, PASSWORD)).code).toBe(1002);
    expect((await login(player.username, NEW_PASSWORD)).code).toBe(0);
    expect(await withdrawalHeldUntil(base.db, player.id)).toBe(NOW + 86_400_000);
    expect(await messagesOf(base, player.id)).toEqual(["emailBound", "passwordChanged"]);
    expect(server.mails[1]).toMatchObject({
      to: player.email,
      subject: "Lotus: your login password was changed",
    });
  });

  test("says the same and writes the same whether or not there is such an account or e-mail", async () => {
    const player = await playerWithEmail();
    const unbound = await server.register();
    const codes = [
      [player.username, player.email],
      [player.username, "someone.else@mail.example"],
      [unbound.username, "unbound@mail.example"],
      ["nobody_at_all", player.email],
    ] as const;
    await base.owner.query(sql`DELETE FROM password_reset`);
    const replies = [];
    for (const [username, email] of codes) replies.push(await forgot(username, email));
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(server.mails.map(({ to }) => to)).toEqual([player.email]);
    const stored = await rows();
    expect(stored.map(({ name, player_id }) => [name, player_id])).toEqual(
      [
        ["nobody_at_all", null],
        [player.username, player.id],
        [unbound.username, null],
      ].toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    );
    for (const name of [unbound.username, "nobody_at_all"]) {
      expect((await reset(name, "000000000000")).code).toBe(1018);
    }
  });

  test("an e-mail that was never confirmed is sent nothing", async () => {
    const player = await server.register();
    const early = { email: "early@mail.example", trans_password: TRANS_PASSWORD };
    await server.call("bindEmail", early, { token: player.token });
    server.mails.length = 0;
    await forgot(player.username, "early@mail.example");
    expect(server.mails).toEqual([]);
  });

  test.each([
    ["vi-VN", "Mã không đúng hoặc đã hết hạn", "Lotus: mã đặt mật khẩu mới"],
    ["en-US", "The code is wrong or has expired", "Lotus: code for a new password"],
  ])("speaks %s", async (language, words, subject) => {
    const player = await playerWithEmail();
    await forgot(player.username, player.email, language);
    expect(server.mails[0]?.subject).toBe(subject);
    const code = codeIn(server.mails[0]);
    expect((await reset(player.username, wrong(code), NEW_PASSWORD, language)).msg).toBe(words);
  });

  test("the code is twelve digits, and what is kept of it does not open without a secret", async () => {
    const player = await playerWithEmail();
    const code = await codeFor(player);
    expect(code).toMatch(/^\d{12}$/u);
    const row = (await rows()).find(({ player_id }) => player_id === player.id);
    const nonce = row?.nonce ?? Buffer.alloc(0);
    const owner = { name: player.username, playerId: player.id };
    expect(resetCodeOf(ringOf(2).current, owner, nonce)).toBe(code);
    expect(resetCodeOf(ringOf(3).current, owner, nonce)).not.toBe(code);
    expect(resetCodeOf(ringOf(2).current, { ...owner, name: "somebody" }, nonce)).not.toBe(code);
    expect(resetCodeOf(ringOf(2).current, { ...owner, playerId: player.id + 1n }, nonce)).not.toBe(code);
  });

  test("the code is good for ten minutes", async () => {
    const player = await playerWithEmail();
    const code = await codeFor(player);
    await advanceTestClock(base.owner, 10 * 60_000 - 1);
    expect((await reset(player.username, wrong(code))).code).toBe(1018);
    await advanceTestClock(base.owner, 1);
    expect((await reset(player.username, code)).code).toBe(1018);
  });

  test("the code sets one password, also for two who use it at once", async () => {
    const player = await playerWithEmail();
    const code = await codeFor(player);
    const replies = await Promise.all([
      reset(player.username, code, "the first of both"),
      reset(player.username, code, "the second of both"),
    ]);
    expect(replies.map(({ code: answer }) => answer).toSorted((a, b) => a - b)).toEqual([0, 1018]);
    expect((await reset(player.username, code)).code).toBe(1018);
  });

  test("who asks again is sent the same code, good for ten minutes more; who asks with another e-mail changes nothing", async () => {
    const player = await playerWithEmail();
    const first = await codeFor(player);
    await advanceTestClock(base.owner, 9 * 60_000);
    await forgot(player.username, "someone.else@mail.example");
    expect(await codeFor(player)).toBe(first);
    await advanceTestClock(base.owner, 9 * 60_000);
    await forgot(player.username, "someone.else@mail.example");
    expect((await reset(player.username, first)).code).toBe(0);
    expect(await codeFor(player)).not.toBe(first);
  });

  test("a code sent to a previous address is refused, and a pending change of e-mail ends with a reset", async () => {
    const player = await playerWithEmail();
    const code = await codeFor(player);
    const change = { email: "next@mail.example", trans_password: TRANS_PASSWORD };
    await server.call("bindEmail", change, { token: player.token });
    const link = linkIn(server.mails[1]);
    await server.call("confirmEmail", { token: link });
    expect((await reset(player.username, code)).code).toBe(1018);

    const other = await playerWithEmail();
    const stolen = { email: "thief@mail.example", trans_password: TRANS_PASSWORD };
    await server.call("bindEmail", stolen, { token: other.token });
    const thiefs = linkIn(server.mails.find(({ to }) => to === "thief@mail.example"));
    expect(thiefs).not.toBe("");
    expect((await reset(other.username, await codeFor(other))).code).toBe(0);
    expect((await server.call("confirmEmail", { token: thiefs })).code).toBe(1017);
  });

  test("forgives the tries at the login that came before", async () => {
    const player = await playerWithEmail();
    for (let i = 0; i < 5; i += 1) await login(player.username, "not this one");
    expect((await login(player.username, PASSWORD)).code).toBe(1010);
    const code = await codeFor(player);
    await reset(player.username, code);
    expect((await login(player.username, NEW_PASSWORD)).code).toBe(0);
  });

  test("asking and trying are slowed down, the same for a name that nobody has", async () => {
    const codes = [];
    const tried = [];
    for (let i = 0; i < 6; i += 1) codes.push((await forgot("nobody_else", "x@mail.example")).code);
    for (let i = 0; i < 6; i += 1) tried.push((await reset("nobody_else", "123456789012")).code);
    expect(codes).toEqual([0, 0, 0, 0, 0, 1010]);
    expect(tried).toEqual([1018, 1018, 1018, 1018, 1018, 1010]);
  });

  test("the new password is one that a register would take", async () => {
    const player = await playerWithEmail();
    const code = await codeFor(player);
    expect((await reset(player.username, code, player.username)).code).toBe(1007);
    const short = await reset(player.username, code, "short");
    expect([short.status, short.msg]).toEqual([400, "The password has 8–64 characters"]);
    const differ = { username: player.username, code, password: NEW_PASSWORD, password_confirmation: "x" };
    expect((await server.call("resetPwd", differ)).msg).toBe("The new passwords are inconsistent");
    expect((await reset(player.username, "1234")).msg).toBe("The code is exactly 12 digits");
    expect((await reset(player.username, " ")).msg).toBe("Code cannot be blank");
    expect((await reset(player.username, code)).code).toBe(0);
  });
});
