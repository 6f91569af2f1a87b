import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { checkBooks } from "../ledger/ledger.ts";
import { openDeskServer, type DeskServer, type Reply } from "../testing/desk-server.ts";
import { untilLockWaits } from "../testing/lock-waits.ts";
import { addPeriod } from "../testing/add-period.ts";

/** Attempts to steal money at the desk or with its help. */
let server: DeskServer;
beforeAll(async () => {
  server = await openDeskServer({
    WITHDRAWAL_FOUR_EYES_ABOVE: "500.00",
    RECHARGE_FOUR_EYES_ABOVE: "500.00",
    GIFT_FOUR_EYES_ABOVE: "100.00",
    RECHARGE_MAX_PENDING: "100",
    WITHDRAWAL_MAX_PENDING: "100",
    TURNOVER_PERCENT: "0",
  });
});
afterAll(() => server.close());

const DONE = 0;
const [FORBIDDEN, STATE, SAME_OPERATOR, CONFLICT] = [8001, 8002, 8004, 2007];
const post = (path: string, token: string, body: object = {}, key?: string): Promise<Reply> =>
  server.desk("POST", `/desk/api/${path}`, token, body, key);
const reason = "a test of it";

interface Funded {
  readonly id: bigint;
  readonly token: string;
  readonly address: string;
}

async function funded(username: string, amount = "5000.00"): Promise<Funded> {
  const player = await server.enrol(username);
  const recharge = { type: "recharge", amount, channel_id: "demo" };
  expect((await server.player("POST", "/api/user/makeOrder", player.token, recharge)).code).toBe(DONE);
  const card = String(player.id).padStart(12, "0");
  const bound = await server.player("POST", "/api/user/bindBankCard", player.token, {
    real_name: "Nguyen Van An",
    bank_name: "Vietcombank",
    card_no: card,
    card_no_confirmation: card,
    trans_password: "135790",
  });
  return { ...player, address: bound.data.id };
}

async function placeOrder(player: Funded, type: "recharge" | "withdrawal", amount: string): Promise<string> {
  const how =
    type === "recharge" ? { channel_id: "bank" } : { addr_id: player.address, trans_password: "135790" };
  const order = await server.player("POST", "/api/user/makeOrder", player.token, { type, amount, ...how });
  expect(order).toMatchObject({ code: DONE, data: { status: "pendingReview" } });
  return order.data.orderNo;
}

const balanceOf = async ({ token }: Pick<Funded, "token">): Promise<string> =>
  (await server.player("GET", "/api/balance", token)).data;

/** The number of an operator of the fixture. */
async function idOf(token: string): Promise<string> {
  return (await server.desk("GET", "/desk/api/session/me", token)).data.operator.id;
}

/** Another session of the demo's admin: still the same person. */
async function adminAgain(): Promise<string> {
  await server.as("admin");
  server.passTime(60_000);
  const [admin] = await server.app.desk.demoOperators();
  if (admin === undefined) throw new Error("a demo without an admin");
  const { name, password, totpSecret } = admin;
  const entered = await server.desk("POST", "/desk/api/session/signIn", undefined, {
    name,
    password,
    code: server.codeOf(totpSecret),
  });
  expect(entered.code).toBe(DONE);
  return entered.data.token;
}

describe("one person is never two", () => {
  test("not through two sessions: withdrawals, recharges, gifts, periods", async () => {
    const player = await funded("two_sessions");
    const [one, two] = [await server.as("admin"), await adminAgain()];
    expect(one).not.toBe(two);
    const actions = [
      `withdrawals/${await placeOrder(player, "withdrawal", "600.00")}/pass`,
      `recharges/${await placeOrder(player, "recharge", "600.00")}/pass`,
      `periods/${await addPeriod(server, 1)}/void`,
    ];
    for (const path of actions) {
      const body = path.endsWith("void") ? { reason } : {};
      expect(await post(path, one, body)).toMatchObject({ code: DONE, data: { waitsForSecond: true } });
      expect([path, (await post(path, two, body)).code]).toEqual([path, SAME_OPERATOR]);
    }
    const gift = await post(`players/${player.id}/gifts`, one, { amount: "100.01", reason });
    expect((await post(`gifts/${gift.data.record.id}/confirm`, two)).code).toBe(SAME_OPERATOR);
    expect(await balanceOf(player)).toBe("4400.00");
  });

  test("a large gift in small parts needs two people like a whole one, also at once", async () => {
    const player = await funded("small_parts");
    const risk = await server.as("risk");
    const given = await Promise.all(
      Array.from({ length: 10 }, () => post(`players/${player.id}/gifts`, risk, { amount: "40.00", reason })),
    );
    expect(given.filter(({ data }) => !data.waitsForSecond)).toHaveLength(2);
    expect(await balanceOf(player)).toBe("5080.00");
    // Gifts given by two people do not count towards the next one's limit.
    const waiting = given.find(({ data }) => data.waitsForSecond);
    await post(`gifts/${waiting?.data.record.id}/confirm`, await server.as("risk", 2));
    const last = await post(`players/${player.id}/gifts`, risk, { amount: "20.00", reason });
    expect(last.data).toMatchObject({ waitsForSecond: false, record: { balanceAfter: "5140.00" } });
  });
});

