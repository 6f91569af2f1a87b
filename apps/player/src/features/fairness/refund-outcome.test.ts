import { verifyRound } from "@lotus/beacon/verify";
import { checkBet, REFUNDS_PROVED, SETTLE_TIMEOUT_MS } from "@lotus/fair";
import { SAMPLE_BET, SAMPLE_PAYOUT, sampleBet, type SampleBetOptions } from "@lotus/fair/testing/sample-bet";
import { SAMPLE_PERIOD, SAMPLE_TRUST, sampleNumbers } from "@lotus/fair/testing/sample-draw";
import { drawFor, payoutByRules } from "@lotus/games";
import { expect, test } from "vitest";
import { PUBLIC_TRUST } from "../../testing/public-trust.ts";
import { type BetOutcome, outcomeOf } from "./kept-bet.ts";

const draw = drawFor("five-digits");
const OVERDUE = SAMPLE_PERIOD.drawAt + SETTLE_TIMEOUT_MS;
const REFUNDED = {
  version: REFUNDS_PROVED,
  paid: { ...SAMPLE_PAYOUT, payout: "0.00", refund: SAMPLE_BET.total, tiers: [] },
} satisfies Partial<SampleBetOptions>;

/** What a cancelled bet comes to. */
function outcome(options: Partial<SampleBetOptions>, now: number): BetOutcome {
  const cancelledAt = SAMPLE_BET.acceptedAt + 1_000;
  const report = checkBet(sampleBet({ numbers: sampleNumbers(draw), cancelledAt, ...options }), {
    trust: SAMPLE_TRUST,
    draw,
    verifyRound,
    payoutOf: payoutByRules,
    askedToCancel: true,
    now,
  });
  return outcomeOf({ report, trust: PUBLIC_TRUST }, now);
}

test("a refund is not called checked where the log does not show refunds", () => {
  expect(outcome({ paid: null }, OVERDUE)).toMatchObject({ state: "unwitnessed", isFinal: true });
});

test("a refund is awaited, red once it is long overdue, and right when it comes after all", () => {
  const due = { ...REFUNDED, state: "drawn" } as const;
  expect(outcome(due, OVERDUE - 1)).toMatchObject({ state: "waiting", isFinal: false });
  expect(outcome(due, OVERDUE)).toMatchObject({ state: "failed", isFinal: false });
  expect(outcome(REFUNDED, OVERDUE * 2)).toMatchObject({ state: "refunded", isFinal: true });
});
