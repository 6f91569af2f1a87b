import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../db/database.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import {
  balanceOf,
  cashAccount,
  findKey,
  holdAccount,
  HOUSE_ACCOUNTS,
  isStopped,
  storeKey,
  lockCash,
  movementsOf,
  movementSums,
  openAccounts,
  openEscrowAccounts,
  post,
  resumeMoney,
  stopMoney,
  type Transfer,
} from "./ledger.ts";

let base: TestDatabase;
let nextPlayer = 10_000_001n;
beforeAll(async () => {
  base = await openTestDatabase();
});
afterAll(() => base.close());

async function player(cash = 0n): Promise<bigint> {
  const id = nextPlayer++;
  await base.db.transaction(async (tx) => {
    await openAccounts(tx, id);
    if (cash > 0n) await post(tx, [gift(id, cash)]);
  });
  return id;
}

function gift(playerId: bigint, amount: bigint, reference = "1"): Transfer {
  return {
    code: "gift",
    debit: HOUSE_ACCOUNTS.gifts,
    credit: cashAccount(playerId),
    amount,
    reference,
    playerId,
  };
}

function hold(playerId: bigint, amount: bigint): Transfer {
  return {
    code: "withdrawal-hold",
    debit: cashAccount(playerId),
    credit: holdAccount(playerId),
    amount,
    reference: "1",
    playerId,
  };
}

describe("escrow accounts", () => {
  const escrows = () =>
    base.owner.query<{ id: bigint; game: string }>(
      sql`SELECT id, game FROM ledger_account WHERE kind = 'escrow' ORDER BY id`,
    );

  test("a new game gets the next account, once, on two nodes that start together", async () => {
    const before = await escrows();
    const games = [...before.map(({ game }) => game), "NEW5", "NEW1"];
    await Promise.all([openEscrowAccounts(base.db, games), openEscrowAccounts(base.db, games)]);
    expect(await escrows()).toEqual([...before, { id: 408n, game: "NEW5" }, { id: 409n, game: "NEW1" }]);
    await openEscrowAccounts(base.db, games);
    expect(await escrows()).toHaveLength(before.length + 2);
  });
});

const EVER = { fromMs: 0, toMs: Date.UTC(2100, 0, 1) };

