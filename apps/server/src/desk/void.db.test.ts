import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { setTestClock } from "../testing/test-database.ts";
import { checkBooks } from "../ledger/ledger.ts";
import { openDeskServer, type DeskServer } from "../testing/desk-server.ts";
import { placeOneBet } from "../testing/one-bet.ts";

const MINUTE_MS = 60_000;
let server: DeskServer;
let now = Date.UTC(2026, 10, 21, 5, 0, 30);
beforeAll(async () => {
  server = await openDeskServer({ TURNOVER_PERCENT: "0" });
  await goTo(now);
});
afterAll(() => server.close());

async function goTo(at: number): Promise<void> {
  now = at;
  await server.base.owner.query(sql`SELECT ensure_month_partitions('transfer', $1, 1)`, [new Date(at)]);
  await server.base.owner.query(sql`SELECT ensure_month_partitions('bet_order', $1, 1)`, [new Date(at)]);
  await setTestClock(server.base.db, at);
  await server.app.draws.tick();
  await server.app.draws.readDraws();
}

interface Bettor {
  readonly token: string;
}

async function bettor(username: string): Promise<Bettor> {
  const { token } = await server.enrol(username);
  const recharge = { type: "recharge", amount: "1000.00", channel_id: "demo" };
  await server.player("POST", "/api/user/makeOrder", token, recharge);
  return { token };
}

const balanceOf = async ({ token }: Bettor): Promise<string> =>
  (await server.player("GET", "/api/balance", token)).data;

async function current(): Promise<string> {
  return (await server.player("GET", "/api/lottery/current/FFC")).data.prizeNo;
}

const bet = async ({ token }: Bettor, prizeNo: string, amount: string): Promise<string> =>
  (await placeOneBet(server, token, { prizeNo, amount })).orderNo;

const requestVoid = async (id: string, role: "risk" | "admin", key?: string) =>
  server.desk(
    "POST",
    `/desk/api/periods/${id}/void`,
    await server.as(role),
    { reason: "the feed stood still" },
    key,
  );

