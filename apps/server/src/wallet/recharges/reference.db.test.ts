import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../db/database.ts";
import { openTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import {
  addPlayer,
  COIN,
  creditsOf,
  newRecharge,
  wrongBooks,
  type NewRecharge,
} from "../../testing/recharges.ts";
import { testVault } from "../../testing/key-ring.ts";
import { takeNotice } from "./notices.ts";
import { giveUp } from "./own-recharge.ts";

/** What a bank makes of a reference, and which order it then names. */

let base: TestDatabase;
beforeAll(async () => {
  base = await openTestDatabase();
});
afterAll(() => base.close());

const referenceOf = ({ record }: NewRecharge): string => record.payment?.reference ?? "";
const paid = ({ due }: NewRecharge, reference: string, amount = due) =>
  takeNotice(
    { db: base.db, vault: testVault() },
    {
      channelId: "bank",
      id: randomBytes(12).toString("hex"),
      bodyHash: randomBytes(32),
      amount,
      currency: "VND",
      reference,
    },
  );
const orderOf = async (options: Parameters<typeof newRecharge>[2] = {}) => {
  const player = await addPlayer(base.db);
  return { ...(await newRecharge(base.db, player, options)), player };
};
const told = (outcome: string, one: NewRecharge | null) => ({ outcome, orderId: one?.id ?? null });
const broken = (text: string): string => text.replaceAll(/(.{3})(?!$)/gu, "$1 ");

test.each<[string, (one: NewRecharge) => string]>([
  [
    "in small letters, broken, between its words",
    (one) => `MBVCB.123. ${broken(referenceOf(one)).toLowerCase()} chuyen tien`,
  ],
  ["joined with other letters", (one) => `CK${referenceOf(one)}NGUYENVANA`],
  ["with dashes and a wide script", (one) => broken(referenceOf(one)).replaceAll(" ", "－")],
  ["twice", (one) => `${referenceOf(one)} ${referenceOf(one).toLowerCase()}`],
  ["beside the order's number", (one) => `${one.record.orderNo} ${referenceOf(one)}`],
  ["as the order's number, broken", ({ record }) => `ND ${record.orderNo.replaceAll(/(.{4})/gu, "$1 ")}`],
])("%s it is found", async (_, textOf) => {
  const one = await orderOf();
  expect(referenceOf(one)).toMatch(/^[34679ACDEFGHJKMNPQRTWXY]{9}$/u);
  expect(one.record.payment?.qr).toContain(
    `08${String(referenceOf(one).length).padStart(2, "0")}${referenceOf(one)}`,
  );
  expect(await paid(one, textOf(one))).toEqual(told("passed", one));
});

test("another amount goes to the desk; within longer words it may be an accident, and names nobody", async () => {
  const [one, two] = [await orderOf(), await orderOf()];
  expect(await paid(one, `CK ${referenceOf(one)}`, "5000")).toEqual(told("review", one));
  expect(await paid(two, `FT${referenceOf(two)}99`, "5000")).toEqual(told("unmatched", null));
});

test("two orders in one text, one wrong character, and another channel's are never sure", async () => {
  const [one, two, coin] = [await orderOf(), await orderOf(), await orderOf({ channel: COIN })];
  const own = referenceOf(one);
  const other = own.startsWith("A") ? "C" : "A";
  for (const text of [
    `${own} ${referenceOf(two)}`,
    `${own} ${two.record.orderNo}`,
    `${one.record.orderNo} ${two.record.orderNo}`,
    other + own.slice(1),
    own.slice(0, 8),
    referenceOf(coin),
  ])
    expect([text, await paid(one, text)]).toEqual([text, told("unmatched", null)]);
  expect(await creditsOf(base.db, one.player)).toBe(0);
});

test("orders of before have no reference, and are found by their number", async () => {
  const one = await orderOf();
  await base.owner.query(sql`UPDATE recharge_payment SET reference = NULL WHERE order_id = $1`, [one.id]);
  expect(await paid(one, one.record.orderNo)).toEqual(told("passed", one));
});

test("a reference that was drawn before is not given again, whatever became of its order", async () => {
  const one = await orderOf();
  await giveUp(base.db, one.player, one.record.orderNo);
  const draws = [...Array.from({ length: 2 }, () => FIXED), OTHER];
  const first = await newRecharge(base.db, one.player, {
    entropy: { bytes: () => draws.shift() ?? OTHER },
  });
  await giveUp(base.db, one.player, first.record.orderNo);
  const second = await newRecharge(base.db, one.player, {
    entropy: { bytes: () => draws.shift() ?? OTHER },
  });
  expect(referenceOf(second)).not.toBe(referenceOf(first));
});

/** Bytes of two different references. */
const PADDING = Array.from({ length: 10 }, () => 0);
const FIXED = Uint8Array.from([0, 1, 5, 6, 7, 8, 9, 10, ...PADDING]);
const OTHER = Uint8Array.from([0, 1, 5, 6, 7, 8, 9, 11, ...PADDING]);

test("the books are right after all of it", async () => {
  expect(await wrongBooks(base.db)).toEqual([]);
});
