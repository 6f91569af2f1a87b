import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import { openTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { checkBooks } from "../../ledger/ledger.ts";
import { makeKeys } from "../../settings/keys.ts";
import {
  balanceOf,
  type DeskPlayer,
  enrolWithCard,
  orderBankRecharge,
  orderWithdrawal,
  type PlayerWithCard,
  sendBankNotice,
} from "../../testing/desk-players.ts";
import { openDeskServer, type DeskServer, type Reply } from "../../testing/desk-server.ts";
import { addPeriod } from "../../testing/add-period.ts";

/**
 * Daily limits of one operator and actions that one operator must not combine, on two nodes.
 */

const SECRET = "what-the-bank-signs-its-notices-with";
const SETTINGS = {
  RECHARGE_BANK_ACCOUNT: "0011001234567",
  RECHARGE_BANK_NAME: "A Bank",
  RECHARGE_BANK_PAYEE: "LOTUS",
  RECHARGE_BANK_NOTICE_SECRET: SECRET,
  RECHARGE_MAX_PENDING: "100",
  WITHDRAWAL_MAX_PENDING: "100",
  TURNOVER_PERCENT: "0",
  DESK_OPERATOR_DAY_VOIDS: "3",
};

let base: TestDatabase;
let server: DeskServer;
let other: DeskServer;
beforeAll(async () => {
  base = await openTestDatabase();
  const node = { base, keys: makeKeys((length) => crypto.getRandomValues(new Uint8Array(length))) };
  server = await openDeskServer(SETTINGS, node);
  other = await openDeskServer(SETTINGS, node);
});
afterAll(async () => {
  await server.close();
  await other.close();
  await base.close();
});

const [DONE, STATE, KEPT_APART, SPENT] = [0, 8002, 8022, 8024];
const reason = "a test of it";
const post = (path: string, token: string, body: object = {}, node = server): Promise<Reply> =>
  node.desk("POST", `/desk/api/${path}`, token, body);

let people = 0;
/** Each test uses new operators, without earlier actions. */
const fresh = (role: "cashier" | "risk" | "admin"): Promise<string> => {
  people += 1;
  return server.as(role, 100 + people);
};
async function enrol(): Promise<DeskPlayer> {
  people += 1;
  return await server.enrol(`person_${people}`);
}

const recharge = (player: DeskPlayer, amount: string) => orderBankRecharge(server, player, amount);
const funded = (amount: string) => {
  people += 1;
  return enrolWithCard(server, `person_${people}`, amount);
};
const withdrawal = (player: PlayerWithCard, amount: string) => orderWithdrawal(server, player, amount);
/** Makes a player one who was invited by another, as no server can. */
async function inviteBy(id: bigint, inviter: bigint): Promise<void> {
  await base.owner.transaction(async (tx) => {
    await tx.query(sql`ALTER TABLE player DISABLE TRIGGER player_inviter_kept`);
    await tx.query(sql`UPDATE player SET inviter_id = $2 WHERE id = $1`, [id, inviter]);
    await tx.query(sql`ALTER TABLE player ENABLE TRIGGER player_inviter_kept`);
  });
}
async function invitedBy(inviter: bigint): Promise<bigint> {
  const { id } = await enrol();
  await inviteBy(id, inviter);
  return id;
}
const notice = (id: string, amount: number, reference: string) =>
  sendBankNotice(server, SECRET, { id, amount, reference });
const balanceOfPlayer = (player: DeskPlayer) => balanceOf(server, player);
const idOf = async (token: string): Promise<bigint> =>
  BigInt((await server.desk("GET", "/desk/api/session/me", token)).data.operator.id);
const waits = (reply: Reply): boolean | number =>
  reply.code === DONE ? reply.data.waitsForSecond : reply.code;

/** Inserts an earlier action. */
async function did(
  token: string,
  what: { action: string; player: DeskPlayer; alone: bigint; ago: string },
): Promise<void> {
  await base.owner.query(
    sql`INSERT INTO desk_duty (at, operator_id, action, player_id, alone)
        VALUES (house_clock() - $5::interval, $1, $2, $3, $4)`,
    [await idOf(token), what.action, what.player.id, what.alone, what.ago],
  );
}

describe("recharges that no signed notice tells of", () => {
  test("four of 20,000.00 by one cashier: one passes, the others wait for a second person, and the desk says so before", async () => {
    const [cashier, player] = [await fresh("cashier"), await enrol()];
    const orders: string[] = [];
    for (let count = 0; count < 4; count += 1) orders.push(await recharge(player, "20000.00"));
    const before = await server.desk("GET", `/desk/api/recharges/${orders[0]}`, cashier);
    expect(before.data).toMatchObject({ needsTwo: false, twoBecause: null, player: { status: "active" } });
    const replies: Reply[] = [];
    for (const order of orders) replies.push(await post(`recharges/${order}/pass`, cashier));
    expect(replies.map(waits)).toEqual([false, true, true, true]);
    expect(await balanceOfPlayer(player)).toBe("20000.00");
    const after = await server.desk(
      "GET",
      `/desk/api/recharges?player_id=${player.id}&status=pendingReview`,
      cashier,
    );
    expect(after.data.list).toHaveLength(3);
    for (const order of after.data.list)
      expect(order).toMatchObject({
        needsTwo: true,
        twoBecause: "player",
        bounds: {
          single: "20000.00",
          operator: { used: "20000.00", most: "100000.00" },
          player: { used: "20000.00", most: "20000.00" },
        },
      });
    // With a second person it counts towards neither operator's sum.
    expect(waits(await post(`recharges/${orders[1]}/pass`, await fresh("cashier")))).toBe(false);
    const now = await server.desk("GET", `/desk/api/alone?player_id=${player.id}`, cashier);
    expect(now.data.recharges.player.used).toBe("20000.00");
  });

  test("many small ones for many players, in parallel on two nodes: the sum of the operator holds", async () => {
    const cashier = await fresh("cashier");
    await did(cashier, {
      action: "recharge.passLate",
      player: await enrol(),
      alone: 99_000_00n,
      ago: "23 hours 59 minutes",
    });
    const orders: string[] = [];
    for (let count = 0; count < 25; count += 1) orders.push(await recharge(await enrol(), "100.00"));
    const replies = await Promise.all(
      orders.map((order, at) => post(`recharges/${order}/pass`, cashier, {}, at % 2 === 0 ? server : other)),
    );
    expect(replies.map(waits).filter((word) => word === false)).toHaveLength(10);
    expect(replies.map(waits).filter((word) => word === true)).toHaveLength(15);
    const list = await server.desk("GET", "/desk/api/recharges?status=pendingReview", cashier);
    expect(list.data.list[0]).toMatchObject({ needsTwo: true, twoBecause: "operator" });
  });

  test("two cashiers alternating on two nodes: the sum of the player holds, whoever passes", async () => {
    const [one, two, player] = [await fresh("cashier"), await fresh("admin"), await enrol()];
    const orders: string[] = [];
    for (let count = 0; count < 20; count += 1) orders.push(await recharge(player, "2000.00"));
    const replies = await Promise.all(
      orders.map((order, at) =>
        post(`recharges/${order}/pass`, at % 2 === 0 ? one : two, {}, at % 2 === 0 ? server : other),
      ),
    );
    expect(replies.filter((reply) => waits(reply) === false)).toHaveLength(10);
    expect(await balanceOfPlayer(player)).toBe("20000.00");
  });

  test("another amount, a late pass and a cancelled approval in between count all the same", async () => {
    const [cashier, player] = [await fresh("cashier"), await enrol()];
    const first = await recharge(player, "10.00");
    expect(waits(await post(`recharges/${first}/passWith`, cashier, { amount: "15000.00", reason }))).toBe(
      false,
    );
    const second = await recharge(player, "6000.00");
    expect(waits(await post(`recharges/${second}/pass`, cashier))).toBe(true);
    expect((await post(`recharges/${second}/cancel`, cashier, { reason })).code).toBe(DONE);
    expect(waits(await post(`recharges/${second}/passLate`, cashier, { reason }))).toBe(true);
    expect(await balanceOfPlayer(player)).toBe("15000.00");
  });

  test("what was passed a day ago counts no more, to the moment; and midnight is nothing", async () => {
    const [cashier, player] = [await fresh("cashier"), await enrol()];
    await did(cashier, { action: "recharge.pass", player, alone: 20_000_00n, ago: "24 hours 1 second" });
    expect(waits(await post(`recharges/${await recharge(player, "15000.00")}/pass`, cashier))).toBe(false);
    await did(cashier, { action: "recharge.pass", player, alone: 1n, ago: "23 hours 59 minutes 58 seconds" });
    expect(waits(await post(`recharges/${await recharge(player, "5000.00")}/pass`, cashier))).toBe(true);
    expect(waits(await post(`recharges/${await recharge(player, "4999.99")}/pass`, cashier))).toBe(false);
  });

  test("what a signed notice tells of counts to no sum; what a person matched does", async () => {
    const [cashier, player] = [await fresh("cashier"), await enrol()];
    const noticed = await recharge(player, "30000.00");
    await notice("told", 25_000_000, noticed);
    expect(waits(await post(`recharges/${noticed}/passWith`, cashier, { amount: "25000.00", reason }))).toBe(
      false,
    );
    expect((await server.desk("GET", "/desk/api/alone", cashier)).data.recharges.operator.used).toBe("0.00");
    const matched = await recharge(player, "15000.00");
    await notice("found", 15_000_000, "nothing to go by");
    const { data } = await server.desk("GET", "/desk/api/paymentNotices?state=open", cashier);
    const path = `paymentNotices/${data.list[0].id}/match`;
    expect((await post(path, cashier, { order_no: matched, reason })).code).toBe(DONE);
    const other = await fresh("cashier");
    expect(waits(await post(`recharges/${matched}/pass`, other))).toBe(false);
    expect((await server.desk("GET", "/desk/api/alone", other)).data.recharges.operator.used).toBe(
      "15000.00",
    );
  });
});

describe("gifts", () => {
  test("twenty of 500.00 by one risk operator in a second, on two nodes: what the day allows is given, the rest waits", async () => {
    const risk = await fresh("risk");
    const players: DeskPlayer[] = [];
    for (let count = 0; count < 20; count += 1) players.push(await enrol());
    const replies = await Promise.all(
      players.map(({ id }, at) =>
        post(`players/${id}/gifts`, risk, { amount: "500.00", reason }, at % 2 === 0 ? server : other),
      ),
    );
    expect(replies.map(waits).filter((word) => word === false)).toHaveLength(4);
    expect(replies.map(waits).filter((word) => word === true)).toHaveLength(16);
    const { data } = await server.desk("GET", `/desk/api/alone?player_id=${players[0]?.id}`, risk);
    expect(data.gifts.operator).toEqual({ used: "2000.00", most: "2000.00" });
  });
});

describe("withdrawals", () => {
  test("sums of the operator and of the player hold for them too", async () => {
    const [cashier, player] = [await fresh("cashier"), await funded("60000.00")];
    const orders: string[] = [];
    for (let count = 0; count < 4; count += 1) orders.push(await withdrawal(player, "15000.00"));
    const replies = await Promise.all(
      orders.map((order, at) =>
        post(`withdrawals/${order}/pass`, cashier, {}, at % 2 === 0 ? server : other),
      ),
    );
    expect(replies.map(waits).filter((word) => word === false)).toHaveLength(1);
    expect(replies.map(waits).filter((word) => word === true)).toHaveLength(3);
  });

  const HANDS = {
    "passed a recharge": async (cashier: string, player: DeskPlayer) =>
      expect(waits(await post(`recharges/${await recharge(player, "100.00")}/pass`, cashier))).toBe(false),
    "was the first of two for a recharge": async (cashier: string, player: DeskPlayer) =>
      expect(waits(await post(`recharges/${await recharge(player, "21000.00")}/pass`, cashier))).toBe(true),
    "had a first approval cancelled": async (cashier: string, player: DeskPlayer) => {
      const order = await recharge(player, "21000.00");
      expect(waits(await post(`recharges/${order}/pass`, cashier))).toBe(true);
      expect((await post(`recharges/${order}/cancel`, cashier, { reason })).code).toBe(DONE);
    },
    "matched a payment": async (cashier: string, player: DeskPlayer) => {
      const order = await recharge(player, "100.00");
      await notice(`hand-${player.id}`, 100_000, "none");
      const { data } = await server.desk("GET", "/desk/api/paymentNotices?state=open&page_size=1", cashier);
      const path = `paymentNotices/${data.list[0].id}/match`;
      expect((await post(path, cashier, { order_no: order, reason })).code).toBe(DONE);
    },
    "gave a gift": async (admin: string, player: DeskPlayer) =>
      expect(waits(await post(`players/${player.id}/gifts`, admin, { amount: "1.00", reason }))).toBe(false),
    "asked for a gift": async (admin: string, player: DeskPlayer) =>
      expect(waits(await post(`players/${player.id}/gifts`, admin, { amount: "501.00", reason }))).toBe(true),
    "confirmed a gift": async (admin: string, player: DeskPlayer) => {
      const request = await post(`players/${player.id}/gifts`, await fresh("risk"), {
        amount: "501.00",
        reason,
      });
      expect(waits(await post(`gifts/${request.data.record.id}/confirm`, admin))).toBe(false);
    },
    "unlocked the addresses": async (admin: string, player: DeskPlayer) => {
      await base.owner.query(sql`UPDATE player SET address_locked = true WHERE id = $1`, [player.id]);
      expect((await post(`players/${player.id}/unlockAddresses`, admin, { reason })).code).toBe(DONE);
    },
  };
  test.each(Object.entries(HANDS))(
    "who %s passes none of that player's, first or second",
    async (what, lay) => {
      const role = /gift|addresses/u.test(what) ? "admin" : "cashier";
      const [hand, player] = [await fresh(role), await funded("50000.00")];
      await lay(hand, player);
      for (const amount of ["60.00", "25000.00"]) {
        const order = await withdrawal(player, amount);
        const path = `withdrawals/${order}/pass`;
        const shown = await server.desk("GET", `/desk/api/withdrawals/${order}`, hand);
        expect(shown.data.keptApart).toMatchObject({ own: true });
        const refused = await post(path, hand);
        expect(refused.code).toBe(KEPT_APART);
        expect(refused.msg).toContain("30 days");
        const [one, two] = [await fresh("cashier"), await fresh("cashier")];
        expect((await server.desk("GET", `/desk/api/withdrawals/${order}`, one)).data.keptApart).toBeNull();
        expect(waits(await post(path, one))).toBe(amount === "25000.00");
        if (amount === "60.00") continue;
        expect((await post(path, hand)).code).toBe(KEPT_APART);
        expect(waits(await post(path, two))).toBe(false);
      }
      // Orders of another player are not affected.
      const another = await funded("100.00");
      expect(waits(await post(`withdrawals/${await withdrawal(another, "60.00")}/pass`, hand))).toBe(false);
    },
  );

  test.each(Object.entries(HANDS))(
    "who %s passes none of the invite tree's, up, down or aside, nor counts as the first of two",
    async (what, lay) => {
      const role = /gift|addresses/u.test(what) ? "admin" : "cashier";
      const [hand, top] = [await fresh(role), await funded("50000.00")];
      // As registered by invitation: seven levels on one side, more than commission goes up.
      let above = top.id;
      for (let level = 0; level < 6; level += 1) above = await invitedBy(above);
      const [left, right] = [await funded("50000.00"), await funded("50000.00")];
      await inviteBy(left.id, above);
      await inviteBy(right.id, top.id);
      await lay(hand, left);
      for (const one of [top, right]) {
        const order = await withdrawal(one, "25000.00");
        const path = `withdrawals/${order}/pass`;
        const shown = await server.desk("GET", `/desk/api/withdrawals/${order}`, hand);
        expect(shown.data.keptApart).toMatchObject({ own: true, ofTree: true });
        expect((await post(path, hand)).code).toBe(KEPT_APART);
        expect(waits(await post(path, await fresh("cashier")))).toBe(true);
        expect((await post(path, hand)).code).toBe(KEPT_APART);
        expect(waits(await post(path, await fresh("cashier")))).toBe(false);
      }
    },
  );

  test("the word of a first one who laid hand on the player's money since counts for nothing", async () => {
    const [first, second, third] = [await fresh("cashier"), await fresh("cashier"), await fresh("cashier")];
    const player = await funded("30000.00");
    const order = await withdrawal(player, "25000.00");
    expect(waits(await post(`withdrawals/${order}/pass`, first))).toBe(true);
    expect(waits(await post(`recharges/${await recharge(player, "50.00")}/pass`, first))).toBe(false);
    expect(waits(await post(`withdrawals/${order}/pass`, second))).toBe(true);
    expect(waits(await post(`withdrawals/${order}/pass`, third))).toBe(false);
  });

  test("nobody passes what somebody brought in whose access they gave; and the days end", async () => {
    const [admin, puppet, player] = [await fresh("admin"), await fresh("cashier"), await funded("1000.00")];
    expect(waits(await post(`recharges/${await recharge(player, "100.00")}/pass`, puppet))).toBe(false);
    await base.owner.query(
      sql`INSERT INTO operator_request (kind, operator_id, name, role, reason, status, asked_by, asked, expires, decided_by, decided)
          SELECT 'reissue', $1, NULL, NULL, '', 'confirmed', $2, at, at, $3, at FROM (SELECT house_clock() AS at) AS moment`,
      [await idOf(puppet), await idOf(admin), await idOf(await fresh("admin"))],
    );
    const order = await withdrawal(player, "60.00");
    expect((await post(`withdrawals/${order}/pass`, admin)).code).toBe(KEPT_APART);
    const shown = await server.desk("GET", `/desk/api/withdrawals/${order}`, admin);
    expect(shown.data.keptApart).toMatchObject({ action: "recharge.pass", own: false });

    const [cashier, late] = [await fresh("cashier"), await funded("1000.00")];
    await did(cashier, { action: "recharge.pass", player: late, alone: 0n, ago: "30 days 1 second" });
    expect(waits(await post(`withdrawals/${await withdrawal(late, "60.00")}/pass`, cashier))).toBe(false);
    await did(cashier, { action: "payment.match", player: late, alone: 0n, ago: "29 days 23 hours" });
    expect((await post(`withdrawals/${await withdrawal(late, "60.00")}/pass`, cashier)).code).toBe(
      KEPT_APART,
    );
  });
});

test("an operator has a part in so many voided periods a day, and in none more", async () => {
  const [one, two, three] = [await fresh("risk"), await fresh("risk"), await fresh("risk")];
  const periods: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    people += 1;
    periods.push(await addPeriod(server, people));
  }
  const requestGift = (token: string) =>
    Promise.all(
      periods.map((id, at) => post(`periods/${id}/void`, token, { reason }, at % 2 === 0 ? server : other)),
    );
  expect((await requestGift(one)).map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
    0,
    0,
    0,
    SPENT,
    SPENT,
  ]);
  expect((await server.desk("GET", "/desk/api/alone", one)).data.voids).toEqual({ used: 3, most: 3 });
  expect((await requestGift(two)).filter(({ code }) => code === DONE)).toHaveLength(3);
  expect((await requestGift(two)).map(({ code }) => [SPENT, STATE].includes(code))).toEqual(
    Array(5).fill(true),
  );
  expect((await requestGift(three)).some(({ code }) => code === DONE)).toBe(true);
});

test("the books are right after all of it", async () => {
  const results = (await checkBooks(base.db, "full", "Asia/Ho_Chi_Minh")) ?? [];
  expect(results.filter(({ broken }) => broken > 0n)).toEqual([]);
});
