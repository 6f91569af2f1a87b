import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { advanceTestClock, openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import {
  type AccountsServer,
  codeIn,
  freshStart,
  linkIn,
  openAccountsServer,
  PASSWORD,
  TRANS_PASSWORD,
} from "../testing/accounts-server.ts";
import { SignInAttempts } from "./sign-in-attempts.ts";
import { ringOf } from "../testing/key-ring.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const IN = 0;
const WRONG = 1002;
const WAIT = 1010;
const CODE_WRONG = 1018;
const NEW_PASSWORD = "another long one";
const HOME = "203.0.113.9";
const PHONE = "device-of-the-owner";

let base: TestDatabase;
let server: AccountsServer;
/** A second server on the same database. */
let other: AccountsServer;
beforeAll(async () => {
  base = await openTestDatabase();
  server = openAccountsServer(base);
  other = openAccountsServer(base);
});
afterAll(async () => {
  await server.http.fastify.close();
  await other.http.fastify.close();
  await base.close();
});
beforeEach(async () => {
  await base.owner.query(sql`DELETE FROM known_origin`);
  await freshStart(base, server);
});

interface From {
  readonly from?: string;
  readonly device?: string;
}

let names = 0;
/** Registers a player with their own phone and home address. */
async function owner(at: From = { from: HOME, device: PHONE }): Promise<string> {
  const username = `owner_${(names += 1)}`;
  const body = {
    username,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    register_device: 1,
    trans_password: TRANS_PASSWORD,
  };
  expect((await server.call("register", body, at)).code).toBe(0);
  return username;
}

const login = (username: string, password: string, at: From, node = server) =>
  node.call("login", { username, password }, at);
const enter = async (username: string, at: From, node = server): Promise<number> =>
  (await login(username, PASSWORD, at, node)).code;
/** An address in a network that no other has. */
const stranger = (index: number): From => ({ from: `10.${index >> 8}.${index & 255}.7` });

/** Guesses once from each of `count` networks; returns how many attempts were checked. */
async function guesses(username: string, networks: number, first = 0): Promise<number> {
  let judged = 0;
  for (let i = first; i < first + networks; i += 1) {
    const { code } = await login(username, `guess ${i}`, stranger(i), i % 2 === 0 ? server : other);
    if (code === WRONG) judged += 1;
  }
  return judged;
}

describe("strangers who hammer a username", () => {
  test("do not lock out its owner: a known phone or address gets in at the first attempt, on every node", async () => {
    const username = await owner();
    expect(await guesses(username, 40)).toBe(20);
    expect((await login(username, "more", stranger(500))).code).toBe(WAIT);
    // The phone elsewhere, another phone at home, and the phone at home.
    expect(await enter(username, { from: "198.51.100.77", device: PHONE })).toBe(IN);
    expect(await enter(username.toUpperCase(), { from: HOME, device: "another-device" }, other)).toBe(IN);
    expect(await enter(username, { from: HOME, device: PHONE }, other)).toBe(IN);
    expect((await login(username, "more", stranger(501))).code).toBe(WAIT);
  });

  test("the owner's wrong passwords are counted separately: five are free, whatever strangers do", async () => {
    const username = await owner();
    const at = { from: "198.51.100.77", device: PHONE };
    await guesses(username, 30);
    const codes: number[] = [];
    for (let i = 0; i < 6; i += 1) codes.push((await login(username, "mistyped", at)).code);
    expect(codes).toEqual([WRONG, WRONG, WRONG, WRONG, WRONG, WAIT]);
    await advanceTestClock(base.owner, 2_000);
    expect(await enter(username, at)).toBe(IN);
  });

  test("all together have at most 1,600 guesses a day, however many networks they have", async () => {
    const username = await owner();
    let judged = await guesses(username, 60);
    // Each minute twelve new networks, and once more all those of the minute before.
    const minutes = 30;
    for (let minute = 1; minute <= minutes; minute += 1) {
      await advanceTestClock(base.owner, MINUTE_MS);
      judged += await guesses(username, 12, minute * 12);
      judged += await guesses(username, 12, (minute - 1) * 12);
    }
    // New networks: twenty, then one a minute; known ones: ten, then one after each growing delay.
    expect(judged).toBeLessThanOrEqual(20 + minutes + 20);
    expect(judged).toBeGreaterThan(minutes);
  });

  test("an owner on a new phone at a new address is in after as many minutes as networks attack", async () => {
    const username = await owner();
    await guesses(username, 20);
    const networks = 6;
    let minutes = 0;
    let code = WAIT;
    while (code !== IN && minutes <= networks + 1) {
      await advanceTestClock(base.owner, MINUTE_MS);
      minutes += 1;
      // The attackers are always a moment earlier.
      await guesses(username, networks, 100);
      code = await enter(username, { from: "198.51.100.99", device: "a-new-phone" });
    }
    expect(code).toBe(IN);
    expect(minutes).toBe(networks + 1);
    // From now on the new phone is known.
    await guesses(username, 3, 200);
    expect(await enter(username, { from: "192.0.2.200", device: "a-new-phone" })).toBe(IN);
  });

  test("get the same replies for an unknown name", async () => {
    const username = await owner();
    const answers = async (name: string) => {
      const replies = [];
      for (let i = 0; i < 30; i += 1) {
        const { code, msg, data } = await login(name, "guess", stranger(i % 25));
        replies.push({ code, msg, data });
      }
      return replies;
    };
    const known = await answers(username);
    await base.owner.query(sql`DELETE FROM entry_try`);
    expect(await answers("nobody_at_all")).toEqual(known);
    expect(known.filter(({ code }) => code === WAIT).length).toBeGreaterThan(0);
  });

  test("a thief at a known address has 110 guesses a day, and the owner's phone is in all the while", async () => {
    const username = await owner();
    const thief = { from: HOME, device: "device-of-a-thief" };
    let judged = 0;
    let passedMs = 0;
    while (passedMs < DAY_MS) {
      const { code, data } = await login(username, "guess", thief);
      if (code === WRONG) {
        judged += 1;
        continue;
      }
      const waitMs = Number(data["seconds"]) * 1000;
      await advanceTestClock(base.owner, waitMs);
      passedMs += waitMs;
      if (judged === 20) expect(await enter(username, { from: HOME, device: PHONE })).toBe(IN);
    }
    expect(judged).toBeGreaterThan(90);
    expect(judged).toBeLessThanOrEqual(110);
  });

  test("a device is known to the accounts that were entered from it and to no other", async () => {
    const [mine, yours] = [await owner(), await owner({ from: "198.51.100.1", device: "another-device" })];
    await guesses(yours, 30);
    expect(await enter(yours, { from: HOME, device: PHONE })).toBe(WAIT);
    expect(await enter(mine, { from: HOME, device: PHONE })).toBe(IN);
  });

  test("gain no guesses by logging in to an account of their own", async () => {
    const [victim, own] = [await owner(), await owner({ from: "198.51.100.5", device: "device-of-a-thief" })];
    const thief = { from: "198.51.100.5", device: "device-of-a-thief" };
    let judged = 0;
    for (let i = 0; i < 12; i += 1) {
      for (const name of [victim, `${victim}_a`, `${victim}_b`, `${victim}_c`])
        if ((await login(name, "guess", thief)).code === WRONG) judged += 1;
      expect(await enter(own, thief)).toBe(IN);
    }
    expect(judged).toBe(10);
  });

  test("get no new budget with each address of one network", async () => {
    let judged = 0;
    for (let i = 0; i < 700; i += 1) {
      const at = { from: `2001:db8:66:${i.toString(16)}::1` };
      if ((await login(`somebody_${i}`, "guess", at)).code === WRONG) judged += 1;
    }
    expect(judged).toBe(600);
    expect((await login("somebody_else", "guess", { from: "2001:db8:67::1" })).code).toBe(WRONG);
  });

  test("a right login beside a wrong one does not end the wait that the wrong one brought", async () => {
    const signIns = new SignInAttempts(base.db, ringOf(2));
    const begin = (name: string) =>
      signIns.begin({ purpose: "login", name, origin: { address: "198.51.100.5", device: "" } });
    for (let i = 0; i < 58; i += 1) await begin(`somebody_${i}`);
    const right = await begin("account_of_the_thief");
    const wrong = await begin("somebody_else");
    expect([right.seconds, wrong.seconds]).toEqual([0, 0]);
    await right.succeed();
    expect((await begin("somebody_more")).seconds).toBe(1);
    await advanceTestClock(base.owner, 1_000);
    const alone = await begin("account_of_the_thief");
    expect((await begin("somebody_more")).seconds).toBe(1);
    await alone.succeed();
    expect((await begin("somebody_more")).seconds).toBe(0);
  });

  test("what was known is forgotten after 90 days, and by a new password", async () => {
    const username = await owner();
    await advanceTestClock(base.owner, 90 * DAY_MS);
    await guesses(username, 30);
    expect(await enter(username, { from: HOME, device: PHONE })).toBe(WAIT);

    const changed = await owner();
    const desk = { from: "198.51.100.30", device: "desk-of-the-owner" };
    const { data } = await login(changed, PASSWORD, desk);
    const body = { old_pwd: PASSWORD, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    expect((await server.call("updatePwd", body, { ...desk, token: data["token"] ?? "" })).code).toBe(0);
    await guesses(changed, 30);
    expect((await login(changed, NEW_PASSWORD, { from: HOME, device: PHONE })).code).toBe(WAIT);
    expect((await login(changed, NEW_PASSWORD, desk)).code).toBe(IN);
  });

  test("keeps devices and addresses as keyed hashes only", async () => {
    await owner();
    const rows = await base.owner.query<{ origin: Buffer; account: string }>(
      sql`SELECT origin, account FROM known_origin`,
    );
    expect(rows).toHaveLength(2);
    for (const { origin } of rows) expect(origin).toHaveLength(32);
    expect(JSON.stringify(rows)).not.toContain(PHONE);
  });
});

describe("a session that was stolen", () => {
  test("guesses at the old password without keeping the owner from changing it", async () => {
    const username = await owner();
    const stolen = (await login(username, PASSWORD, { from: HOME })).data["token"] ?? "";
    const own = (await login(username, PASSWORD, { from: HOME })).data["token"] ?? "";
    const change = (token: string, old_pwd: string) =>
      server.call(
        "updatePwd",
        { old_pwd, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD },
        { token },
      );
    const codes: number[] = [];
    for (let i = 0; i < 6; i += 1) codes.push((await change(stolen, "guess")).code);
    expect(codes).toEqual([1005, 1005, 1005, 1005, 1005, WAIT]);
    expect((await change(own, PASSWORD)).code).toBe(0);
  });
});

describe("a forgotten password", () => {
  let emails = 0;
  async function withEmail(): Promise<{ username: string; email: string }> {
    const username = await owner();
    const { data } = await login(username, PASSWORD, { from: HOME, device: PHONE });
    const email = `owner.${(emails += 1)}@mail.example`;
    const body = { email, trans_password: TRANS_PASSWORD };
    await server.call("bindEmail", body, { token: data["token"] ?? "" });
    await server.call("confirmEmail", { token: linkIn(server.mails.at(-1)) });
    server.mails.length = 0;
    return { username, email };
  }
  const forgot = (username: string, email: string, at: From) =>
    server.call("forgotPwd", { username, email }, at);
  const reset = (username: string, code: string, at: From, node = server) =>
    node.call(
      "resetPwd",
      { username, code, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD },
      at,
    );
  const NEW_PHONE = { from: "198.51.100.99", device: "a-new-phone" };

  test("is reset with the code that was mailed, however many wrong ones strangers send", async () => {
    const { username, email } = await withEmail();
    await forgot(username, email, NEW_PHONE);
    const code = codeIn(server.mails[0]);
    const wrong = String((Number(code) + 1) % 10 ** 12).padStart(12, "0");
    const codes: number[] = [];
    for (let i = 0; i < 60; i += 1) {
      for (let again = 0; again < 6; again += 1)
        codes.push((await reset(username, wrong, stranger(i), i % 2 === 0 ? server : other)).code);
    }
    expect(codes.filter((each) => each === CODE_WRONG)).toHaveLength(300);
    expect(codes.filter((each) => each === WAIT)).toHaveLength(60);
    await guesses(username, 30);
    expect((await reset(username, code, NEW_PHONE)).code).toBe(0);
    // The phone that reset it is known, so the attack on the login does not affect it either.
    expect((await login(username, NEW_PASSWORD, NEW_PHONE)).code).toBe(IN);
  });

  test("a code is dead after so many tries by anybody that guessing stays hopeless", async () => {
    const { username, email } = await withEmail();
    await forgot(username, email, NEW_PHONE);
    const code = codeIn(server.mails[0]);
    await base.owner.query(sql`UPDATE password_reset SET tries = 99999 WHERE name = $1`, [username]);
    const wrong = String((Number(code) + 1) % 10 ** 12).padStart(12, "0");
    expect((await reset(username, wrong, stranger(1))).code).toBe(CODE_WRONG);
    expect((await reset(username, code, NEW_PHONE)).code).toBe(CODE_WRONG);
    // A new request sends another code.
    await forgot(username, email, NEW_PHONE);
    const next = codeIn(server.mails.at(-1));
    expect(next).not.toBe(code);
    expect((await reset(username, next, NEW_PHONE)).code).toBe(0);
  });

  test("is asked about without flooding the mailbox, and without keeping the owner from a mail", async () => {
    const { username, email } = await withEmail();
    const requests = [];
    for (let i = 0; i < 30; i += 1) requests.push(await forgot(username, email, stranger(i)));
    expect(new Set(requests.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(server.mails).toHaveLength(4);
    // All mails contain the same code.
    expect(new Set(server.mails.map(codeIn)).size).toBe(1);
    expect((await forgot(username, email, { from: "192.0.2.77", device: PHONE })).code).toBe(0);
    expect(server.mails).toHaveLength(5);
    expect((await reset(username, codeIn(server.mails[0]), { from: HOME })).code).toBe(0);
  });

  test("is mailed ten times a day at most", async () => {
    const { username, email } = await withEmail();
    for (let hour = 0; hour < 12; hour += 1) {
      for (let i = 0; i < 5; i += 1) await forgot(username, email, stranger(hour * 5 + i));
      await advanceTestClock(base.owner, 60 * MINUTE_MS);
    }
    expect(server.mails).toHaveLength(10);
    await advanceTestClock(base.owner, 12 * 60 * MINUTE_MS);
    await forgot(username, email, stranger(999));
    expect(server.mails).toHaveLength(11);
  });

  test("who asks with a wrong e-mail uses up nothing of the owner's", async () => {
    const { username, email } = await withEmail();
    for (let i = 0; i < 30; i += 1) await forgot(username, "someone.else@mail.example", stranger(i));
    expect(server.mails).toEqual([]);
    await forgot(username, email, NEW_PHONE);
    expect(server.mails).toHaveLength(1);
  });

  test("a reset makes a stranger of every device that was known", async () => {
    const { username, email } = await withEmail();
    await forgot(username, email, NEW_PHONE);
    expect((await reset(username, codeIn(server.mails[0]), NEW_PHONE)).code).toBe(0);
    await guesses(username, 30);
    expect((await login(username, NEW_PASSWORD, { from: HOME, device: PHONE })).code).toBe(WAIT);
  });
});
