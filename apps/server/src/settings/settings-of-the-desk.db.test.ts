import { CODES } from "@lotus/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addPeriod } from "../testing/add-period.ts";
import { sql } from "../db/database.ts";
import { openDeskServer, type DeskServer, type Reply } from "../testing/desk-server.ts";

/** What operators may do alone and how much of it in a day, set otherwise than a server comes, and seen over HTTP. */

// As if another operator had given them new credentials, with a second one's word.
const CHANGED = sql`
  INSERT INTO operator_request (kind, operator_id, name, role, reason, status, asked_by, asked, expires, decided_by, decided)
  SELECT 'reissue', $1, NULL, NULL, '', 'confirmed', $2, at, at, $3, at FROM (SELECT house_clock() AS at) AS moment`;

let server: DeskServer;
let apart: DeskServer;
beforeAll(async () => {
  server = await openDeskServer({
    GIFT_FOUR_EYES_ABOVE: "40.00",
    GIFT_MAX: "90.00",
    DESK_OPERATOR_DAY_RECHARGES: "150.00",
    DESK_OPERATOR_DAY_WITHDRAWALS: "160.00",
    DESK_OPERATOR_DAY_GIFTS: "50.00",
    DESK_PLAYER_DAY_RECHARGES: "130.00",
    DESK_PLAYER_DAY_WITHDRAWALS: "140.00",
    DESK_PLAYER_DAY_GIFTS: "45.00",
    DESK_OPERATOR_DAY_VOIDS: "0",
    DESK_SEPARATION_DAYS: "0",
    OPERATOR_NEW_DAYS: "0",
    TURNOVER_PERCENT: "0",
    RECHARGE_MAX_PENDING: "10",
    WITHDRAWAL_MAX_PENDING: "10",
  });
  apart = await openDeskServer({ TURNOVER_PERCENT: "0" });
});
afterAll(async () => {
  await server.close();
  await apart.close();
});

let people = 0;
const enrol = (at = server) => at.enrol(`guest_${(people += 1)}`);
/** Operators who have done nothing yet. */
const fresh = (role: "cashier" | "risk", at = server): Promise<string> => at.as(role, 50 + (people += 1));

async function recharge(token: string, amount: string, at = server): Promise<string> {
  const body = { type: "recharge", amount, channel_id: "bank" };
  return (await at.player("POST", "/api/user/makeOrder", token, body)).data.orderNo;
}

const pass = (
  kind: "recharges" | "withdrawals",
  orderNo: string,
  operator: string,
  at = server,
): Promise<Reply> =>
  at.desk("POST", `/desk/api/${kind}/${orderNo}/pass`, operator, { reason: "a test of it" });

/** Withdrawals of a new player whose money was not passed by an operator. */
async function withdrawals(amounts: readonly string[]): Promise<string[]> {
  const { token } = await enrol();
  const money = { type: "recharge", amount: "1000.00", channel_id: "demo" };
  await server.player("POST", "/api/user/makeOrder", token, money);
  return await withdrawalsOf(token, amounts, server);
}

async function withdrawalsOf(token: string, amounts: readonly string[], at: DeskServer): Promise<string[]> {
  const card = String(7_000_000_000 + people);
  const bound = await at.player("POST", "/api/user/bindBankCard", token, {
    real_name: "Nguyen Van An",
    bank_name: "Vietcombank",
    card_no: card,
    card_no_confirmation: card,
    trans_password: "135790",
  });
  const found: string[] = [];
  for (const amount of amounts) {
    const body = { type: "withdrawal", amount, addr_id: bound.data.id, trans_password: "135790" };
    found.push((await at.player("POST", "/api/user/makeOrder", token, body)).data.orderNo);
  }
  return found;
}

const waits = (reply: Reply): boolean | number => (reply.code === 0 ? reply.data.waitsForSecond : reply.code);

