import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { makeKeys } from "../settings/keys.ts";
import { type DeskServer, openDeskServer, type Reply } from "../testing/desk-server.ts";
import { operator, wrongBooks } from "../testing/recharges.ts";
import { type RegisterProcess, type RegisterState, startRegister } from "../testing/register-process.ts";
import {
  advanceTestClock,
  openTestDatabase,
  setTestClock,
  type TestDatabase,
} from "../testing/test-database.ts";
import { DEMO_CHANNEL } from "../wallet/channels/demo.ts";
import { requestRecharge } from "../wallet/recharges/request-recharge.ts";
import type { Person } from "./person.ts";

/** The deposit register as a process of its own, before and after the recharges of a whole server. */

const TOKEN = "the-register-s-own-token";
const ANSWER_MS = 1_000;
/** A request that waits for a silent register takes longer, even on a slow machine. */
const HANGS_MS = 30_000;
const MINUTE_MS = 60_000;
const NOW = Date.UTC(2026, 10, 24, 9);
const OVER_LIMIT = 2033;
const UNAVAILABLE = 3032;
const PERSON_NEEDED = 3033;

let register: RegisterProcess;
let base: TestDatabase;
let server: DeskServer;
/** Whether the server "crashes" once the register holds an amount. */
let crashes = false;
const keys = makeKeys((length) => new Uint8Array(randomBytes(length)));
const persons = new Map<bigint, Person>();
beforeAll(async () => {
  base = await openTestDatabase(16);
  register = await startRegister("deposits", { token: TOKEN });
  await setTestClock(base.owner, NOW);
  server = await openDeskServer(
    {
      DEPOSIT_REGISTER_URL: register.url,
      DEPOSIT_REGISTER_TOKEN: TOKEN,
      RECHARGE_MAX_PENDING: "50",
      TURNOVER_PERCENT: "0",
    },
    { base, keys },
    undefined,
    {
      registers: {
        personOf: (playerId) => Promise.resolve(persons.get(playerId) ?? null),
        answerMs: ANSWER_MS,
        fault: () => {
          if (crashes) throw new Error("the server ended here");
        },
      },
    },
  );
});
afterAll(async () => {
  await server.close();
  await base.close();
  await register.kill();
});
beforeEach(async () => {
  crashes = false;
  await register.control({ mode: "right", limit: "1000.00", forget: true });
  await setTestClock(base.owner, NOW);
  await base.owner.query(FORGET_ALL);
});

/** What other tests have not sent. */
const FORGET_ALL = sql`DELETE FROM deposit_reservation`;

interface Player {
  readonly id: bigint;
  readonly token: string;
}

let players = 0;
/** A player who is a person of their own. */
async function enrol(): Promise<Player> {
  const player = await server.enrol(`depositor_${(players += 1)}`);
  persons.set(player.id, { realName: `Depositor ${players}`, birthDate: "1990-01-31" });
  return player;
}

const recharge = (
  { token }: Player,
  { amount = "100.00", channel = "demo", key }: { amount?: string; channel?: string; key?: string } = {},
): Promise<Reply> =>
  server.player("POST", "/api/user/makeOrder", token, { type: "recharge", amount, channel_id: channel }, key);

const ofOrder = async (orderNo: string): Promise<NonNullable<RegisterState["orders"]>[number] | undefined> =>
  (await register.state()).orders?.find((order) => order.orderNo === orderNo);
const ofPlayer = async ({ id }: Player): Promise<NonNullable<RegisterState["orders"]>> => {
  const name = persons.get(id)?.realName.toLowerCase() ?? "";
  return (await register.state()).orders?.filter(({ account }) => account?.endsWith(` ${name}`)) ?? [];
};
const idOf = (orderNo: string): bigint => BigInt(orderNo.slice(1));

const ROWS = sql`SELECT state, ordered, step, told FROM deposit_reservation WHERE player_id = $1 ORDER BY recharge_id`;
const rowsOf = ({ id }: Player) => base.db.query(ROWS, [id]);