describe("an approval does not count once its author may no longer give it", () => {
  test.each(["withdrawal", "recharge"] as const)("a first approval of a %s", async (type) => {
    const player = await funded(`demoted_${type.slice(0, 5)}`);
    const order = await placeOrder(player, type, "700.00");
    const path = `${type}s/${order}`;
    const [first, root] = [await server.as("cashier", type === "recharge" ? 5 : 6), await server.as("admin")];
    expect((await post(`${path}/pass`, first)).data).toMatchObject({
      waitsForSecond: true,
      record: { approvals: [{ operator: { id: await idOf(first) } }] },
    });
    const before = await balanceOf(player);
    const operator = `operators/${await idOf(first)}`;
    if (type === "recharge") await post(`${operator}/lock`, root, { reason });
    else {
      const request = await post(`${operator}/role`, root, { role: "support", reason });
      const confirm = `operatorRequests/${request.data.record.id}/confirm`;
      expect((await post(confirm, await server.as("admin", 9))).code).toBe(DONE);
    }
    const second = await post(`${path}/pass`, await server.as("cashier", 2));
    expect(second.data).toMatchObject({ waitsForSecond: true, record: { status: "pendingReview" } });
    expect(second.data.record.approvals).toHaveLength(1);
    expect(await balanceOf(player)).toBe(before);
    const third = await post(`${path}/pass`, root);
    expect(third.data).toMatchObject({ waitsForSecond: false, record: { status: "passed" } });
  });

  test("a gift and a void that a first person asked for", async () => {
    const player = await funded("demoted_gift");
    const [first, root] = [await server.as("risk", 7), await server.as("admin")];
    const [second, third] = [await server.as("risk", 2), await server.as("risk", 3)];
    const gift = await post(`players/${player.id}/gifts`, first, { amount: "200.00", reason });
    const period = `periods/${await addPeriod(server, 2)}/void`;
    expect((await post(period, first, { reason })).data.waitsForSecond).toBe(true);
    await post(`operators/${await idOf(first)}/lock`, root, { reason });

    const confirm = `gifts/${gift.data.record.id}/confirm`;
    for (const [path, body] of [
      [confirm, {}],
      [period, { reason }],
    ] as const) {
      expect((await post(path, second, body)).data.waitsForSecond).toBe(true);
      expect((await post(path, second, body)).code).toBe(SAME_OPERATOR);
    }
    expect(await balanceOf(player)).toBe("5000.00");
    expect((await post(confirm, third)).data).toMatchObject({
      waitsForSecond: false,
      record: { status: "given", askedBy: { name: "risk_2" }, decidedBy: { name: "risk_3" } },
    });
    const shown = await server.desk("GET", `/desk/api/${period.replace("/void", "")}`, third);
    expect(shown.data).toMatchObject({ state: "open", voidAsked: { operator: { name: "risk_2" } } });
  });

  test("whoever is locked out while their click waits for its turn does nothing", async () => {
    const player = await funded("while_waiting");
    const order = await placeOrder(player, "withdrawal", "60.00");
    const cashier = await server.as("cashier", 4);
    const id = BigInt(await idOf(cashier));
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holding = server.base.owner.transaction(async (tx) => {
      await tx.query(sql`SELECT ledger_lock_cash(ARRAY[$1::bigint])`, [player.id]);
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const click = post(`withdrawals/${order}/pass`, cashier);
    await untilLockWaits(server.base.db);
    await server.base.owner.query(sql`UPDATE operator SET status = 'locked' WHERE id = $1`, [id]);
    release.resolve();
    await holding;
    expect((await click).code).toBe(FORBIDDEN);
    const shown = await server.desk("GET", `/desk/api/withdrawals/${order}`, await server.as("admin"));
    expect(shown.data).toMatchObject({ status: "pendingReview", approvals: [] });
  });
});

test("one name on two players' cards is seen at the desk, and a card or a wallet finds its owner", async () => {
  const [one, two] = [await funded("same_name_1"), await funded("same_name_2")];
  const wallet = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
  await server.player("POST", "/api/user/bindDigitWall", two.token, {
    network: "tron",
    address: wallet,
    address_confirmation: wallet,
    trans_password: "135790",
  });
  const support = await server.as("support");
  const shown = await server.desk("GET", `/desk/api/players/${one.id}`, support);
  expect(shown.data.sameName).toContainEqual({ id: String(two.id), name: "same_name_2" });
  for (const [q, name] of [
    [String(one.id).padStart(12, "0"), "same_name_1"],
    [wallet, "same_name_2"],
  ] as const) {
    const found = await server.desk("GET", `/desk/api/players?q=${q}`, support);
    expect(found.data.list).toMatchObject([{ username: name }]);
  }
  expect((await server.desk("GET", `/desk/api/players?q=${wallet.slice(0, -1)}`, support)).data.list).toEqual(
    [],
  );
});

test("a key is for one action alone: another order, another action, another amount are refused", async () => {
  const player = await funded("one_key");
  const [first, other] = [
    await placeOrder(player, "withdrawal", "60.00"),
    await placeOrder(player, "withdrawal", "70.00"),
  ];
  const cashier = await server.as("cashier");
  const key = "one-key-for-all-actions";
  expect((await post(`withdrawals/${first}/cancel`, cashier, { reason }, key)).code).toBe(DONE);
  for (const [path, body] of [
    [`withdrawals/${first}/cancel`, { reason: "another reason" }],
    [`withdrawals/${first}/pass`, {}],
    [`withdrawals/${other}/cancel`, { reason }],
    [`withdrawals/${other}/pass`, {}],
    [`players/${player.id}/notes`, { text: "a note" }],
  ] as const)
    expect([path, (await post(path, cashier, body, key)).code]).toEqual([path, CONFLICT]);
  // Keys are per operator, even with the same text.
  const admin = await server.as("admin");
  expect((await post(`withdrawals/${other}/cancel`, admin, { reason }, key)).code).toBe(DONE);
  expect(await balanceOf(player)).toBe("5000.00");
});

test.each([
  "0",
  "0.00",
  "-5.00",
  "0.001",
  "1e3",
  "1,5",
  "1.",
  ".5",
  "+5",
  "05.00",
  "１００",
  " 5.00",
  "NaN",
  "0x10",
])("%j is no amount, wherever it is written", async (amount) => {
  const player = await server.enrol(`odd_${Buffer.from(amount).toString("hex").slice(0, 11)}`);
  const before = await counted();
  const risk = await server.as("risk");
  const replies = [
    await post(`players/${player.id}/gifts`, risk, { amount, reason }),
    await post("recharges/R202611210000000001/passWith", await server.as("cashier"), { amount, reason }),
    await post("games/K3/limits", risk, { min_bet: amount, max_bet: "5.00", max_payout: "9.00", reason }),
    await server.player("POST", "/api/user/makeOrder", player.token, {
      type: "recharge",
      amount,
      channel_id: "demo",
    }),
    await server.player("POST", "/api/user/makeOrder", player.token, {
      type: "withdrawal",
      amount,
      addr_id: "1",
      trans_password: "135790",
    }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  expect(await counted()).toBe(before);
});

/** All tables that a movement of money would change. */
async function counted(): Promise<bigint> {
  const [row] = await server.base.db.query<{ count: bigint }>(
    sql`SELECT (SELECT count(*) FROM transfer) + (SELECT count(*) FROM money_order) + (SELECT count(*) FROM gift) AS count`,
  );
  return row?.count ?? -1n;
}

test("the largest amount there can be breaks nothing", async () => {
  const player = await funded("very_rich");
  const amount = "999999999999999.99";
  expect((await post(`players/${player.id}/gifts`, await server.as("risk"), { amount, reason })).code).toBe(
    2003,
  );
  for (const type of ["recharge", "withdrawal"]) {
    const how = { channel_id: "demo", addr_id: player.address, trans_password: "135790" };
    const { channel_id, ...withdrawal } = how;
    const body = { type, amount, ...(type === "recharge" ? { channel_id } : withdrawal) };
    expect((await server.player("POST", "/api/user/makeOrder", player.token, body)).code).toBe(2003);
  }
  const order = await placeOrder(player, "recharge", "10.00");
  for (const role of ["cashier", "admin"] as const)
    expect((await post(`recharges/${order}/passWith`, await server.as(role), { amount, reason })).code).toBe(
      DONE,
    );
  expect(await balanceOf(player)).toBe("1000000000004999.99");
});

test("pass, cancel and late pass of one recharge at once are one decision", async () => {
  for (let round = 0; round < 6; round += 1) {
    const player = await funded(`all_at_once_${round}`, "100.00");
    const order = await placeOrder(player, "recharge", "30.00");
    const staff = [await server.as("cashier"), await server.as("cashier", 2), await server.as("admin")];
    const acts = [
      ["pass", {}],
      ["cancel", { reason }],
      ["passWith", { amount: "20.00", reason }],
    ] as const;
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, at) => {
        const [act, body] = acts[at % 3] ?? acts[0];
        return post(`recharges/${order}/${act}`, staff[at % 2] ?? "", body);
      }),
    );
    expect(replies.filter(({ code }) => code === DONE)).toHaveLength(1);
    expect(replies.filter(({ code }) => code === STATE)).toHaveLength(29);
    expect(["100.00", "120.00", "130.00"]).toContain(await balanceOf(player));
  }
});

test("the books are right after all of it", async () => {
  const results = (await checkBooks(server.base.db, "full", "Asia/Ho_Chi_Minh")) ?? [];
  expect(results.filter(({ broken }) => broken > 0n)).toEqual([]);
});