test("DESK_PLAYER_DAY_RECHARGES, DESK_OPERATOR_DAY_RECHARGES: what one operator passes of one player's recharges, and of all", async () => {
  const [one, other, operator] = [await enrol(), await enrol(), await fresh("cashier")];
  const pass100 = async (token: string, amount: string): Promise<boolean | number> =>
    waits(await pass("recharges", await recharge(token, amount), operator));
  expect(await pass100(one.token, "100.00")).toBe(false);
  // 30.00 are left of the player's day, and 50.00 of the operator's.
  expect(await pass100(one.token, "31.00")).toBe(true);
  expect(await pass100(other.token, "51.00")).toBe(true);
  expect(await pass100(other.token, "50.00")).toBe(false);
});

test("DESK_PLAYER_DAY_WITHDRAWALS, DESK_OPERATOR_DAY_WITHDRAWALS: and of their withdrawals", async () => {
  const operator = await fresh("cashier");
  const [hundred = "", more = ""] = await withdrawals(["100.00", "50.00"]);
  const [over = "", within = ""] = await withdrawals(["61.00", "60.00"]);
  expect(waits(await pass("withdrawals", hundred, operator))).toBe(false);
  expect(waits(await pass("withdrawals", more, operator))).toBe(true);
  expect(waits(await pass("withdrawals", over, operator))).toBe(true);
  expect(waits(await pass("withdrawals", within, operator))).toBe(false);
});

test("GIFT_MAX, GIFT_FOUR_EYES_ABOVE, DESK_PLAYER_DAY_GIFTS, DESK_OPERATOR_DAY_GIFTS: what one operator gives", async () => {
  const [one, other, third, operator] = [await enrol(), await enrol(), await enrol(), await fresh("risk")];
  const give = async (id: bigint, amount: string): Promise<boolean | number> =>
    waits(
      await server.desk("POST", `/desk/api/players/${id}/gifts`, operator, {
        amount,
        reason: "a test of it",
      }),
    );
  expect(await give(one.id, "90.01")).toBe(CODES.AMOUNT_ABOVE_MAX);
  expect(await give(third.id, "40.01")).toBe(true);
  expect(await give(one.id, "40.00")).toBe(false);
  // 5.00 are left of the player's day, and 10.00 of the operator's.
  expect(await give(one.id, "5.01")).toBe(true);
  expect(await give(other.id, "10.01")).toBe(true);
  expect(await give(other.id, "10.00")).toBe(false);
});

test("DESK_OPERATOR_DAY_VOIDS: how many periods one operator has a part in voiding", async () => {
  const period = await addPeriod(server, 1);
  const voided = await server.desk("POST", `/desk/api/periods/${period}/void`, await fresh("risk"), {
    reason: "a test of it",
  });
  expect(voided.code).toBe(CODES.DAY_SUM_SPENT);
});

test("DESK_SEPARATION_DAYS: for so many days who passed a recharge passes none of that player's withdrawals", async () => {
  const outcome = async (at: DeskServer): Promise<boolean | number> => {
    const [operator, player] = [await fresh("cashier", at), await enrol(at)];
    expect(waits(await pass("recharges", await recharge(player.token, "100.00", at), operator, at))).toBe(
      false,
    );
    const [order = ""] = await withdrawalsOf(player.token, ["60.00"], at);
    return waits(await pass("withdrawals", order, operator, at));
  };
  expect([await outcome(server), await outcome(apart)]).toEqual([false, CODES.KEPT_APART]);
});

test("OPERATOR_NEW_DAYS: for so many days an operator whose access was changed is nobody's second person", async () => {
  const outcome = async (at: DeskServer): Promise<boolean | number> => {
    const [first, second, player] = [await fresh("cashier", at), await fresh("cashier", at), await enrol(at)];
    const order = await recharge(player.token, "30000.00", at);
    expect(waits(await pass("recharges", order, first, at))).toBe(true);
    const idOf = async (token: string): Promise<bigint> =>
      BigInt((await at.desk("GET", "/desk/api/session/me", token)).data.operator.id);
    const [admin, risk] = [await idOf(await at.as("admin")), await idOf(await at.as("risk"))];
    await at.base.owner.query(CHANGED, [await idOf(second), admin, risk]);
    return waits(await pass("recharges", order, second, at));
  };
  expect([await outcome(server), await outcome(apart)]).toEqual([false, CODES.SECOND_TOO_NEW]);
});
