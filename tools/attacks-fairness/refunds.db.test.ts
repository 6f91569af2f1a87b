import { rmSync } from "node:fs";
import type { BetReport, DrawProofDocument } from "@lotus/fair";
import { sql } from "@lotus/server/db/database";
import { makeTestFolder } from "@lotus/server/testing/test-folder";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DishonestOperator, GAME, type VictimsBet } from "./dishonest-operator.ts";

/*
 * Stakes that an operator keeps: of a period that it cancels, of an order that its player cancels, and of a bet that is never
 * settled. The victim's phone has the log alone to go by.
 */

/** 21 November 2026, 10:00 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 0);
/** After a draw: what is not in the log by then is missing. */
const OVER_MS = 601_000;
const ASKED = { askedToCancel: true };

const folder = makeTestFolder("lotus-refunds-");
let operator: DishonestOperator;
/** Bets of periods that were cancelled: refunded, called refunded, and of which nothing is said. */
let [refunded, kept, unsaid]: VictimsBet[] = [];
/** An order that its player cancelled, with what was found before the log had its refund; and one that was drawn and paid. */
let [cancelled, drawn]: VictimsBet[] = [];
let beforeSettled: BetReport | undefined;

beforeAll(async () => {
  operator = await DishonestOperator.open(folder, START);
  refunded = await operator.sell();
  await operator.cancelPeriod(refunded);
  await operator.refund();
  await operator.finish(refunded);

  kept = await operator.sell();
  await operator.cancelPeriod(kept);
  await operator.base.owner.query(
    sql`UPDATE period SET settled_at = house_clock() WHERE game = $1 AND period_no = $2`,
    [GAME, kept.periodNo],
  );
  await operator.finish(kept);

  cancelled = await operator.sell();
  await operator.server.player("POST", `/api/lottery/cancel/${cancelled.orderNo}`, operator.token, {});
  await operator.until(cancelled.closeAt);
  beforeSettled = await operator.check(cancelled, ASKED);
  await operator.finish(cancelled);

  drawn = await operator.play();

  unsaid = await operator.sell();
  await operator.cancelPeriod(unsaid);
  await operator.finish(unsaid);
  await operator.until(unsaid.drawAt + OVER_MS);
}, 120_000);
afterAll(async () => {
  await operator.close();
  rmSync(folder, { recursive: true, force: true });
});

const bet = (found: VictimsBet | undefined): VictimsBet => {
  if (found === undefined) throw new Error("nothing was sold");
  return found;
};
const faultsOf = ({ steps, draw }: BetReport) => [
  ...steps.flatMap(({ step, faults }) => faults.map(({ name }) => `${step}: ${name}`)),
  ...draw.steps.flatMap(({ step, faults }) => faults.map(({ name }) => `${step}: ${name}`)),
];
const MISSING = ["payout: missing-settlement", "settled: missing-settlement"];

describe("the stake of a period that was cancelled", () => {
  test("goes back, and the log has it", async () => {
    const report = await operator.check(bet(refunded));
    expect(faultsOf(report)).toEqual([]);
    expect(report).toMatchObject({ verdict: "refunded", due: { payout: "0.00", refund: "10.00" } });
  });

  test("is kept, and the period called refunded: the log has no refund of it", async () => {
    expect(faultsOf(await operator.check(bet(kept)))).toEqual(["payout: wrong-payout"]);
  });

  test("is kept, and shown as refunded all the same: that is not in the log", async () => {
    const { kept: receipt } = bet(kept);
    const payoutLeaf = {
      orderNo: bet(kept).orderNo,
      payout: "0.00",
      refund: "10.00",
      tiers: [],
      blind: receipt["leaf"].blind,
    };
    const shown = { payoutLeaf, payoutPath: [], payoutIndex: 0, payoutSize: 1 };
    expect(faultsOf(await operator.check(bet(kept), { receipt: shown }))).toEqual(["payout: not-in-payouts"]);
  });

  test("is kept, and nothing is said of it: missing after ten minutes, and right if it comes after all", async () => {
    expect(faultsOf(await operator.check(bet(unsaid)))).toEqual(MISSING);
    await operator.refund();
    await operator.until(operator.now + 10_000);
    expect((await operator.check(bet(unsaid))).verdict).toBe("refunded");
  });
});

describe("the stake of an order that its player cancelled", () => {
  test("is not called refunded before the log says so", () => {
    expect(beforeSettled?.verdict).toBe("pending");
  });

  test("is among the payouts of the drawn period, or the bet is red", async () => {
    const report = await operator.check(bet(cancelled), ASKED);
    expect([report.verdict, faultsOf(report)]).toEqual(["refunded", []]);
    const receipt = { ...(await operator.receiptOf(bet(cancelled))), payoutLeaf: null };
    expect(faultsOf(await operator.check(bet(cancelled), { ...ASKED, receipt }))).toEqual([
      "payout: wrong-payout",
    ]);
  });
});

test("a win that never comes is missing after ten minutes", async () => {
  const whole = await operator.proofOf(bet(drawn));
  const proof = { ...whole, entries: whole.entries.filter(({ type }) => type !== "settled") };
  expect(faultsOf(await operator.check(bet(drawn), { proof }))).toEqual(MISSING);
  expect((await operator.check(bet(drawn))).verdict).toBe("valid");
});

describe("the log tells of a sole player", () => {
  const fieldsOf = (proof: DrawProofDocument, type: string) =>
    Object.keys(JSON.parse(proof.entries.find((entry) => entry.type === type)?.body ?? "{}")).sort();

  test("neither stake, refund and payout, nor how many orders there are", async () => {
    for (const each of [drawn, refunded].map(bet))
      expect(fieldsOf(await operator.proofOf(each), "settled")).toEqual([
        "game",
        "payoutsRoot",
        "periodNo",
        "type",
      ]);
    expect(fieldsOf(await operator.proofOf(bet(drawn)), "close")).toEqual([
      "betsRoot",
      "game",
      "periodNo",
      "type",
    ]);
    const { closeSize, payoutSize } = (await operator.receiptOf(bet(drawn))) ?? {};
    expect([closeSize, payoutSize]).toEqual([64, 64]);
  });
});