test("two people void a period: every stake goes back once, the log says so, and nothing is drawn", async () => {
  const [anna, binh] = [await bettor("anna_bets"), await bettor("binh_bets")];
  const prizeNo = await current();
  const id = `FFC-${prizeNo}`;
  const first = await bet(anna, prizeNo, "10.00");
  await bet(anna, prizeNo, "20.00");
  await bet(binh, prizeNo, "5.00");
  await server.player("POST", `/api/lottery/cancel/${first}`, anna.token, {});
  expect([await balanceOf(anna), await balanceOf(binh)]).toEqual(["980.00", "995.00"]);

  expect(await requestVoid(id, "risk", "first-click-key")).toMatchObject({
    code: 0,
    data: { waitsForSecond: true },
  });
  expect((await requestVoid(id, "risk", "first-click-key")).data.waitsForSecond).toBe(true);
  expect((await requestVoid(id, "risk")).code).toBe(8004);
  expect(await balanceOf(anna)).toBe("980.00");
  const clicks = await Promise.all(Array.from({ length: 50 }, () => requestVoid(id, "admin")));
  expect(clicks.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(new Set(clicks.map(({ code }) => code))).toEqual(new Set([0, 8002]));
  expect([await balanceOf(anna), await balanceOf(binh)]).toEqual(["1000.00", "1000.00"]);

  const shown = await server.desk("GET", `/desk/api/periods/${id}`, await server.as("support"));
  expect(shown.data).toMatchObject({
    state: "voided",
    orders: 3,
    stake: "35.00",
    refund: "35.00",
    numbers: null,
  });
  expect(shown.data.voidAsked).toMatchObject({ operator: { name: "risk_1" } });
  const bets = await server.player("GET", "/api/lottery/orderList/FFC", binh.token);
  expect(bets.data.list).toMatchObject([{ status: "cancelled", cancelledBy: "void", refund: "5.00" }]);
  expect(await current()).not.toBe(prizeNo);

  await goTo(now + 3 * MINUTE_MS);
  const proof = await server.player("GET", `/api/lottery/proof/FFC/${prizeNo}`);
  expect(proof.data.entries.map(({ type }: { type: string }) => type)).toEqual([
    "house",
    "period",
    "void",
    "settled",
  ]);
  expect(proof.data).toMatchObject({ numbers: null });
});

test("what was drawn stands: it is not voided, by anybody", async () => {
  const one = await bettor("drawn_bets");
  const prizeNo = await current();
  await bet(one, prizeNo, "1.00");
  const reply = await requestVoid(`FFC-${prizeNo}`, "risk");
  expect(reply.code).toBe(0);
  await goTo(now + 3 * MINUTE_MS);
  expect((await requestVoid(`FFC-${prizeNo}`, "admin")).code).toBe(8002);
  const shown = await server.desk("GET", `/desk/api/periods/FFC-${prizeNo}`, await server.as("support"));
  expect(shown.data).toMatchObject({ state: "settled" });
});

test("what died between the void and the refunds is given back by the next round, once", async () => {
  const one = await bettor("late_refund");
  const prizeNo = await current();
  await bet(one, prizeNo, "7.00");
  await server.base.db.transaction(async (tx) => {
    const period = { game: "FFC", periodNo: prizeNo, reason: "a test" } as const;
    expect(await server.app.draws.voidPeriods(tx, [period])).toEqual(["voided"]);
  });
  await server.app.draws.readDraws();
  expect(await balanceOf(one)).toBe("993.00");
  const rounds = await Promise.all(Array.from({ length: 5 }, () => server.app.settlement.refundVoided()));
  expect(rounds.reduce((sum, orders) => sum + orders, 0)).toBe(1);
  expect(await balanceOf(one)).toBe("1000.00");
  expect(await server.app.settlement.refundVoided()).toBe(0);
});

test("a void, cancellations and withdrawals at once: everybody has what is theirs, once", async () => {
  await goTo(now + 3 * MINUTE_MS);
  const prizeNo = await current();
  const id = `FFC-${prizeNo}`;
  const players: (Bettor & { readonly orders: readonly string[]; readonly address: string })[] = [];
  for (let number = 0; number < 6; number += 1) {
    const one = await bettor(`at_once_${number}`);
    const card = `00710000${number}`;
    const bound = await server.player("POST", "/api/user/bindBankCard", one.token, {
      real_name: "Nguyen Van An",
      bank_name: "Vietcombank",
      card_no: card,
      card_no_confirmation: card,
      trans_password: "135790",
    });
    const orders = [await bet(one, prizeNo, "100.00"), await bet(one, prizeNo, "50.00")];
    players.push({ ...one, orders, address: bound.data.id });
  }
  expect((await requestVoid(id, "risk")).data.waitsForSecond).toBe(true);
  const withdraw = ({ token, address }: (typeof players)[number], amount: string) =>
    server.player("POST", "/api/user/makeOrder", token, {
      type: "withdrawal",
      amount,
      addr_id: address,
      trans_password: "135790",
    });
  const [voided, ...others] = await Promise.all([
    requestVoid(id, "admin"),
    ...players.map(({ token, orders }) =>
      server.player("POST", `/api/lottery/cancel/${orders[0]}`, token, {}),
    ),
    // More than the balance before the refund, and as much as it always has.
    ...players.map((one, number) => withdraw(one, number % 2 === 0 ? "950.00" : "850.00")),
  ]);
  expect(voided.code).toBe(0);
  expect(others.every(({ status }) => status === 200)).toBe(true);
  const seen = await server.desk("GET", "/desk/api/players?q=at_once_", await server.as("support"));
  expect(seen.data.list).toHaveLength(6);
  for (const { balance, hold } of seen.data.list)
    expect([balance, hold]).toEqual([
      (1000 - Number(hold)).toFixed(2),
      expect.stringMatching(/^(?:0|850|950)\.00$/u),
    ]);
});

test("what a locked player has bet is paid and given back as anybody's", async () => {
  const held = async (name: string): Promise<string> => {
    const { data } = await server.desk("GET", `/desk/api/players?q=${name}`, await server.as("risk"));
    return data.list[0].balance;
  };
  const [free, locked] = [await bettor("twin_free"), await bettor("twin_locked")];
  await goTo(now + MINUTE_MS);
  const settled = await current();
  // Every digit of one place: one of the ten wins.
  const rule = await server.player("GET", "/api/lottery/rule/FFC");
  const option = rule.data.rules
    .flatMap(({ childrens }: { childrens: { groups: { min: number; items: unknown[] }[] }[] }) => childrens)
    .find(({ groups }: { groups: { min: number; items: unknown[] }[] }) =>
      groups.some(({ min, items }) => min === 0 && items.length === 10),
    );
  const groups = option.groups.map(
    ({ code, items }: { code: string; items: { id: string }[] }, at: number) => ({
      code,
      items: at === 0 ? items.map(({ id }) => id) : [],
    }),
  );
  for (const { token } of [free, locked]) {
    const body = { prize_no: settled, bets: [{ option_id: option.id, amount: "10.00", groups }] };
    expect(await server.player("POST", "/api/lottery/order/FFC", token, body)).toMatchObject({ code: 0 });
  }
  await goTo(now + MINUTE_MS);
  const voided = await current();
  for (const one of [free, locked]) await bet(one, voided, "7.00");
  const { data } = await server.desk("GET", "/desk/api/players?q=twin_locked", await server.as("risk"));
  const path = `/desk/api/players/${data.list[0].id}/lock`;
  expect((await server.desk("POST", path, await server.as("risk"), { reason: "a test" })).code).toBe(0);
  for (const role of ["risk", "admin"] as const)
    expect((await requestVoid(`FFC-${voided}`, role)).code).toBe(0);
  await goTo(now + MINUTE_MS);
  await server.app.settlement.settle("FFC", settled);
  expect(await held("twin_locked")).toBe(await held("twin_free"));
  expect(await held("twin_locked")).not.toBe("900.00");
  expect(Number(await held("twin_locked"))).toBeGreaterThan(900);
});

test("the dashboard, the periods and the ledger agree to the cent, and the books are right", async () => {
  const { data } = await server.desk("GET", "/desk/api/dashboard", await server.as("support"));
  const cents = (text: string): bigint => BigInt(text.replace(".", ""));
  const [row] = await server.base.db.query<{ released: bigint; paid: bigint }>(sql`
    SELECT coalesce(sum(amount) FILTER (WHERE code = 'stake-release'), 0)::bigint AS released,
           coalesce(sum(amount) FILTER (WHERE code = 'payout'), 0)::bigint AS paid FROM transfer`);
  const sum = (field: "turnover" | "payouts"): bigint =>
    data.days.reduce((total: bigint, day: Record<string, string>) => total + cents(day[field] ?? "0"), 0n);
  expect([sum("turnover"), sum("payouts")]).toEqual([row?.released, row?.paid]);
  const results = (await checkBooks(server.base.db, "full", "Asia/Ho_Chi_Minh")) ?? [];
  expect(results.filter(({ broken }) => broken > 0n)).toEqual([]);
});

test("each player of a voided period is told once, in their language, with what came back and the reason of both people", async () => {
  const [one, two, none] = [await bettor("told_one"), await bettor("told_two"), await bettor("told_none")];
  const prizeNo = await current();
  await bet(one, prizeNo, "10.00");
  await bet(one, prizeNo, "2.50");
  await bet(two, prizeNo, "3.00");
  const gone = await bet(none, prizeNo, "1.00");
  await server.player("POST", `/api/lottery/cancel/${gone}`, none.token, {});
  const path = `/desk/api/periods/FFC-${prizeNo}/void`;
  const first = { reason: "wrongOdds", note: "the feed stood still" };
  expect((await server.desk("POST", path, await server.as("risk"), first)).code).toBe(0);
  const second = { reason: "wrongOdds", note: "agreed: {nobody} saw it" };
  expect((await server.desk("POST", path, await server.as("admin"), second)).code).toBe(0);
  // Another round has nothing to do and sends no further notification.
  await server.app.settlement.refundVoided();
  const voidMessages = async ({ token }: Bettor) => {
    const { data } = await server.player("POST", "/api/user/userMail", token, { type: "message" });
    return data.list.filter(({ title }: { title: string }) => title === "A draw was voided");
  };
  const [mail] = await voidMessages(one);
  expect(mail.body).toContain(prizeNo);
  expect(mail.body).toMatch(/12\.50/u);
  expect(mail.body).toContain("Reason: The odds on sale were wrong");
  expect(
    [await voidMessages(one), await voidMessages(two), await voidMessages(none)].map(({ length }) => length),
  ).toEqual([1, 1, 0]);
  const shown = await server.desk("GET", `/desk/api/periods/FFC-${prizeNo}`, await server.as("support"));
  expect(shown.data.voidReason).toBe("wrongOdds");
});

test("a stake that a draw returned has a state and a filter of its own at the desk", async () => {
  await goTo(now + 2 * MINUTE_MS);
  const one = await bettor("returned_bets");
  const prizeNo = await current();
  const [returned, lost] = [await bet(one, prizeNo, "10.00"), await bet(one, prizeNo, "4.00")];
  const id = (await server.player("POST", "/api/user/getUserInfo", one.token)).data.id;
  for (const [orderNo, refund] of [
    [returned, 10_00n],
    [lost, 1_00n],
  ] as const)
    await server.base.owner.query(
      sql`INSERT INTO bet_win (player_id, order_id, game, period_no, payout, refund, tiers, created)
          SELECT player_id, id, game, period_no, 0, $3, '[]', house_clock() FROM bet_order WHERE player_id = $1 AND id = $2`,
      [BigInt(id), BigInt(orderNo.slice(1)), refund],
    );
  for (const state of ["closed", "drawn", "settled"])
    await server.base.owner.query(
      sql`UPDATE period SET state = $1, numbers = '{1,2,3,4,1}', turnover = 0, paid = 0 WHERE game = 'FFC' AND period_no = $2`,
      [state, prizeNo],
    );
  const listed = async (query: string) => {
    const path = `/desk/api/players/${id}/bets${query}`;
    const { data } = await server.desk("GET", path, await server.as("support"));
    return data.list.map((row: Record<string, string>) => [row["id"], row["state"], row["refund"]]);
  };
  expect(await listed("")).toEqual([
    [lost, "notWon", "1.00"],
    [returned, "returned", "10.00"],
  ]);
  expect(await listed("?state=returned")).toEqual([[returned, "returned", "10.00"]]);
  expect(await listed("?state=notWon")).toEqual([[lost, "notWon", "1.00"]]);
});
