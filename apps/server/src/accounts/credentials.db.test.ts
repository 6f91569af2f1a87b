import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { setTestClock } from "../testing/test-clock.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import {
  freshStart,
  NOW,
  openAccountsServer,
  TRANS_PASSWORD,
  type AccountsServer,
} from "../testing/accounts-server.ts";

let base: TestDatabase;
let server: AccountsServer;
beforeAll(async () => {
  base = await openTestDatabase();
  server = openAccountsServer(base);
});
beforeEach(() => freshStart(base, server));
afterAll(async () => {
  await server.http.fastify.close();
  await base.close();
});

let addresses = 0;
/** Registers from a new address; returns the code and the pair. */
async function register(username: string, password: string) {
  addresses += 1;
  const body = {
    username,
    password,
    password_confirmation: password,
    register_device: 1,
    trans_password: TRANS_PASSWORD,
  };
  const { code, data } = await server.call("register", body, { from: `198.51.100.${addresses}` });
  return { code, token: data?.["token"] ?? "", jwt: data?.["jwt"] ?? "" };
}
const logIn = async (username: string, password: string): Promise<number> =>
  (await server.call("login", { username, password }, { from: `203.0.113.${(addresses += 1)}` })).code;

test("a token that renews opens no call, and one that opens calls renews nothing", async () => {
  const { token, jwt } = await register("two_kinds", "hoa sen trong đầm 7");
  expect((await server.call("getUserInfo", undefined, { token })).code).toBe(0);
  expect((await server.call("getUserInfo", undefined, { token: jwt })).code).toBe(401);
  expect((await server.call("refreshToken", { jwt: token })).code).not.toBe(0);
  const renewed = await server.call("refreshToken", { jwt });
  expect([renewed.code, renewed.data["token"] === token]).toEqual([0, false]);
});

test("tokens are 256 bits of chance, another at each login", async () => {
  await register("many_logins", "hoa sen trong đầm 7");
  const seen = new Set<string>();
  const counts = Array.from({ length: 256 }, () => 0);
  for (let i = 0; i < 40; i += 1) {
    const { data } = await server.call(
      "login",
      { username: "many_logins", password: "hoa sen trong đầm 7" },
      { from: `192.0.2.${i + 10}` },
    );
    expect(data["token"]).toMatch(/^[0-9a-f]{64}$/u);
    seen.add(data["token"] ?? "");
    const bits = BigInt(`0x${data["token"]}`);
    for (let bit = 0; bit < 256; bit += 1)
      counts[bit] = (counts[bit] ?? 0) + Number((bits >> BigInt(bit)) & 1n);
  }
  expect(seen.size).toBe(40);
  // Every bit varies: the chance that one of 256 does not is 1 in 2,000 million.
  expect(counts.filter((ones) => ones === 0 || ones === 40)).toEqual([]);
});

test("a password is what was typed, to the letter: of any signs, up to 64, with its case and its blanks", async () => {
  const passwords = [
    "quả bưởi rơi xuống ao làng",
    "  blanks before and behind  ",
    "🪷🪷 sen nở giữa đêm hè 🪷🪷",
    "Hòn đá cuội Lăn Qua Bảy Con Dốc!".padEnd(64, "§ñ7"),
  ];
  for (const [at, password] of passwords.entries()) {
    const username = `letters_${at}`;
    expect([password, (await register(username, password)).code]).toEqual([password, 0]);
    const near = [password.toUpperCase(), password.trim(), password.slice(0, -1), `${password} `].filter(
      (other) => other !== password,
    );
    for (const other of near) {
      expect([other, await logIn(username, other)]).not.toEqual([other, 0]);
      await base.owner.query({ name: "", text: "DELETE FROM entry_try" });
    }
    expect([password, await logIn(username, password)]).toEqual([password, 0]);
  }
  expect((await register("too_long", `${"a b c d ".repeat(8)}x`)).code).toBe(9400);
});

test("a password is good until its owner changes it", async () => {
  await register("years_later", "hoa sen trong đầm 7");
  await setTestClock(base.owner, NOW + 3 * 365 * 86_400_000);
  expect(await logIn("years_later", "hoa sen trong đầm 7")).toBe(0);
});