describe("posting", () => {
  test("moves all or nothing, and notes the cash after each step", async () => {
    const id = await player(5_00n);
    expect(
      await base.db.transaction((tx) => post(tx, [hold(id, 2_00n), gift(id, 1_00n), hold(id, 3_00n)])),
    ).toBe(true);
    expect(await balanceOf(base.db, id)).toBe(1_00n);
    const filter = { playerId: id, window: EVER };
    const newest = await movementsOf(base.db, filter, { before: null, limit: 10 });
    expect(newest.map(({ change, cashAfter }) => [change, cashAfter])).toEqual([
      [-3_00n, 1_00n],
      [1_00n, 4_00n],
      [-2_00n, 3_00n],
      [5_00n, 5_00n],
    ]);
    expect(await movementSums(base.db, filter)).toEqual({ in: 6_00n, out: 5_00n });
    expect(await movementSums(base.db, { ...filter, codes: ["gift"] })).toEqual({ in: 6_00n, out: 0n });
  });

  test("pays orders: each payout before its refund, with the cash after each", async () => {
    const [first, second] = [await player(1_00n), await player()];
    const pay = (players: readonly bigint[]): Promise<unknown> =>
      base.db.query(
        sql`SELECT player, balance FROM ledger_pay_orders(house_clock(), 401, $1, ARRAY[7, 8, 9], ARRAY[5_00, 0, 3_00],
            ARRAY[2_00, 4_00, 0]) ORDER BY player`,
        [players],
      );
    expect(await pay([first, first, second])).toEqual([
      { player: first, balance: 12_00n },
      { player: second, balance: 3_00n },
    ]);
    expect(await balanceOf(base.db, first)).toBe(12_00n);
    expect(await balanceOf(base.db, second)).toBe(3_00n);
    const filter = { playerId: first, window: EVER };
    const newest = await movementsOf(base.db, filter, { before: null, limit: 10 });
    expect(newest.map(({ code, change, cashAfter }) => [code, change, cashAfter])).toEqual([
      ["stake-refund", 4_00n, 12_00n],
      ["stake-refund", 2_00n, 8_00n],
      ["payout", 5_00n, 6_00n],
      ["gift", 1_00n, 1_00n],
    ]);
    await expect(pay([first, first, 99_999_999n])).rejects.toThrow("violates");
    expect(await balanceOf(base.db, first)).toBe(12_00n);
  });

  test("refuses the whole when an account holds too little, to the last unit", async () => {
    const [rich, poor] = [await player(10_00n), await player(1_00n)];
    const both = (amount: bigint) =>
      base.db.transaction((tx) => post(tx, [hold(rich, 1_00n), hold(poor, amount)]));
    expect(await both(1_01n)).toBe(false);
    expect([await balanceOf(base.db, rich), await balanceOf(base.db, poor)]).toEqual([10_00n, 1_00n]);
    expect(await both(1_00n)).toBe(true);
    expect([await balanceOf(base.db, rich), await balanceOf(base.db, poor)]).toEqual([9_00n, 0n]);
  });

  test("takes twenty transfers of one player and of many at once", async () => {
    const many = await Promise.all(Array.from({ length: 20 }, () => player(1_00n)));
    const ones = many.map((id) => hold(id, 40n));
    expect(await base.db.transaction((tx) => post(tx, [...ones, ...ones]))).toBe(true);
    expect(await base.db.transaction((tx) => post(tx, [...ones, gift(many[0] ?? 0n, 1n)]))).toBe(false);
    expect(await Promise.all(many.map((id) => balanceOf(base.db, id)))).toEqual(many.map(() => 20n));
  });

  test.each<[string, Partial<Transfer>]>([
    ["of nothing", { amount: 0n }],
    ["of less than nothing", { amount: -1n }],
    ["to itself", { debit: 10n ** 8n + 11n, credit: 10n ** 8n + 11n }],
    ["on an account that does not exist", { debit: 999n }],
    ["to a player who does not exist", { credit: cashAccount(99_999_999n), playerId: 99_999_999n }],
    ["in another player's name", { playerId: 10_000_001n }],
    ["that forgets its player", { playerId: null }],
    ["from one player to another", { debit: cashAccount(10_000_001n) }],
  ])("raises on a transfer %s", async (_, wrong) => {
    const id = await player(5_00n);
    await expect(base.db.transaction((tx) => post(tx, [{ ...gift(id, 1_00n), ...wrong }]))).rejects.toThrow();
    expect(await balanceOf(base.db, id)).toBe(5_00n);
  });

  test("a hundred concurrent debits spend what is there and no more", async () => {
    const id = await player(10_00n);
    const results = await Promise.all(
      Array.from({ length: 100 }, () => base.db.transaction((tx) => post(tx, [hold(id, 3_00n)]))),
    );
    expect(results.filter(Boolean)).toHaveLength(3);
    expect(await balanceOf(base.db, id)).toBe(1_00n);
  });
});

test("the running server may neither change nor delete a transfer", async () => {
  for (const statement of [sql`UPDATE transfer SET amount = amount + 1`, sql`DELETE FROM transfer`]) {
    await expect(base.db.query(statement)).rejects.toThrow(/permission denied/u);
    await expect(base.owner.query(statement)).rejects.toThrow(/append only/u);
  }
});

test("a key is free, then replays the same and refuses another, under the player's lock", async () => {
  const id = await player();
  const [hash, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const reply = '{"b":1,"a":"é"}';
  await base.db.transaction(async (tx) => {
    await lockCash(tx, id);
    expect(await findKey(tx, { playerId: id, key: "a-key-of-it", bodyHash: hash })).toEqual({ use: "free" });
    await storeKey(tx, { playerId: id, key: "a-key-of-it", call: "makeOrder", bodyHash: hash, reply });
    await storeKey(tx, { playerId: id, key: undefined, call: "makeOrder", bodyHash: hash, reply });
  });
  const find = (bodyHash: Uint8Array, playerId = id) =>
    findKey(base.db, { playerId, key: "a-key-of-it", bodyHash });
  expect(await find(hash)).toEqual({ use: "replay", reply });
  expect(await find(other)).toEqual({ use: "conflict" });
  expect(await find(hash, await player())).toEqual({ use: "free" });
});

test("money stops once and runs again", async () => {
  expect(await stopMoney(base.db, "a test")).toBe(true);
  expect(await stopMoney(base.db, "another")).toBe(false);
  expect(await isStopped(base.db)).toBe(true);
  expect(await resumeMoney(base.db)).toMatchObject({ reason: "a test" });
  expect(await resumeMoney(base.db)).toBeNull();
});