const ORDERS = sql`SELECT count(*)::int AS count FROM money_order WHERE player_id = $1`;
const ordersOf = async ({ id }: Player): Promise<number> =>
  (await base.db.query<{ count: number }>(ORDERS, [id]))[0]?.count ?? -1;

/** Sends until the clock has passed every wait between tries. */
async function tellAll(): Promise<number> {
  await advanceTestClock(base.owner, 10 * MINUTE_MS);
  return server.app.registers.tellDeposits();
}

test("de: parallel recharges come to the month's limit over all houses and no further, and it is told what is left", async () => {
  const player = await enrol();
  const replies = await Promise.all(Array.from({ length: 25 }, () => recharge(player, { amount: "95.00" })));
  expect(replies.filter(({ code }) => code === 0)).toHaveLength(10);
  const refused = replies.filter(({ code }) => code !== 0);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set([OVER_LIMIT]));
  expect(refused[0]).toMatchObject({ data: { left: "50.00" } });
  expect(refused[0]?.msg).toContain("50.00");
  expect(await recharge(player, { amount: "50.00" })).toMatchObject({ code: 0 });
  expect(await recharge(player, { amount: "1.00" })).toMatchObject({
    code: OVER_LIMIT,
    data: { left: "0.00" },
  });
  await tellAll();
  const orders = await ofPlayer(player);
  expect(orders).toHaveLength(11);
  expect(new Set(orders.map(({ state }) => state))).toEqual(new Set(["confirmed"]));
  expect(await ordersOf(player)).toBe(11);
  // What other houses took counts too: the register has the sum, not this server.
  await register.control({ limit: "2000.00" });
  expect((await recharge(player)).code).toBe(0);
  expect(await wrongBooks(base.db)).toEqual([]);
});

test("the register is asked for the person, the number of the recharge, the amount and the month of the house", async () => {
  // In Hanoi it is December already.
  await setTestClock(base.owner, Date.UTC(2026, 10, 30, 18));
  const player = await enrol();
  const { data } = await recharge(player);
  const { asked } = await register.state();
  expect(asked).toMatchObject([
    {
      path: "/reserve",
      id: expect.stringMatching(/^[0-9a-f]{32}$/u),
      orderNo: data.orderNo,
      ...persons.get(player.id),
      amount: "100.00",
      currency: "VND",
      month: "2026-12",
    },
  ]);
});

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
] as const)("a register that is %s: no recharge, money can leave, and nothing stays held", async (mode) => {
  const player = await enrol();
  expect((await recharge(player, { amount: "600.00" })).code).toBe(0);
  await register.control({ mode });
  const startedAt = performance.now();
  expect(await recharge(player, { amount: "200.00" })).toMatchObject({
    code: UNAVAILABLE,
    data: { retryAfterSeconds: 1 },
  });
  expect(performance.now() - startedAt).toBeLessThan(HANGS_MS);
  expect(await ordersOf(player)).toBe(1);
  expect((await withdraw(player)).code).toBe(0);
  await register.control({ mode: "right" });
  await tellAll();
  expect(await rowsOf(player)).toMatchObject([{ state: "confirmed", step: 1, told: 1 }]);
  // A reserve that was not answered in time holds nothing of the 400.00 that are left.
  expect((await recharge(player, { amount: "400.00" })).code).toBe(0);
});

async function withdraw(player: Player): Promise<Reply> {
  const card = String(2_000_000_000 + Number(player.id));
  const bound = await server.player("POST", "/api/user/bindBankCard", player.token, {
    real_name: "John Doe",
    bank_name: "A Bank",
    card_no: card,
    card_no_confirmation: card,
    trans_password: "135790",
  });
  const money = { amount: "100.00", addr_id: bound.data.id, trans_password: "135790" };
  return server.player("POST", "/api/user/makeOrder", player.token, { type: "withdrawal", ...money });
}

