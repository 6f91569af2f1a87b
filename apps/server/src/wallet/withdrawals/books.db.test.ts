import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlayedServer, type PlayedServer } from "../../testing/played-server.ts";
import { checkBooks } from "../../ledger/ledger.ts";
import {
  bindAccount,
  operator,
  orderId,
  recharge,
  withdrawal,
  wrongBooks,
} from "../../testing/withdrawals.ts";

/** The invariants of withdrawals are green when all is well, and each goes red when it is broken. */

let played: PlayedServer;
const orders: Record<"passed" | "cancelled" | "pending", bigint> = { passed: 0n, cancelled: 0n, pending: 0n };
beforeAll(async () => {
  played = await openPlayedServer({ TURNOVER_PERCENT: "0", WITHDRAWAL_FEE_FIXED: "2.00" });
  const { withdrawals } = played.app.wallet;
  for (const status of ["passed", "cancelled", "pending"] as const) {
    const player = await played.register(`books_${status}`);
    const addressId = await bindAccount(played, player);
    await recharge(played, player, "500.00");
    const { data } = await played.post<{ orderNo: string }>(
      "/api/user/makeOrder",
      withdrawal(addressId, "100.00"),
      { player },
    );
    orders[status] = orderId(data.orderNo);
  }
  await withdrawals.pass(orders.passed, operator(1n));
  await withdrawals.cancel(orders.cancelled, operator(1n, "other"));
  await tamper("ALTER TABLE transfer DISABLE TRIGGER transfer_append_only");
});
afterAll(() => played.close());

/** Does what no code of the server may do. */
const tamper = (text: string) => played.base.owner.query({ name: "", text });
const wrongNow = async (): Promise<readonly string[]> => {
  const results = (await checkBooks(played.base.db, "incremental", "Asia/Ho_Chi_Minh")) ?? [];
  return results.filter(({ broken }) => broken > 0n).map(({ name }) => name);
};

test("what is asked for, paid out and given back keeps every invariant", async () => {
  expect(await wrongBooks(played)).toEqual([]);
  expect(await wrongNow()).toEqual([]);
});

test("a pay-out that is taken back in the order alone is told", async () => {
  await tamper(
    `UPDATE money_order SET status = 'pendingReview', finished = NULL WHERE id = ${orders.passed}`,
  );
  expect(await wrongBooks(played)).toEqual([
    "clearing-is-orders",
    "house-is-its-periods",
    "withdrawal-resolved-once",
    "hold-is-pending",
  ]);
  expect(await wrongNow()).toEqual(["clearing-is-orders", "hold-is-pending"]);
  await tamper(
    `UPDATE money_order SET status = 'passed', finished = house_clock() WHERE id = ${orders.passed}`,
  );
  expect(await wrongBooks(played)).toEqual([]);
});

test("a cancelled order that is called passed is told", async () => {
  await tamper(`UPDATE money_order SET status = 'passed' WHERE id = ${orders.cancelled}`);
  expect(await wrongBooks(played)).toEqual([
    "clearing-is-orders",
    "house-is-its-periods",
    "withdrawal-resolved-once",
  ]);
  await tamper(`UPDATE money_order SET status = 'cancelled' WHERE id = ${orders.cancelled}`);
});

test("a pending order that is called cancelled, its money still held, is told", async () => {
  await tamper(
    `UPDATE money_order SET status = 'cancelled', finished = house_clock() WHERE id = ${orders.pending}`,
  );
  expect(await wrongBooks(played)).toEqual(["withdrawal-resolved-once", "hold-is-pending"]);
  await tamper(
    `UPDATE money_order SET status = 'pendingReview', finished = NULL WHERE id = ${orders.pending}`,
  );
});

test("a fee that is not what was booked is told", async () => {
  await tamper(`UPDATE money_order SET fee = fee + 1 WHERE id = ${orders.passed}`);
  expect(await wrongBooks(played)).toEqual([
    "clearing-is-orders",
    "house-is-its-periods",
    "withdrawal-resolved-once",
  ]);
  await tamper(`UPDATE money_order SET fee = fee - 1 WHERE id = ${orders.passed}`);
});

test("a pay-out booked twice, or for another player, is told", async () => {
  const ofPassed = `code = 'withdrawal' AND reference = '${orders.passed}'`;
  await tamper(`
    INSERT INTO transfer (created, debit_account, credit_account, amount, code, reference, player_id, cash_after)
    SELECT created, debit_account, credit_account, amount, code, reference, player_id, cash_after
    FROM transfer WHERE ${ofPassed}`);
  expect(await wrongBooks(played)).toEqual([
    "balance-is-sum",
    "clearing-is-orders",
    "withdrawal-resolved-once",
  ]);
  await tamper(
    `DELETE FROM transfer WHERE ${ofPassed} AND id = (SELECT max(id) FROM transfer WHERE ${ofPassed})`,
  );
  expect(await wrongBooks(played)).toEqual([]);
});

test("a hold that no order explains is told", async () => {
  await tamper(
    `UPDATE ledger_account SET balance = balance + 1 WHERE id = (SELECT hold_account(player_id) FROM money_order WHERE id = ${orders.pending})`,
  );
  expect(await wrongBooks(played)).toEqual(["balance-is-sum", "hold-is-pending"]);
  expect(await wrongNow()).toEqual(["hold-is-pending"]);
});
