import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { advanceTestClock, setTestClock } from "../testing/test-database.ts";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";
import type { DemoOperator } from "./desk.ts";

const SIGN_IN = "/desk/api/session/signIn";
const ME = "/desk/api/session/me";
const STEP_MS = 30_000;
const WRONG = 8005;
const WAIT = 1010;
const TOO_COMMON = 1006;

let server: DeskServer;
let admin: DemoOperator;
let cashier: DemoOperator;
beforeAll(async () => {
  server = await openDeskServer({ MAX_LAG_MS: "60000" });
  const operators = await server.app.desk.demoOperators();
  const [one, two] = operators;
  if (one === undefined || two === undefined) throw new Error("no operators");
  [admin, cashier] = [one, two];
});
afterAll(() => server.close());
beforeEach(async () => {
  await setTestClock(server.base.db, Date.now());
  await server.base.db.query(sql`DELETE FROM entry_try`);
  // Codes of the previous test have expired.
  server.passTime(STEP_MS * 3);
});

interface Try {
  readonly name: string;
  readonly password: string;
  readonly code?: string;
  readonly from?: string;
}

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: { readonly seconds?: number; readonly token?: string } | null;
}

async function signIn({ name, password, code = "000000", from = "192.0.2.1" }: Try): Promise<Answer> {
  const reply = await server.app.ops.inject({
    method: "POST",
    url: SIGN_IN,
    remoteAddress: from,
    headers: { language: "en-US" },
    payload: { name, password, code },
  });
  return reply.json<Answer>();
}

const right = (operator: DemoOperator): Try => ({
  name: operator.name,
  password: operator.password,
  code: server.codeOf(operator.totpSecret),
});

describe("guessing an operator's sign-in", () => {
  test("is held up by account, wherever it comes from, longer each time; another operator is not", async () => {
    const waits: number[] = [];
    for (let i = 0; i < 9; i += 1) {
      const { code, data } = await signIn({ name: admin.name, password: "wrong", from: `10.${i}.0.1` });
      if (code === WRONG) continue;
      expect(code).toBe(WAIT);
      waits.push(data?.seconds ?? 0);
      // Right ones wait too, or waiting would reveal them; so does the name in another case.
      expect((await signIn({ ...right(admin), from: "10.99.0.1" })).code).toBe(WAIT);
      const shouted = admin.name.toUpperCase();
      expect((await signIn({ name: shouted, password: "wrong", from: "10.98.0.1" })).code).toBe(WAIT);
      await advanceTestClock(server.base.db, (data?.seconds ?? 0) * 1000);
    }
    expect(waits).toEqual([2, 4]);
    expect((await signIn(right(cashier))).code).toBe(0);
    await advanceTestClock(server.base.db, 15 * 60_000);
    expect((await signIn(right(admin))).code).toBe(0);
  });

  test("by strangers does not hold up who signed in from there before, nor who changes a password", async () => {
    const from = "203.0.113.40";
    const entered = await signIn({ ...right(cashier), from });
    expect(entered.code).toBe(0);
    const stranger = (index: number) =>
      signIn({ name: cashier.name, password: `guess ${index}`, from: `10.${index}.7.1` });
    for (let i = 0; i < 20; i += 1) await stranger(i);
    expect((await stranger(99)).code).toBe(WAIT);
    server.passTime(STEP_MS);
    expect((await signIn({ ...right(cashier), from })).code).toBe(0);
    const change = { old_password: cashier.password, password: "Password2026!!" };
    const token = entered.data?.token ?? "";
    expect((await server.desk("POST", "/desk/api/session/password", token, change)).code).toBe(TOO_COMMON);
    // Their own budget is limited as well.
    const codes: number[] = [];
    for (let i = 0; i < 6; i += 1)
      codes.push((await signIn({ name: cashier.name, password: "wrong", from })).code);
    expect(codes).toEqual([WRONG, WRONG, WRONG, WRONG, WRONG, WAIT]);
  });

  test("many at once are not many guesses", async () => {
    await server.base.db.query(sql`DELETE FROM known_origin`);
    const guess = (_: unknown, index: number) =>
      signIn({ name: admin.name, password: `guess ${index}`, from: `10.${index}.0.1` });
    const replies = await Promise.all(Array.from({ length: 30 }, guess));
    expect(replies.filter(({ code }) => code === WRONG)).toHaveLength(5);
    expect(replies.filter(({ code }) => code === WAIT)).toHaveLength(25);
  });

  test("is held up by address, whatever the names; another address is not", async () => {
    const codes: number[] = [];
    for (let i = 0; i < 61; i += 1)
      codes.push((await signIn({ name: `somebody_${i}`, password: "wrong", from: "203.0.113.7" })).code);
    expect(codes.indexOf(WAIT)).toBe(60);
    expect((await signIn({ ...right(cashier), from: "203.0.113.7" })).code).toBe(WAIT);
    expect((await signIn({ ...right(cashier), from: "203.0.113.8" })).code).toBe(0);
  });

  test("a code that was seen is worth nothing, nor is an older one that was never used", async () => {
    const older = right(cashier);
    server.passTime(STEP_MS);
    const seen = right(cashier);
    expect((await signIn(seen)).code).toBe(0);
    expect((await signIn(seen)).code).toBe(WRONG);
    expect((await signIn(older)).code).toBe(WRONG);
    server.passTime(STEP_MS);
    expect((await signIn(seen)).code).toBe(WRONG);
    expect((await signIn(right(cashier))).code).toBe(0);
  });

  test("costs and says the same for nobody's name, a wrong password, a wrong code and who is locked out", async () => {
    const cost = async (attempt: Try) => {
      const before = server.app.desk.hashesComputed();
      const { code, msg, data } = await signIn(attempt);
      return { code, msg, data, hashes: server.app.desk.hashesComputed() - before };
    };
    const nobody = await cost({ name: "nobody_here", password: "wrong" });
    expect(nobody).toEqual({ code: WRONG, msg: "Name, password or code is wrong", data: null, hashes: 1 });
    expect(await cost({ name: cashier.name, password: "wrong" })).toEqual(nobody);
    expect(await cost({ name: cashier.name, password: cashier.password })).toEqual(nobody);
    const lock = (status: string) =>
      server.base.owner.query(sql`UPDATE operator SET status = $1 WHERE name = $2`, [status, cashier.name]);
    await lock("locked");
    expect(await cost(right(cashier))).toEqual(nobody);
    await lock("active");
  });
});