test("a crash between the reservation and the recharge: what the register holds is released", async () => {
  const player = await enrol();
  crashes = true;
  expect((await recharge(player, { amount: "1000.00" })).code).not.toBe(0);
  crashes = false;
  expect(await ordersOf(player)).toBe(0);
  expect(await ofPlayer(player)).toMatchObject([{ state: "reserved", amount: "1000.00" }]);
  expect((await recharge(player)).code).toBe(OVER_LIMIT);
  // Within its time, a request may still become a recharge.
  expect(await server.app.registers.tellDeposits()).toBe(0);
  await advanceTestClock(base.owner, MINUTE_MS + 1);
  expect(await server.app.registers.tellDeposits()).toBe(1);
  expect(await ofPlayer(player)).toMatchObject([{ state: "released" }]);
  expect(await rowsOf(player)).toEqual([]);
  expect((await recharge(player, { amount: "1000.00" })).code).toBe(0);
});

test("a retry after a crash goes on with what was reserved for it", async () => {
  const player = await enrol();
  const key = "one-attempt-of-a-recharge";
  crashes = true;
  await recharge(player, { amount: "1000.00", key });
  crashes = false;
  const { code, data } = await recharge(player, { amount: "1000.00", key });
  expect(code).toBe(0);
  expect(await ofPlayer(player)).toMatchObject([{ orderNo: data.orderNo, state: "reserved" }]);
});

test("a request whose reservation was given back meanwhile makes no recharge", async () => {
  const player = await enrol();
  const { reserveDeposit } = server.app.registers;
  const reservation = await reserveDeposit?.({ playerId: player.id, amount: 100_00n, key: "k" });
  expect(reservation).toMatchObject({ outcome: "reserved" });
  await advanceTestClock(base.owner, MINUTE_MS + 1);
  await server.app.registers.tellDeposits();
  expect(await ofPlayer(player)).toMatchObject([{ state: "released" }]);
  const orderId = reservation?.outcome === "reserved" ? reservation.orderId : 0n;
  const outcome = await requestRecharge(base.db, {
    playerId: player.id,
    amount: 100_00n,
    channel: DEMO_CHANNEL,
    channelName: "",
    key: "k",
    bodyHash: randomBytes(32),
    maxPending: 1,
    rules: { depositLimitsObligatory: false },
    entropy: { bytes: randomBytes },
    checkClock: () => Promise.resolve(),
    reserved: orderId,
  });
  expect(outcome).toEqual({ outcome: "reservation-lost" });
  expect(await ordersOf(player)).toBe(0);
});

test("one request sent ten times at once reserves once", async () => {
  const player = await enrol();
  const key = "ten-times-the-same-request";
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => recharge(player, { amount: "900.00", key })),
  );
  expect(new Set(replies.map(({ data }) => data.orderNo)).size).toBe(1);
  await tellAll();
  expect(await ofPlayer(player)).toMatchObject([{ state: "confirmed", amount: "900.00" }]);
  expect(await ordersOf(player)).toBe(1);
});

test("a recharge that the house refuses holds nothing", async () => {
  const player = await enrol();
  await server.player("POST", "/api/user/limits", player.token, {
    kind: "deposit",
    window: "day",
    amount: "50.00",
  });
  expect((await recharge(player)).code).toBe(3015);
  await tellAll();
  expect(await ofPlayer(player)).toMatchObject([{ state: "released" }]);
  expect(await rowsOf(player)).toEqual([]);
});

test("expired, and paid after all: the release and the confirmation reach the register whatever it does meanwhile", async () => {
  const player = await enrol();
  const { data } = await recharge(player, { channel: "bank", amount: "300.00" });
  expect(await ofOrder(data.orderNo)).toMatchObject({ state: "reserved" });
  expect(await rowsOf(player)).toMatchObject([{ state: "held", step: 0 }]);
  await advanceTestClock(base.owner, 31 * MINUTE_MS);
  await register.control({ mode: "error" });
  expect(await server.app.wallet.recharges.sweep()).toBeGreaterThan(0);
  expect(await server.app.registers.tellDeposits()).toBe(0);
  expect(await rowsOf(player)).toMatchObject([{ state: "released", step: 1, told: 0 }]);
  // Not again at once: a register in trouble is left more time after each try.
  await register.control({ forget: true });
  await server.app.registers.tellDeposits();
  await server.app.registers.tellDeposits();
  expect((await register.state()).questions).toBe(0);
  await register.control({ mode: "right" });
  await tellAll();
  expect(await ofOrder(data.orderNo)).toMatchObject({ state: "released", step: 1 });
  // The money came after all: it counts, even beyond the limit.
  await register.control({ mode: "silent", limit: "10.00" });
  expect((await server.app.wallet.recharges.passLate(idOf(data.orderNo), operator())).outcome).toBe("done");
  await tellAll();
  await register.control({ mode: "right" });
  await tellAll();
  expect(await ofOrder(data.orderNo)).toMatchObject({ state: "confirmed", step: 2, amount: "300.00" });
  expect(await rowsOf(player)).toMatchObject([{ state: "confirmed", step: 2, told: 2 }]);
});

