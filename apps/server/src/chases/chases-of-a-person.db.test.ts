import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import {
  cashAccount,
  chaseAccount,
  lockCash,
  moneyOfPlayers,
  openChaseAccount,
  post,
} from "../ledger/ledger.ts";
import { openPlayedServer, type PlayedServer, type TestPlayer } from "../testing/played-server.ts";
import { advanceTestClock } from "../testing/test-clock.ts";
import { setTestClock } from "../testing/test-database.ts";
import { type Periods, periodsOf, recharge, wrongBooks } from "../testing/withdrawals.ts";
import { excludeIn } from "../protection/protection.ts";
import * as chaseSql from "./chase.sql.ts";

/** Whoever excludes themselves under one account has nothing going on under another. */

const EXCLUDED = 3014;
const FOR_HALF_A_YEAR = { months: 6 };

let played: PlayedServer;
let periods: Periods;
beforeAll(async () => {
  played = await openPlayedServer({ TURNOVER_PERCENT: "0" });
  periods = periodsOf(played);
  await setTestClock(played.base.owner, Date.UTC(2026, 10, 24, 9));
});
afterAll(() => played.close());

let players = 0;
/** A player of this name with 70.00, and 30.00 set aside for three periods. */
async function chaser(real_name: string): Promise<TestPlayer> {
  const player = await played.register(`chaser_${(players += 1)}`);
  await played.post("/api/user/identity", { real_name }, { player });
  await recharge(played, player, "100.00");
  await played.base.db.transaction(async (tx) => {
    await lockCash(tx, player.id);
    const numbers = ["202611240901", "202611240902", "202611240903"];
    const plan = [player.id, "K3", "[]", numbers, [1, 1, 1], 10_00n, 30_00n, false, null, null, 1];
    const [chase] = await tx.query<{ id: bigint }>(chaseSql.ADD, plan);
    await openChaseAccount(tx, player.id);
    const accounts = { debit: cashAccount(player.id), credit: chaseAccount(player.id) };
    const reference = String(chase?.id);
    await post(tx, [{ code: "chase-hold", ...accounts, amount: 30_00n, reference, playerId: player.id }]);
  });
  return player;
}
const moneyOf = async ({ id }: TestPlayer) => {
  const { cash, chases } = (await moneyOfPlayers(played.base.db, [id])).get(id) ?? {};
  return { cash, chases };
};
const SET_ASIDE = { cash: 70_00n, chases: 30_00n };
const RETURNED = { cash: 100_00n, chases: 0n };
async function bet(player: TestPlayer): Promise<number> {
  const bets = [{ option_id: "HZ.HZ", amount: "1.00", groups: [{ code: "sum", items: ["10"] }] }];
  const body = { prize_no: await periods.open(), bets };
  return (await played.post("/api/lottery/order/K3", body, { player })).code;
}
const exclude = (player: TestPlayer) => played.post("/api/user/selfExclude", FOR_HALF_A_YEAR, { player });

test("excluding a person ends the chases of all their accounts, and returns what was set aside", async () => {
  const [one, two, stranger] = [
    await chaser("Hoàng Thị Lụa"),
    await chaser("Ноаng Thi Lua"),
    await chaser("Hoàng Văn Gấm"),
  ];
  expect([await moneyOf(one), await moneyOf(two)]).toEqual([SET_ASIDE, SET_ASIDE]);
  await exclude(one);
  expect([await moneyOf(one), await moneyOf(two)]).toEqual([RETURNED, RETURNED]);
  expect([await bet(one), await bet(two)]).toEqual([EXCLUDED, EXCLUDED]);
  expect(await moneyOf(stranger)).toEqual(SET_ASIDE);
  expect(await wrongBooks(played)).toEqual([]);
});

test("a time-out under one account holds under the others, and ends their chases", async () => {
  const [one, two] = [await chaser("Lý Thị Nhàn"), await chaser("Ly Thi Nhan")];
  await played.post("/api/user/timeOut", { days: 7 }, { player: one });
  expect(await bet(two)).toBe(EXCLUDED);
  expect(await moneyOf(two)).toEqual(RETURNED);
  const until = async (player: TestPlayer) =>
    (await played.get("/api/user/limits", { player })).data["timeOutUntil"];
  expect(await until(two)).toBe(await until(one));
});

test("a server that ends right after an exclusion leaves it undone for seconds only", async () => {
  const [one, two] = [await chaser("Phan Văn Bền"), await chaser("Phan Van Ben")];
  // What the server that takes the exclusion does in one transaction; it ends before the next.
  const rules = { exclusionMonths: [6] } as const;
  await played.base.db.transaction((tx) =>
    excludeIn(tx, rules, one.id, { months: 6, operatorId: null, reason: "" }),
  );
  expect(await moneyOf(two)).toEqual(SET_ASIDE);
  const other = await played.another();
  expect(await other.protection.compareLeft()).toBe(0);
  await advanceTestClock(played.base.owner, 4_000);
  await other.protection.compareLeft();
  expect([await bet(two), await moneyOf(two)]).toEqual([EXCLUDED, RETURNED]);
  expect(await other.protection.compareLeft()).toBe(0);
  expect(await wrongBooks(played)).toEqual([]);
});

test("bets of two accounts at once with the exclusion are accepted before it or refused, and no money is lost", async () => {
  const [one, two] = [await chaser("Đinh Thị Sen"), await chaser("Dinh Thi Sen")];
  const period = await periods.open(5);
  const bets = [{ option_id: "HZ.HZ", amount: "1.00", groups: [{ code: "sum", items: ["10"] }] }];
  const place = async (player: TestPlayer): Promise<number> =>
    (await played.post("/api/lottery/order/K3", { prize_no: period, bets }, { player })).code;
  const codes = await Promise.all([
    ...Array.from({ length: 6 }, () => place(one)),
    exclude(one).then(({ code }) => code),
    exclude(two).then(({ code }) => code),
    ...Array.from({ length: 6 }, () => place(two)),
  ]);
  for (const code of codes) expect([0, EXCLUDED]).toContain(code);
  expect([await place(one), await place(two)]).toEqual([EXCLUDED, EXCLUDED]);
  const staked = await played.base.db.query<{ staked: bigint }>(
    sql`SELECT coalesce(sum(total), 0)::bigint AS staked FROM bet_order WHERE player_id = ANY ($1::bigint[])`,
    [[one.id, two.id]],
  );
  const [first, second] = [await moneyOf(one), await moneyOf(two)];
  expect([first.chases, second.chases]).toEqual([0n, 0n]);
  expect((first.cash ?? 0n) + (second.cash ?? 0n) + (staked[0]?.staked ?? 0n)).toBe(200_00n);
  expect(await wrongBooks(played)).toEqual([]);
});