describe("a session of an operator", () => {
  const enter = async (operator: DemoOperator): Promise<string> => {
    server.passTime(STEP_MS);
    return (await signIn(right(operator))).data?.token ?? "";
  };
  const codeOf = async (token: string): Promise<number> => (await server.desk("GET", ME, token)).code;

  test("is another at each sign-in, whatever the client came with, and leaving ends the one alone", async () => {
    const first = await enter(admin);
    server.passTime(STEP_MS);
    const reply = await server.desk("POST", SIGN_IN, first, right(admin));
    const second: string = reply.data.token;
    expect(second).not.toBe(first);
    expect([await codeOf(first), await codeOf(second)]).toEqual([0, 0]);
    expect((await server.desk("POST", "/desk/api/session/signOut", first)).code).toBe(0);
    expect([await codeOf(first), await codeOf(second)]).toEqual([402, 0]);
  });

  test.each([
    ["lock", { reason: "left the house" }],
    ["role", { role: "support", reason: "another desk" }],
    ["reissue", { reason: "lost the phone" }],
  ])("ends with %s, and what was known before opens nothing", async (action, body) => {
    const root = await enter(admin);
    const keys = await server.app.desk.makeOperator({
      name: `for_${action}`,
      role: "cashier",
      password: "a password of somebody",
    });
    const again = (): Try => ({ ...keys, code: server.codeOf(keys.totpSecret) });
    const windows = [(await signIn(again())).data?.token ?? ""];
    server.passTime(STEP_MS);
    windows.push((await signIn(again())).data?.token ?? "");
    for (const token of windows) expect(await codeOf(token)).toBe(0);
    const { data } = await server.desk("GET", ME, windows[0]);
    const changed = await server.desk(
      "POST",
      `/desk/api/operators/${data.operator.id}/${action}`,
      root,
      body,
    );
    expect(changed.code).toBe(0);
    if (action !== "lock") {
      // The request alone changes nothing.
      for (const token of windows) expect(await codeOf(token)).toBe(0);
      const confirm = `/desk/api/operatorRequests/${changed.data.record.id}/confirm`;
      expect((await server.desk("POST", confirm, await server.as("admin", 2), {})).code).toBe(0);
    }
    for (const token of windows) expect(await codeOf(token)).toBe(402);
    server.passTime(STEP_MS);
    const { code, msg } = await signIn(again());
    if (action === "role") expect(code).toBe(0);
    // A locked-out operator gets the same reply as an attacker.
    else
      expect({ code, msg }).toEqual({ code: WRONG, msg: (await signIn({ name: "x", password: "x" })).msg });
  });

  test("a new password ends every other session", async () => {
    const [one, two] = [await enter(cashier), await enter(cashier)];
    const body = { old_password: cashier.password, password: "another long one 12" };
    expect((await server.desk("POST", "/desk/api/session/password", one, body)).code).toBe(0);
    expect([await codeOf(one), await codeOf(two)]).toEqual([0, 402]);
  });
});

describe("a session of a player", () => {
  const LOGIN = { username: "fixed_one", password: "a long enough one" };
  let registered: string;
  beforeAll(async () => {
    registered = (await server.enrol(LOGIN.username)).token;
  });
  const codeOf = async (token: string): Promise<number> =>
    (await server.player("POST", "/api/user/getUserInfo", token)).code;

  test("is never the token that the client came with, and each login makes another", async () => {
    const chosen = "ab".repeat(32);
    const tokens = [registered];
    for (const before of [chosen, registered]) {
      const reply = await server.player("POST", "/api/user/login", before, LOGIN);
      expect(reply.code).toBe(0);
      tokens.push(reply.data.token);
    }
    expect(new Set([...tokens, chosen]).size).toBe(4);
    expect(await codeOf(chosen)).toBe(401);
    expect((await server.player("POST", "/api/user/logout", tokens[1])).code).toBe(0);
    expect([await codeOf(tokens[1] ?? ""), await codeOf(tokens[2] ?? "")]).toEqual([402, 0]);
  });

  test("a refresh that is used again later ends the session of thief and owner alike", async () => {
    const { data } = await server.player("POST", "/api/user/login", undefined, LOGIN);
    const refresh = (jwt: string) => server.player("POST", "/api/user/refreshToken", undefined, { jwt });
    const next = await refresh(data.jwt);
    expect(next.code).toBe(0);
    await advanceTestClock(server.base.db, 11_000);
    expect((await refresh(data.jwt)).code).toBe(402);
    expect((await refresh(next.data.jwt)).code).toBe(402);
  });
});
