import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import {
  cashAccount,
  checkBooks,
  HOUSE_ACCOUNTS,
  isStopped,
  openAccounts,
  post,
  type Transfer,
} from "./ledger.ts";
import { watchBooks } from "./books-watch.ts";
import { pino } from "pino";
import { Registry } from "prom-client";

const ZONE = "Asia/Ho_Chi_Minh";
const PLAYER = 10_000_001n;
let base: TestDatabase;

// Each has its own server, so that what one test breaks affects no other.
beforeEach(async () => {
  base = await openTestDatabase(4);
  await base.db.transaction(async (tx) => {
    await openAccounts(tx, PLAYER);
    await post(tx, [gift({})]);
  });
});
afterEach(() => base.close());

function gift(change: Partial<Transfer>): Transfer {
  return {
    code: "gift",
    debit: HOUSE_ACCOUNTS.gifts,
    credit: cashAccount(PLAYER),
    amount: 7_00n,
    reference: "1",
    playerId: PLAYER,
    ...change,
  };
}

/** Does what no code of the server may do: as the owner, with the guards of transfers off. */
async function tamper(text: string): Promise<void> {
  await base.owner.query({ name: "", text: "ALTER TABLE transfer DISABLE TRIGGER transfer_append_only" });
  await base.owner.query({ name: "", text });
}

async function broken(mode: "full" | "incremental" = "full"): Promise<readonly string[]> {
  const results = (await checkBooks(base.db, mode, ZONE)) ?? [];
  return results.filter((result) => result.broken > 0n).map(({ name }) => name);
}

test("books that nobody touched are right", async () => {
  expect(await broken()).toEqual([]);
  expect(await broken("incremental")).toEqual([]);
});

test("a balance that is not the sum of its transfers is told", async () => {
  await tamper(`UPDATE ledger_account SET balance = balance + 1 WHERE id = ${cashAccount(PLAYER)}`);
  expect(await broken()).toEqual(["balance-is-sum", "cash-after-runs"]);
  expect(await broken("incremental")).toEqual(["cash-after-runs"]);
});

test("a total that limits count by and no transfers explain is told", async () => {
  await tamper(`UPDATE ledger_account SET staked = staked - 1 WHERE id = ${cashAccount(PLAYER)}`);
  expect(await broken()).toEqual(["totals-are-transfers"]);
});

test("a transfer that went missing is told", async () => {
  await base.db.transaction((tx) => post(tx, [gift({ amount: 1_00n })]));
  await tamper("DELETE FROM transfer WHERE amount = 100");
  expect(await broken()).toEqual(["balance-is-sum", "cash-after-runs"]);
});

test("a transfer between accounts that its code is not for is told", async () => {
  await tamper("UPDATE transfer SET code = 'payout'");
  expect(await broken()).toEqual(["codes-fit", "win-paid-once", "totals-are-transfers"]);
});

test("a recharge that no order explains is told, whatever its reference says", async () => {
  for (const reference of ["2026112100000000077", "99999999999999999999", "none"]) {
    await base.db.transaction((tx) =>
      post(tx, [gift({ code: "recharge", debit: HOUSE_ACCOUNTS.clearing, reference })]),
    );
    expect(await broken()).toEqual(["clearing-is-orders", "recharge-paid-once"]);
  }
});

test("the watch stops money at a breach, and not before", async () => {
  const watch = watchBooks(
    { db: base.db, clock: { now: () => 0 }, log: pino({ level: "silent" }), metrics: new Registry() },
    ZONE,
  );
  await watch.check("full");
  expect(await isStopped(base.db)).toBe(false);
  await tamper(`UPDATE ledger_account SET balance = balance + 1 WHERE id = ${cashAccount(PLAYER)}`);
  const results = await watch.check("incremental");
  expect(results?.some((result) => result.broken > 0n)).toBe(true);
  expect(await isStopped(base.db)).toBe(true);
});
