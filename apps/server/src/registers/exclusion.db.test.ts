import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { cashAccount, HOUSE_ACCOUNTS, lockCash, post } from "../ledger/ledger.ts";
import { makeKeys } from "../settings/keys.ts";
import { type DeskServer, openDeskServer, type Reply } from "../testing/desk-server.ts";
import { freePort } from "../testing/free-port.ts";
import { ORDER_PATH, slipOfOneBet } from "../testing/one-bet.ts";
import { type RegisterProcess, startRegister } from "../testing/register-process.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import type { Person } from "./person.ts";

/** The exclusion register as a process of its own, before bets and recharges of a whole server. */

const TOKEN = "the-register-s-own-token";
/** Below two seconds, so that tests are quick; above what a register on a busy machine takes. */
const ANSWER_MS = 1_000;
/** A request that waits for a silent register takes longer, even on a slow machine. */
const HANGS_MS = 30_000;
const JOHN = { realName: "John Doe", birthDate: "1990-01-31" };
const JOHN_S_LINE = "1990-01-31 JOHN  doe";
const PASSWORD = "a long enough one";
const EXCLUDED = 3014;
const UNAVAILABLE = 3032;
const PERSON_NEEDED = 3033;
const PERIOD_NOT_OPEN = 3004;
const PERIOD_CLOSED = 3005;
const HOUR_MS = 3_600_000;

let register: RegisterProcess;
let base: TestDatabase;
let server: DeskServer;
let now = 0;
const keys = makeKeys((length) => new Uint8Array(randomBytes(length)));
const persons = new Map<bigint, Person>();
beforeAll(async () => {
  base = await openTestDatabase();
  register = await startRegister("exclusion", { token: TOKEN });
  server = await openWith(register.url);
});
afterAll(async () => {
  await server.close();
  await base.close();
  await register.kill();
});
afterEach(async () => {
  now += HOUR_MS;
  await register.control({ mode: "right", excluded: [], forget: true });
});

function openWith(url: string, pack = "default"): Promise<DeskServer> {
  const environment = {
    EXCLUSION_REGISTER_URL: url,
    EXCLUSION_REGISTER_TOKEN: TOKEN,
    EXCLUSION_REGISTER_MINUTES: "60",
    RULE_PACK: pack,
    // That a withdrawal needs to know who the player is has tests of its own.
    IDENTITY_NEEDED: "never",
    TURNOVER_PERCENT: "0",
  };
  const registers = {
    personOf: (playerId: bigint) => Promise.resolve(persons.get(playerId) ?? null),
    answerMs: ANSWER_MS,
    now: () => now,
  };
  return openDeskServer(environment, { base, keys }, undefined, { registers });
}

interface Player {
  readonly id: bigint;
  readonly token: string;
  readonly username: string;
}

let players = 0;
/** A player with 1,000.00 who said who they are. */
async function enrol(person: Person | null = JOHN, at = server): Promise<Player> {
  const username = `registered_${(players += 1)}`;
  const player = { ...(await at.enrol(username)), username };
  if (person !== null) persons.set(player.id, person);
  await at.base.db.transaction(async (tx) => {
    await lockCash(tx, player.id);
    const gift = { debit: HOUSE_ACCOUNTS.gifts, credit: cashAccount(player.id), amount: 1_000_00n } as const;
    await post(tx, [{ code: "gift", ...gift, reference: "1", playerId: player.id }]);
  });
  return player;
}

async function bet({ token }: Pick<Player, "token">, at = server): Promise<Reply> {
  for (;;) {
    await at.app.draws.tick();
    const reply = await at.player("POST", ORDER_PATH, token, await slipOfOneBet(at));
    // The period may have closed just then.
    if (reply.code !== PERIOD_CLOSED && reply.code !== PERIOD_NOT_OPEN) return reply;
  }
}

const recharge = ({ token }: Pick<Player, "token">, key?: string, at = server): Promise<Reply> =>
  at.player(
    "POST",
    "/api/user/makeOrder",
    token,
    { type: "recharge", amount: "100.00", channel_id: "demo" },
    key,
  );

