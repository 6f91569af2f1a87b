import { verifyRound } from "@lotus/beacon/verify";
import { describe, expect, test } from "vitest";
import { REFUNDS_PROVED } from "../draw-proof/log-version.ts";
import { SETTLE_TIMEOUT_MS } from "../draw-proof/period-times.ts";
import { SAMPLE_BET, SAMPLE_PAYOUT, sampleBet, type SampleBetOptions } from "../testing/sample-bet.ts";
import {
  SAMPLE_PERIOD,
  SAMPLE_TRUST,
  type SampleEntry,
  sampleNumbers,
  sampleRefunds,
  sampleVoid,
} from "../testing/sample-draw.ts";
import { SAMPLE_OVER, sampleLogOf } from "../testing/sample-log.ts";
import { type BetReport, checkBet, type CheckBetOptions, isBetOnlyUnsettled } from "./check-bet.ts";
import type { CommittedPayout } from "./committed.ts";

/** Five digits, as packages/games draws them. */
const draw = (uniform: (n: number) => number) => Array.from({ length: 5 }, () => uniform(10));
const NUMBERS = sampleNumbers(draw);
const DUE = { payout: "9.75", refund: "0.00" };

const check = (document: unknown, options: Partial<CheckBetOptions> = {}): BetReport =>
  checkBet(document, {
    trust: SAMPLE_TRUST,
    draw,
    verifyRound,
    payoutOf: () => DUE,
    askedToCancel: false,
    ...options,
  });

const faultsOf = ({ steps }: BetReport) =>
  steps.flatMap(({ step, faults }) => faults.map(({ name }) => `${step} ${name}`));

describe("a refund is proved by the log, of a period that is held to that", () => {
  const cancelledAt = SAMPLE_BET.acceptedAt + 5_000;
  const REFUND: CommittedPayout = { ...SAMPLE_PAYOUT, payout: "0.00", refund: SAMPLE_BET.total, tiers: [] };
  const held = (options: Partial<SampleBetOptions> = {}) =>
    sampleBet({ numbers: NUMBERS, version: REFUNDS_PROVED, paid: REFUND, ...options });
  /** The entries of a period that was cancelled, with what it refunded if that is logged. */
  const voided =
    ({ isSettled = true } = {}) =>
    (entries: SampleEntry[]): SampleEntry[] => [
      ...entries.slice(0, 4),
      sampleVoid(),
      ...(isSettled
        ? entries
            .slice(6, 7)
            .map((each) => sampleRefunds(String(Reflect.get(Object(JSON.parse(each.body)), "payoutsRoot"))))
        : []),
    ];
  const ofVoid = (options: Partial<SampleBetOptions> = {}) => {
    const { receipt, proof } = held({ edit: voided(), ...options });
    const { closePath: _p, closeIndex: _i, closeSize: _s, ...unclosed } = receipt;
    return { receipt: unclosed, proof };
  };
  const checkVoid = (document: ReturnType<typeof ofVoid>, options = {}) =>
    check(document, { log: sampleLogOf(document.proof), ...options });
  const asked = { askedToCancel: true };

  test("for an order that its player cancelled", () => {
    expect(check(held({ cancelledAt }), asked)).toMatchObject({
      verdict: "refunded",
      due: { payout: "0.00", refund: "10.00" },
    });
  });

  test("for an order of a period that was cancelled, though it has no close", () => {
    expect(checkVoid(ofVoid())).toMatchObject({ verdict: "refunded", draw: { voided: { by: "entry" } } });
  });

  test.each<[string, Partial<SampleBetOptions>, string]>([
    ["keeps the stake", { paid: null }, "payout wrong-payout"],
    ["returns less", { paid: { ...REFUND, refund: "9.99" } }, "payout wrong-payout"],
    ["returns it to another order", { paid: { ...REFUND, orderNo: "B1" } }, "payout foreign-payout"],
    ["calls it a payout", { paid: { ...REFUND, payout: "10.00", refund: "0.00" } }, "payout wrong-payout"],
  ])("an operator who %s is refused", (_what, options, fault) => {
    expect(faultsOf(check(held({ cancelledAt, ...options }), asked))).toContain(fault);
    expect(faultsOf(checkVoid(ofVoid(options)))).toContain(fault);
  });

  test("and not by the receipt alone", () => {
    const shown = ofVoid({ paid: { ...REFUND, refund: "1.00" } });
    const receipt = { ...shown.receipt, payoutLeaf: REFUND };
    expect(faultsOf(checkVoid({ ...shown, receipt }))).toEqual(["payout not-in-payouts"]);
    const { payoutLeaf: _l, ...hidden } = ofVoid().receipt;
    expect(faultsOf(checkVoid({ ...ofVoid(), receipt: hidden }))).toEqual(["payout missing-payout"]);
  });

  test("is waited for, and missing ten minutes after it was due", () => {
    const waiting = held({ cancelledAt, state: "drawn" });
    const unpaid = ofVoid({ edit: voided({ isSettled: false }) });
    const soon = { now: SAMPLE_OVER - 1_000 };
    const drawAt = SAMPLE_PERIOD.drawAt + SETTLE_TIMEOUT_MS;
    expect(check(waiting, { ...asked, ...soon }).verdict).toBe("pending");
    expect(check(unpaid, { now: SAMPLE_PERIOD.drawAt }).verdict).toBe("pending");
    for (const report of [check(waiting, { ...asked, now: drawAt }), checkVoid(unpaid, { now: drawAt })]) {
      expect(report.verdict).toBe("invalid");
      expect(faultsOf(report)).toEqual(["payout missing-settlement"]);
      expect(isBetOnlyUnsettled(report), "it may still come").toBe(true);
    }
    expect(check(held({ state: "drawn" }), { now: drawAt }).due, "of a drawn bet too").toEqual(DUE);
    expect(isBetOnlyUnsettled(check(held({ cancelledAt }), { now: drawAt }))).toBe(false);
  });

  test("and what came late is proved all the same", () => {
    expect(check(held({ cancelledAt }), { ...asked, now: SAMPLE_OVER * 2 }).verdict).toBe("refunded");
    expect(checkVoid(ofVoid(), { now: SAMPLE_OVER * 2 }).verdict).toBe("refunded");
  });
});
