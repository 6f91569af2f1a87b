import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import {
  type AccountsServer,
  openAccountsServer,
  PASSWORD,
  type Reply,
  TRANS_PASSWORD,
} from "../testing/accounts-server.ts";

const HOME = { from: "203.0.113.9", device: "device-of-the-owner" };
const STRANGERS = 80;
/** Dear enough that strangers come faster than they can be served. */
const COST = { memoryKiB: 8_192, passes: 2 };
const [DONE, WRONG] = [0, 1002];

let base: TestDatabase;
let server: AccountsServer;
beforeAll(async () => {
  base = await openTestDatabase();
  server = openAccountsServer(base, {}, undefined, undefined, COST);
});
afterAll(async () => {
  await server.http.fastify.close();
  await base.close();
});

const form = (username: string): object => ({
  username,
  password: PASSWORD,
  password_confirmation: PASSWORD,
  register_device: 1,
  trans_password: TRANS_PASSWORD,
});

/** Strangers of as many networks at once, and what they got; `full` once one of them was sent away. */
function flood(ask: (number: number, from: string) => Promise<Reply>) {
  let isFull: () => void = () => undefined;
  const full = new Promise<void>((resolve) => {
    isFull = resolve;
  });
  const replies = Array.from({ length: STRANGERS }, async (_, number) => {
    const reply = await ask(number, `10.${number}.0.1`);
    if (reply.status >= 429) isFull();
    return reply.code;
  });
  return { full, codes: Promise.all(replies) };
}

test("while strangers fill the queue of hashes, an owner logs in, binds and changes passwords; a stranger more is sent away", async () => {
  const { data } = await server.call("register", form("the_owner"), HOME);
  const { token } = data as { token: string };
  const wrong = { username: "the_owner", password: "a guess of a stranger" };
  const logins = flood((_, from) => server.call("login", wrong, { from }));
  await logins.full;
  const own = await Promise.all([
    server.call("login", { username: "the_owner", password: PASSWORD }, HOME),
    // Another phone, at an address that was in before.
    server.call(
      "login",
      { username: "the_owner", password: PASSWORD },
      { from: HOME.from, device: "a-new-phone" },
    ),
    server.call("bindPhone", { phone: "+84912345678", trans_password: TRANS_PASSWORD }, { ...HOME, token }),
  ]);
  expect(own.map(({ code }) => code)).toEqual([DONE, DONE, DONE]);
  const codes = await logins.codes;
  expect(codes).toContain(9503);
  // Nobody who was sent away was judged, nor did it cost a try.
  expect(codes.filter((code) => code === WRONG).length).toBeLessThan(STRANGERS / 2);

  const registrations = flood((number, from) =>
    server.call("register", form(`stranger_${number}`), { from }),
  );
  await registrations.full;
  const next = { old_pwd: TRANS_PASSWORD, password: "918273", password_confirmation: "918273" };
  const changed = await server.call("updateTransPwd", next, { ...HOME, token });
  const password = {
    old_pwd: PASSWORD,
    password: "another long one",
    password_confirmation: "another long one",
  };
  const replaced = await server.call("updatePwd", password, { ...HOME, token });
  expect([changed.code, replaced.code]).toEqual([DONE, DONE]);
  expect(await registrations.codes).toContain(9503);
});

test("of one network two strangers are served at once, and the others are told to come later", async () => {
  const asked = Array.from({ length: 12 }, (_, number) =>
    server.call(
      "login",
      { username: `nobody_${number}`, password: PASSWORD },
      { from: `198.51.100.${number + 1}` },
    ),
  );
  const codes = (await Promise.all(asked)).map(({ code }) => code);
  expect(codes.filter((code) => code === WRONG).length).toBeLessThan(12);
  expect(codes.filter((code) => code !== WRONG && code !== 9429)).toEqual([]);
});
