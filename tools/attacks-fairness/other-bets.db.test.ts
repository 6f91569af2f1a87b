import { rmSync } from "node:fs";
import { makeTestFolder } from "@lotus/server/testing/test-folder";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DishonestOperator, type VictimsBet } from "./dishonest-operator.ts";

/*
 * An operator that answers with true documents of another bet: with one whose result was known when the victim placed theirs, or
 * with a part of what they placed. Everything in them is signed and logged; the phone alone knows what it sent.
 */

/** 21 November 2026, 10:00 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 0);

const folder = makeTestFolder("lotus-other-bets-");
let operator: DishonestOperator;
let [earlier, later]: VictimsBet[] = [];

beforeAll(async () => {
  operator = await DishonestOperator.open(folder, START);
  earlier = await operator.play();
  later = await operator.play();
}, 120_000);
afterAll(async () => {
  await operator.close();
  rmSync(folder, { recursive: true, force: true });
});

const bet = (found: VictimsBet | undefined): VictimsBet => {
  if (found === undefined) throw new Error("no bet was placed");
  return found;
};

test("a bet of a drawn period instead of the one that was placed: the phone knows its period and when it sent it", async () => {
  const [shown, placed] = [bet(earlier), bet(later)];
  expect((await operator.check(placed)).verdict).toBe("valid");
  const { orderNo, kept } = shown;
  const report = await operator.check(
    { ...placed, orderNo, kept },
    { proof: await operator.proofOf(shown), receipt: await operator.receiptOf(shown) },
  );
  expect(report.verdict).toBe("invalid");
  expect(report.draw.steps[0]?.faults).toEqual([{ name: "other-draw" }]);
});

test("a backdated bet of the right period: it was accepted before it was sent", async () => {
  const placed = bet(later);
  const report = await operator.check({ ...placed, sentAt: placed.sentAt + 120_000 });
  expect(report.steps[0]).toMatchObject({ step: "receipt", faults: [{ name: "other-bet" }] });
});
