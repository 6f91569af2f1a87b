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
import { type BooksWatch, watchBooks } from "./books-watch.ts";
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

let now = 0;
const watchOfServer = (): BooksWatch =>
  watchBooks(
    { db: base.db, clock: { now: () => now }, log: pino({ level: "silent" }), metrics: new Registry() },
    ZONE,
  );

test("servers share the checks: one in a minute, and all books once a day", async () => {
  const [one, other] = [watchOfServer(), watchOfServer()];
  const checked = (watch: BooksWatch): number => watch.last()?.length ?? 0;
  await one.checkIfDue();
  const ofAll = checked(one);
  expect(ofAll).toBeGreaterThan(0);
  await other.checkIfDue();
  expect(other.last()).toEqual([]);
  expect(Math.abs((other.checkedAt() ?? 0) - Date.now())).toBeLessThan(60_000);

  // A minute later, also on a server that has just started.
  await tamper("UPDATE books_check SET since = since - interval '1 minute'");
  await other.checkIfDue();
  expect(checked(other)).toBeGreaterThan(0);
  expect(checked(other)).toBeLessThan(ofAll);

  await tamper("UPDATE books_check SET full_at = full_at - interval '1 day'");
  await other.checkIfDue();
  expect(checked(other)).toBe(ofAll);
});

test("a row that says that all was checked just now keeps no server from checking all for longer than a day", async () => {
  const watch = watchOfServer();
  await tamper("UPDATE books_check SET since = house_clock() - interval '1 minute', full_at = house_clock()");
  await watch.checkIfDue();
  expect(watch.last()).toEqual([]);
  now += 24 * 60 * 60_000;
  await tamper(`UPDATE ledger_account SET balance = balance + 1 WHERE id = ${cashAccount(PLAYER)}`);
  await watch.checkIfDue();
  expect(watch.last()?.some((result) => result.broken > 0n)).toBe(true);
});

test("what one server finds wrong, no other passes over", async () => {
  const [one, other] = [watchOfServer(), watchOfServer()];
  await one.checkIfDue();
  await tamper("UPDATE books_check SET since = since - interval '1 minute'");
  await tamper(`UPDATE ledger_account SET balance = balance + 1 WHERE id = ${cashAccount(PLAYER)}`);
  for (const watch of [one, other, one]) {
    await watch.checkIfDue();
    expect(watch.last()?.some((result) => result.broken > 0n)).toBe(true);
  }
});

test("a breach that a full check finds is looked for once a day by each server, not each minute", async () => {
  const watch = watchOfServer();
  await tamper(`UPDATE ledger_account SET balance = balance + 1 WHERE id = ${cashAccount(PLAYER)}`);
  const found: number[] = [];
  for (const passed of [0, 1, 24 * 60 - 1]) {
    now += passed * 60_000;
    await watch.checkIfDue();
    found.push(watch.last()?.length ?? 0);
  }
  const [full, minute, day] = found;
  expect(minute).toBeLessThan(full ?? 0);
  expect(day).toBe(full);
});

test("the watch stops money at a breach, and not before", async () => {
  const watch = watchOfServer();
  await watch.check("full");
  expect(await isStopped(base.db)).toBe(false);
  await tamper(`UPDATE ledger_account SET balance = balance + 1 WHERE id = ${cashAccount(PLAYER)}`);
  const results = await watch.check("incremental");
  expect(results?.some((result) => result.broken > 0n)).toBe(true);
  expect(await isStopped(base.db)).toBe(true);
});