async function withdraw({ token }: Pick<Player, "token">, at = server): Promise<Reply> {
  const card = String(1_000_000_000 + (players += 1));
  const bound = await at.player("POST", "/api/user/bindBankCard", token, {
    real_name: "John Doe",
    bank_name: "A Bank",
    card_no: card,
    card_no_confirmation: card,
    trans_password: "135790",
  });
  const money = { amount: "100.00", addr_id: bound.data.id, trans_password: "135790" };
  return at.player("POST", "/api/user/makeOrder", token, { type: "withdrawal", ...money });
}

async function login(username: string): Promise<string> {
  const reply = await server.player("POST", "/api/user/login", undefined, { username, password: PASSWORD });
  return reply.data.token;
}

const codesOf = async (player: Pick<Player, "token">): Promise<number[]> => [
  (await bet(player)).code,
  (await recharge(player)).code,
];

test.each(["uk", "se", "de"])(
  "%s: an excluded person neither bets nor recharges, is told whom to ask, and can withdraw",
  async (pack) => {
    await register.control({ excluded: [JOHN_S_LINE] });
    const at = await openWith(register.url, pack);
    try {
      const player = await enrol(JOHN, at);
      const refused = await bet(player, at);
      expect(refused).toMatchObject({ code: EXCLUDED, data: { until: null, by: "register" } });
      expect(refused.msg).toContain("Only the register can tell you more");
      expect(await recharge(player, undefined, at)).toMatchObject({
        code: EXCLUDED,
        data: { by: "register" },
      });
      expect((await withdraw(player, at)).code).toBe(0);
      await register.control({ excluded: [] });
      at.app.registers.personChanged(player.id);
      expect((await bet(player, at)).code).toBe(0);
    } finally {
      await at.close();
    }
  },
);

test.each([
  "silent",
  "slow",
  "lying",
  "half-answer",
  "wrong-id",
  "error",
  "html",
  "redirect",
  "flood",
] as const)(
  "a register that is %s closes play and recharges; money can leave, and play opens again",
  async (mode) => {
    await register.control({ mode });
    const player = await enrol();
    const startedAt = performance.now();
    const refused = await bet(player);
    expect(performance.now() - startedAt).toBeLessThan(HANGS_MS);
    expect(refused).toMatchObject({ code: UNAVAILABLE, data: { retryAfterSeconds: 1 } });
    expect((await recharge(player)).code).toBe(UNAVAILABLE);
    expect((await withdraw(player)).code).toBe(0);
    // A redirect was not followed, and a player's next try within a second asked nobody.
    expect((await register.state()).questions).toBe(1);
    await register.control({ mode: "right" });
    now += 1_000;
    expect(await codesOf(player)).toEqual([0, 0]);
  },
);

test("a register that nobody reaches closes play and recharges until it is there again", async () => {
  const port = await freePort();
  const lonely = await openWith(`http://127.0.0.1:${port}/`);
  try {
    const player = await enrol(JOHN, lonely);
    expect((await bet(player, lonely)).code).toBe(UNAVAILABLE);
    expect((await recharge(player, undefined, lonely)).code).toBe(UNAVAILABLE);
    expect((await withdraw(player, lonely)).code).toBe(0);
    const late = await startRegister("exclusion", { port, token: TOKEN });
    now += 1_000;
    expect((await bet(player, lonely)).code).toBe(0);
    await late.kill();
  } finally {
    await lonely.close();
  }
});

test("two hundred bets of a session at once ask once", async () => {
  const player = await enrol();
  await server.app.draws.tick();
  const slip = await slipOfOneBet(server);
  const replies = await Promise.all(
    Array.from({ length: 200 }, () => server.player("POST", ORDER_PATH, player.token, slip)),
  );
  expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([0]));
  expect((await register.state()).asked).toMatchObject([{ path: "/", ...JOHN }]);
});