test("a cancelled recharge is released, and one that the desk passes with another amount counts with what came", async () => {
  const player = await enrol();
  const given = await recharge(player, { channel: "bank", amount: "300.00" });
  await server.player("POST", "/api/user/cancelRecharge", player.token, { order_no: given.data.orderNo });
  const partly = await recharge(player, { channel: "bank", amount: "300.00" });
  const { recharges } = server.app.wallet;
  expect((await recharges.passWith(idOf(partly.data.orderNo), 120_00n, operator())).outcome).toBe("done");
  await tellAll();
  expect(await ofOrder(given.data.orderNo)).toMatchObject({ state: "released" });
  expect(await ofOrder(partly.data.orderNo)).toMatchObject({ state: "confirmed", amount: "120.00" });
});

test("messages that come late or twice change nothing: of an order the highest step counts", async () => {
  const ask = async (path: string, question: object): Promise<{ status: number; outcome?: string }> => {
    const reply = await fetch(register.url + path, {
      method: "POST",
      headers: { Authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify({ id: "1", orderNo: "R1", ...question }),
    });
    const body: { outcome?: string } = JSON.parse(await reply.text());
    return { status: reply.status, ...body };
  };
  const deposit = { realName: "Late Person", birthDate: "1990-01-31", amount: "10.00", month: "2026-11" };
  expect(await ask("/release", { step: 1 })).toMatchObject({ outcome: "done" });
  // A reserve on its way longer than two seconds holds nothing any more.
  expect(await ask("/reserve", deposit)).toMatchObject({ status: 409 });
  expect(await ask("/confirm", { step: 2, amount: "10.00" })).toMatchObject({ outcome: "done" });
  expect(await ask("/release", { step: 1 })).toMatchObject({ outcome: "done" });
  expect(await ofOrder("R1")).toMatchObject({ state: "confirmed", step: 2 });
});

test("whoever has not said who they are recharges nothing", async () => {
  const player = await enrol();
  persons.delete(player.id);
  expect((await recharge(player)).code).toBe(PERSON_NEEDED);
  expect(await rowsOf(player)).toEqual([]);
});

test("the operator sees that ends of recharges wait for the register", async () => {
  const player = await enrol();
  expect((await recharge(player)).code).toBe(0);
  await advanceTestClock(base.owner, 90_000);
  expect(await behind()).toBe(90);
  await tellAll();
  expect(await behind()).toBe(0);
});

/** The metric, as it is scraped. */
async function behind(): Promise<number> {
  const { body } = await server.app.ops.inject({ method: "GET", url: "/metrics" });
  return Number(/^lotus_deposit_register_behind_seconds (\S+)$/mu.exec(body)?.[1]);
}

test("without a register a recharge reserves nothing", async () => {
  const plain = await openDeskServer({}, { base, keys });
  try {
    const player = await plain.enrol("no_register");
    const reply = await plain.player("POST", "/api/user/makeOrder", player.token, {
      type: "recharge",
      amount: "100.00",
      channel_id: "demo",
    });
    expect(reply.code).toBe(0);
    expect(await rowsOf(player)).toEqual([]);
    expect(plain.app.registers.mayPlay).toBeNull();
    expect(plain.app.registers.reserveDeposit).toBeNull();
  } finally {
    await plain.close();
  }
});
