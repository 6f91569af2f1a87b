import { verifyRound } from "@lotus/beacon/verify";
import { checkBet, DRAW_TIMEOUT_MS } from "@lotus/fair";
import { SAMPLE_BET, SAMPLE_PAYOUT, sampleBet } from "@lotus/fair/testing/sample-bet";
import { SAMPLE_ODDS, SAMPLE_PERIOD, SAMPLE_TRUST, sampleNumbers } from "@lotus/fair/testing/sample-draw";
import { sampleLogOf } from "@lotus/fair/testing/sample-log";
import { drawFor, payoutByRules } from "@lotus/games";
import { describe, expect, test } from "vitest";
import { PUBLIC_TRUST } from "../../testing/public-trust.ts";
import { outcomeOf, stateOf } from "./kept-bet.ts";

const NUMBERS = sampleNumbers(drawFor("five-digits"));
const DUE = payoutByRules(SAMPLE_BET, NUMBERS, SAMPLE_PERIOD.drawAt);

/** What the sample's bet comes to with this table of odds, this long after its draw. */
function outcome(oddsTable: string | null, afterMs: number, odds = SAMPLE_BET.odds, trust = PUBLIC_TRUST) {
  const { receipt, proof } = sampleBet({
    numbers: NUMBERS,
    bet: { odds },
    paid: { ...SAMPLE_PAYOUT, ...DUE },
  });
  const report = checkBet(
    { receipt, proof },
    {
      trust: SAMPLE_TRUST,
      draw: drawFor("five-digits"),
      verifyRound,
      payoutOf: () => DUE,
      oddsTable,
      askedToCancel: false,
      log: sampleLogOf(proof),
    },
  );
  return outcomeOf({ report, trust }, SAMPLE_PERIOD.drawAt + afterMs, false);
}

describe("the table of odds", () => {
  test("makes a bet green if it has the odds of the receipt", () => {
    expect(outcome(SAMPLE_ODDS, 1_000)).toMatchObject({ state: "checked", isFinal: true, isByList: true });
  });

  test("is waited for, and is red after ten minutes until it is shown", () => {
    expect(outcome(null, DRAW_TIMEOUT_MS)).toMatchObject({ state: "waiting", isFinal: false });
    expect(outcome(null, DRAW_TIMEOUT_MS + 1)).toMatchObject({ state: "failed", isFinal: false });
  });

  test("is red for good if it is another one, or has other odds", () => {
    expect(outcome(SAMPLE_ODDS.replace("97500", "97501"), 0)).toMatchObject({
      state: "failed",
      isFinal: true,
    });
    expect(outcome(SAMPLE_ODDS, 0, { hit: "5.00" })).toMatchObject({ state: "failed", isFinal: true });
  });
});

test.each([{ beacon: "house" }, { witnesses: "house" }, { witnesses: "none" }] as const)(
  "a bet that is right in all else is not green with %o",
  (runBy) => {
    const found = outcome(SAMPLE_ODDS, 1_000, SAMPLE_BET.odds, { ...PUBLIC_TRUST, ...runBy });
    expect(found).toMatchObject({ state: "unwitnessed", isFinal: true });
  },
);

test("what an app of before found green, since the house called its own witnesses public, is not green", () => {
  for (const state of ["checked", "refunded"] as const) {
    expect(stateOf({ state, checkedAt: 0, isFinal: true })).toBe("unwitnessed");
    expect(stateOf({ state, checkedAt: 0, isFinal: true, isByList: true })).toBe(state);
  }
  expect(stateOf({ state: "failed", checkedAt: 0, isFinal: true })).toBe("failed");
});
