import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import { openDeskServer, type DeskServer } from "../../testing/desk-server.ts";
import { addPeriod } from "../../testing/add-period.ts";

/** Related and recently changed operators at everything that takes two people. */

let server: DeskServer;
let player: Awaited<ReturnType<DeskServer["enrol"]>>;
beforeAll(async () => {
  server = await openDeskServer({
    RECHARGE_BANK_ACCOUNT: "0011001234567",
    RECHARGE_BANK_NAME: "A Bank",
    RECHARGE_BANK_PAYEE: "LOTUS",
    RECHARGE_MAX_PENDING: "1000",
    WITHDRAWAL_MAX_PENDING: "100",
    TURNOVER_PERCENT: "0",
    GIFT_FOUR_EYES_ABOVE: "1.00",
    // The same few operators do everything here, so these bounds are off or raised.
    DESK_SEPARATION_DAYS: "0",
    DESK_OPERATOR_DAY_VOIDS: "1000",
  });
  player = await server.enrol("second_player");
  await send("makeOrder", { type: "recharge", amount: "400000.00", channel_id: "demo" });
});
afterAll(() => server.close());

const [DONE, RELATED, TOO_NEW] = [0, 8015, 8016];
const REASON = { reason: "two people of one" };

async function send(call: string, body: object) {
  const reply = await server.player("POST", `/api/user/${call}`, player.token, body);
  if (reply.code !== 0) throw new Error(reply.msg);
  return reply.data;
}

/** Actions that take two people: the setup, and the path and body of each step. */
interface Two {
  readonly path: string;
  readonly body: object;
}
let address: string | undefined;
let periods = 0;
const TWO: Readonly<Record<string, (first: string) => Promise<Two>>> = {
  recharge: async (first) => {
    const order = await send("makeOrder", { type: "recharge", amount: "25000.00", channel_id: "bank" });
    return await begun(first, { path: `recharges/${order.orderNo}/pass`, body: {} });
  },
  withdrawal: async (first) => {
    // The one card that withdrawals go to.
    address ??= String(
      (
        await send("bindBankCard", {
          real_name: "Nguyen Van An",
          bank_name: "Vietcombank",
          card_no: "007100012345",
          card_no_confirmation: "007100012345",
          trans_password: "135790",
        })
      ).id,
    );
    const order = await send("makeOrder", {
      type: "withdrawal",
      amount: "22000.00",
      addr_id: address,
      trans_password: "135790",
    });
    return await begun(first, { path: `withdrawals/${order.orderNo}/pass`, body: {} });
  },
  gift: async (first) => {
    const request = await post(`players/${player.id}/gifts`, first, { amount: "2.00", ...REASON });
    return { path: `gifts/${request.data.record.id}/confirm`, body: {} };
  },
  "voided period": async (first) => {
    periods += 1;
    const id = await addPeriod(server, periods);
    return await begun(first, { path: `periods/${id}/void`, body: REASON });
  },
};

const post = (path: string, token: string, body: object) =>
  server.desk("POST", `/desk/api/${path}`, token, body);

async function begun(first: string, two: Two): Promise<Two> {
  const reply = await post(two.path, first, two.body);
  expect(reply).toMatchObject({ code: DONE, data: { waitsForSecond: true } });
  return two;
}

async function idOf(token: string): Promise<bigint> {
  return BigInt((await server.desk("GET", "/desk/api/session/me", token)).data.operator.id);
}

/** Inserts a confirmed request about an operator, some days ago. */
async function changed(
  kind: "create" | "reissue" | "role" | "unlock",
  who: {
    readonly operator: string;
    readonly askedBy: string;
    readonly confirmedBy: string;
    readonly daysAgo: number;
  },
): Promise<void> {
  await server.base.owner.query(
    sql`INSERT INTO operator_request (kind, operator_id, name, role, reason, status, asked_by, asked, expires, decided_by, decided)
        SELECT $1, $2, CASE WHEN $1 = 'create' THEN 'somebody' END, CASE WHEN $1 IN ('create', 'role') THEN 'cashier' END,
               '', 'confirmed', $3, at, at, $4, at FROM (SELECT house_clock() - $5::float8 * interval '1 day' AS at) AS moment`,
    [kind, await idOf(who.operator), await idOf(who.askedBy), await idOf(who.confirmedBy), who.daysAgo],
  );
}

const forget = () => server.base.owner.query(sql`DELETE FROM operator_request`);

describe.each(Object.entries(TWO))("a %s that takes two people", (_thing, begin) => {
  test.each(["create", "reissue", "role", "unlock"] as const)(
    "is not passed by an admin and whom they changed (%s), whoever is first, however long ago",
    async (kind) => {
      const [one, puppet, other, third] = [
        await server.as("admin"),
        await server.as("admin", 2),
        await server.as("admin", 3),
        await server.as("admin", 4),
      ];
      await changed(kind, { operator: puppet, askedBy: one, confirmedBy: other, daysAgo: 400 });
      for (const [first, second] of [
        [one, puppet],
        [puppet, one],
        [other, puppet],
        [puppet, other],
      ] as const) {
        const { path, body } = await begin(first);
        expect((await post(path, second, body)).code).toBe(RELATED);
        expect(await post(path, third, body)).toMatchObject({ code: DONE, data: { waitsForSecond: false } });
      }
      await forget();
    },
  );

  test("is not passed by somebody whose access was changed within seven days, as its second person", async () => {
    const [one, fresh, other, third] = [
      await server.as("admin"),
      await server.as("admin", 2),
      await server.as("admin", 3),
      await server.as("admin", 4),
    ];
    await changed("reissue", { operator: fresh, askedBy: other, confirmedBy: third, daysAgo: 6.99 });
    const { path, body } = await begin(one);
    expect((await post(path, fresh, body)).code).toBe(TOO_NEW);
    // They count as the first of two, since the second is another person.
    const second = await begin(fresh);
    expect((await post(second.path, one, second.body)).data).toMatchObject({ waitsForSecond: false });
    await forget();
    await changed("reissue", { operator: fresh, askedBy: other, confirmedBy: third, daysAgo: 7.01 });
    expect((await post(path, fresh, body)).data).toMatchObject({ waitsForSecond: false });
    await forget();
  });
});

test("the days in which nobody new is a second person are a setting", async () => {
  const other = await openDeskServer({ OPERATOR_NEW_DAYS: "2" });
  const token = await other.as("admin", 2);
  const { data } = await other.desk("GET", "/desk/api/session/me", token);
  for (const [daysAgo, isNew] of [
    [1.9, true],
    [2.1, false],
  ] as const) {
    await other.base.owner.query(
      sql`INSERT INTO operator_request (kind, operator_id, reason, status, asked_by, asked, expires, decided)
          SELECT 'unlock', $1, '', 'confirmed', 101, at, at, at
          FROM (SELECT house_clock() - $2::float8 * interval '1 day' AS at) AS moment`,
      [BigInt(data.operator.id), daysAgo],
    );
    const seen = await other.desk("GET", "/desk/api/session/me", token);
    expect([daysAgo, seen.data.second.newUntil !== null]).toEqual([daysAgo, isNew]);
    await other.base.owner.query(sql`DELETE FROM operator_request`);
  }
  await other.close();
});