test("forty windows of one player wait for one question while the register is silent, and hammer nobody", async () => {
  await register.control({ mode: "silent" });
  const player = await enrol();
  await server.app.draws.tick();
  const slip = await slipOfOneBet(server);
  const replies = await Promise.all(
    Array.from({ length: 40 }, () => server.player("POST", ORDER_PATH, player.token, slip)),
  );
  expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([UNAVAILABLE]));
  expect((await register.state()).questions).toBe(1);
});

test("whoever has not said who they are is asked to, and plays at once when they have", async () => {
  const player = await enrol(null);
  expect(await codesOf(player)).toEqual([PERSON_NEEDED, PERSON_NEEDED]);
  expect((await withdraw(player)).code).toBe(0);
  persons.set(player.id, JOHN);
  expect(await codesOf(player)).toEqual([0, 0]);
});

test("each login asks anew, early, so that no bet waits; an exclusion that began since is found", async () => {
  const player = await enrol();
  expect((await bet(player)).code).toBe(0);
  await register.control({ excluded: [JOHN_S_LINE], forget: true });
  // The session goes on with what was said of it.
  expect((await bet(player)).code).toBe(0);
  expect((await register.state()).questions).toBe(0);
  const second = await login(player.username);
  await until(async () => (await register.state()).questions === 1);
  expect((await bet({ token: second })).code).toBe(EXCLUDED);
  expect((await register.state()).questions).toBe(1);
});

test("EXCLUSION_REGISTER_MINUTES bounds how long a session plays on an old answer", async () => {
  const player = await enrol();
  expect((await bet(player)).code).toBe(0);
  await register.control({ excluded: [JOHN_S_LINE], forget: true });
  now += HOUR_MS - 1;
  expect((await bet(player)).code).toBe(0);
  now += 1;
  expect((await bet(player)).code).toBe(EXCLUDED);
  expect((await register.state()).questions).toBe(1);
});

test("what was said of a session ends with it, and of a player with the name", async () => {
  const player = await enrol();
  expect((await bet(player)).code).toBe(0);
  await register.control({ excluded: ["1985-05-05 Jane Roe"], forget: true });
  persons.set(player.id, { realName: "Jane Roe", birthDate: "1985-05-05" });
  server.app.registers.personChanged(player.id);
  expect((await bet(player)).code).toBe(EXCLUDED);
  await server.player("POST", "/api/user/logout", player.token, {});
  await register.control({ excluded: [], forget: true });
  expect((await bet({ token: await login(player.username) })).code).toBe(0);
});

test("a retry of an accepted recharge is answered as before, whatever the register says by now", async () => {
  const player = await enrol();
  const first = await recharge(player, "the-same-key-of-one-attempt");
  expect(first.code).toBe(0);
  await register.control({ excluded: [JOHN_S_LINE] });
  server.app.registers.personChanged(player.id);
  expect((await recharge(player)).code).toBe(EXCLUDED);
  expect((await recharge(player, "the-same-key-of-one-attempt")).data).toEqual(first.data);
});

test("the register is asked with its token, and never without", async () => {
  const wrong = await fetch(register.url, { method: "POST", body: JSON.stringify({ id: "1", ...JOHN }) });
  expect(wrong.status).toBe(401);
  expect((await bet(await enrol())).code).toBe(0);
});

test("the operator sees how questions ended and how long they took", async () => {
  const { body } = await server.app.ops.inject({ method: "GET", url: "/metrics" });
  for (const outcome of ["answered", "late", "status", "invalid", "other", "unreachable"])
    expect(body).toMatch(
      new RegExp(`lotus_register_answers_total\\{register="exclusion",outcome="${outcome}"\\} [1-9]`, "u"),
    );
  expect(body).toMatch(/lotus_register_seconds_count\{register="exclusion"\} [1-9]/u);
  // Nothing of a person is measured.
  expect(body).not.toContain(JOHN.realName);
});

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setImmediate(resolve));
}
