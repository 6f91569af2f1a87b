import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import { openTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { balanceOf, cashAccount, HOUSE_ACCOUNTS, lockCash, openAccounts, post } from "../../ledger/ledger.ts";
import { bindAddress } from "../addresses/bind.ts";
import { testPayouts } from "../../testing/payouts.ts";
import { requestWithdrawal } from "./request-withdrawal.ts";
import { orderId, wrongBooks } from "../../testing/withdrawals.ts";
import { openWithdrawals, type Withdrawals } from "./withdrawals.ts";

/** Many at once on one player's money, and on one decision. */

let base: TestDatabase;
let withdrawals: Withdrawals;
const { vault, settings, checkTransPassword, marks, identity } = testPayouts({
  turnoverPercent: 0,
  maxPending: 1_000,
});
beforeAll(async () => {
  base = await openTestDatabase(16);
  withdrawals = openWithdrawals({
    db: base.db,
    vault,
    payouts: settings,
    checkTransPassword,
    identity,
    checkClock: () => Promise.resolve(),
    cardBound: () => Promise.resolve(),
    marks,
    translate: () => "",
    timeZone: "UTC",
    notify: () => undefined,
  });
});
afterAll(() => base.close());

const ADD_PLAYER = sql`
  INSERT INTO player (username, password_hash, trans_password_hash, invite_code, created, terms_version)
  VALUES ($1, '', '', $1, house_clock(), '1') RETURNING id`;
const HELD = sql`SELECT balance FROM ledger_account WHERE id = hold_account($1)`;
const TRANSFERS = sql`
  SELECT code, count(*)::int AS n FROM transfer WHERE reference = $1 GROUP BY code ORDER BY code`;

/** A player with an address and so much money, given. */
async function player(cash: bigint): Promise<{ id: bigint; addressId: bigint }> {
  const name = `p${randomBytes(6).toString("hex")}`;
  const [row] = await base.db.query<{ id: bigint }>(ADD_PLAYER, [name]);
  const id = row?.id ?? 0n;
  await openAccounts(base.db, id);
  await move(id, { code: "gift", debit: HOUSE_ACCOUNTS.gifts, credit: cashAccount(id), amount: cash });
  const bound = await bindAddress({ db: base.db, vault, payouts: settings }, id, {
    kind: "bank",
    bankName: "A bank",
    number: String(id).padStart(12, "0"),
    realName: "A Name",
  });
  if (bound.outcome !== "bound") throw new Error(bound.outcome);
  return { id, addressId: BigInt(bound.address.id) };
}

function move(
  id: bigint,
  transfer: { code: "gift" | "adjustment"; debit: bigint; credit: bigint; amount: bigint },
): Promise<boolean> {
  return base.db.transaction(async (tx) => {
    await lockCash(tx, id);
    return post(tx, [{ ...transfer, reference: "1", playerId: id }]);
  });
}

const request = (playerId: bigint, addressId: bigint, amount: bigint, key?: string) =>
  requestWithdrawal(
    { db: base.db, vault, payouts: settings, identity, checkClock: () => Promise.resolve() },
    { playerId, addressId, amount, key, bodyHash: new Uint8Array(32) },
  );

const operator = (operatorId: bigint) => {
  const by = { operatorId, told: "other" as const, calls: 0, within: async () => void (by.calls += 1) };
  return by;
};

test("two hundred withdrawals and debits at once take what is there and no more", async () => {
  const { id, addressId } = await player(1_000_00n);
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const amount = BigInt(50 + (at % 7)) * 100n;
      if (at % 2 === 0) return (await request(id, addressId, amount)).outcome === "accepted" ? amount : 0n;
      // Debits the balance under the same lock, as a bet does.
      const spent = {
        code: "adjustment",
        debit: cashAccount(id),
        credit: HOUSE_ACCOUNTS.adjustments,
      } as const;
      return (await move(id, { ...spent, amount })) ? amount : 0n;
    }),
  );
  const taken = outcomes.reduce((sum, amount) => sum + amount, 0n);
  const left = (await balanceOf(base.db, id)) ?? -1n;
  expect(left).toBe(1_000_00n - taken);
  expect(left).toBeGreaterThanOrEqual(0n);
  expect(left).toBeLessThan(56_00n);
  const pending = (await withdrawals.pending()).filter(({ playerId }) => playerId === id);
  const held = pending.reduce((sum, { amount }) => sum + amount, 0n);
  expect((await base.db.query<{ balance: bigint }>(HELD, [id]))[0]?.balance).toBe(held);
  expect(await wrongBooks({ base })).toEqual([]);
});

test("one key asked a hundred times at once is one withdrawal", async () => {
  const { id, addressId } = await player(100_00n);
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => request(id, addressId, 60_00n, "the-same-key")),
  );
  expect(new Set(replies.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(await balanceOf(base.db, id)).toBe(40_00n);
});

async function pendingOrder(amount: bigint): Promise<{ id: bigint; order: bigint }> {
  const { id, addressId } = await player(amount);
  const outcome = await request(id, addressId, amount);
  if (outcome.outcome !== "accepted") throw new Error(outcome.outcome);
  const { orderNo }: { orderNo: string } = JSON.parse(outcome.reply);
  return { id, order: orderId(orderNo) };
}

test("a thousand clicks on one order, to pass and to cancel it, are one decision", async () => {
  const { id, order } = await pendingOrder(500_00n);
  const operators = Array.from({ length: 10 }, (_, at) => operator(BigInt(at)));
  const outcomes = await Promise.all(
    Array.from({ length: 1_000 }, async (_, at) => {
      const by = operators[at % 10];
      if (by === undefined) throw new Error("no operator");
      return (at % 3 === 0 ? withdrawals.cancel(order, by) : withdrawals.pass(order, by)).then(
        (result) => result.outcome,
      );
    }),
  );
  expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "finished")).toHaveLength(999);
  expect(operators.reduce((sum, { calls }) => sum + calls, 0)).toBe(1);
  const transfers = await base.owner.query<{ code: string; n: number }>(TRANSFERS, [String(order)]);
  expect(transfers).toHaveLength(2);
  expect(transfers.every(({ n }) => n === 1)).toBe(true);
  const [held] = await base.db.query<{ balance: bigint }>(HELD, [id]);
  expect(held?.balance).toBe(0n);
  expect(await wrongBooks({ base })).toEqual([]);
});

test("above the set amount a thousand clicks of one operator are one approval, and of two one pay-out", async () => {
  const { order } = await pendingOrder(50_000_00n);
  const [one, two] = [operator(1n), operator(2n)];
  const first = await Promise.all(Array.from({ length: 500 }, () => withdrawals.pass(order, one)));
  expect(first.filter(({ outcome }) => outcome === "second-needed")).toHaveLength(1);
  expect(first.filter(({ outcome }) => outcome === "same-operator")).toHaveLength(499);
  const both = await Promise.all(
    Array.from({ length: 500 }, (_, at) => withdrawals.pass(order, at % 2 === 0 ? one : two)),
  );
  expect(both.filter(({ outcome }) => outcome === "done")).toHaveLength(1);
  expect([one.calls, two.calls]).toEqual([1, 1]);
  expect(await wrongBooks({ base })).toEqual([]);
});
