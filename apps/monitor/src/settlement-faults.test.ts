import { LOG_VERSION, SETTLE_TIMEOUT_MS, SETTLE_WITHIN_MS } from "@lotus/fair";
import { beforeEach, describe, expect, test } from "vitest";
import { SampleWatch } from "./testing/follow-sample.ts";
import { type Fields, SampleOperator } from "./testing/sample-operator.ts";

const { openAt, closeAt, drawAt } = SampleOperator.period(1);
const ROOT = "07".repeat(32);
/** Longer pauses than this would be an interruption. */
const LOOK_MS = 30_000;

let operator: SampleOperator;
let watch: SampleWatch;

beforeEach(() => {
  operator = new SampleOperator().begin(LOG_VERSION);
  watch = new SampleWatch(operator);
});

/** Looks every half minute until a time. */
async function lookUntil(at: number): Promise<void> {
  while (operator.now + LOOK_MS < at) await watch.poll(operator.now + LOOK_MS);
  await watch.poll(at);
}

const logRefunds = (sums: Fields = {}) => {
  const { game, periodNo } = SampleOperator.period(1);
  operator.log("settled", { game, periodNo, ...sums, payoutsRoot: ROOT });
};

describe("payouts", () => {
  test("come a minute after the draw, or are late, and missing after ten", async () => {
    await watch.period(1, { until: "draw" });
    await lookUntil(drawAt + SETTLE_WITHIN_MS - 1_000);
    expect(watch.notices).not.toContain("late-settlement");
    await lookUntil(drawAt + SETTLE_TIMEOUT_MS - 1_000);
    expect(watch.notices.filter((name) => name === "late-settlement")).toHaveLength(1);
    expect(watch.faults).toEqual([]);
    await lookUntil(drawAt + SETTLE_TIMEOUT_MS + 1_000);
    expect(watch.faults).toEqual(["missing-settlement"]);
  });

  test("that came late are no fault, and are said to have come", async () => {
    await watch.period(1, { until: "draw" });
    await lookUntil(drawAt + 5 * 60_000);
    await watch.step(drawAt + 5 * 60_000 + 1_000, () => operator.logSettled(1));
    await lookUntil(drawAt + 20 * 60_000);
    expect(watch.faults).toEqual([]);
    expect(watch.notices.filter((name) => name === "late-settlement")).toHaveLength(2);
  });

  test("are not missing of an operator that was down, for as long again after it came back", async () => {
    await watch.period(1, { until: "draw" });
    const shown = operator.shown;
    operator.shown = null;
    await lookUntil(drawAt + 3_600_000);
    expect(watch.faults).toEqual([]);
    operator.shown = shown;
    await watch.poll(drawAt + 3_601_000);
    expect(watch.faults).toEqual([]);
    await lookUntil(drawAt + 3_601_000 + SETTLE_TIMEOUT_MS);
    expect(watch.faults).toEqual(["missing-settlement"]);
  });

  test("are not missing while no quorum of witnesses can cosign them, nor is the draw", async () => {
    await watch.period(1, { until: "close" });
    const notes = [...operator.witnessed];
    operator.witnessed.clear();
    await lookUntil(drawAt + 3_600_000);
    expect(watch.faults).toEqual([]);
    for (const [url, note] of notes) operator.witnessed.set(url, note);
    await watch.poll(drawAt + 3_601_000);
    expect(watch.faults).toEqual([]);
    await lookUntil(drawAt + 3_602_000 + SETTLE_TIMEOUT_MS);
    expect(watch.faults).toEqual(["missing-draw"]);
  });

  test("have their minute from the draw on, if that waited for its round", async () => {
    await watch.period(1, { until: "close" });
    await lookUntil(drawAt + 9 * 60_000);
    await watch.step(operator.now + 1_000, () => operator.logDraw(1));
    await lookUntil(drawAt + SETTLE_TIMEOUT_MS + 2_000);
    expect(watch.faults).toEqual([]);
    await watch.step(operator.now + 1_000, () => operator.logSettled(1));
    expect(watch.faults).toEqual([]);
  });

  test("of a log that did not promise it are not asked for", async () => {
    watch = new SampleWatch((operator = new SampleOperator().begin()));
    await watch.period(1, { until: "draw" });
    await lookUntil(drawAt + SETTLE_TIMEOUT_MS + 60_000);
    expect(watch.faults).toEqual([]);
  });

  test("have no sums if the close has none, and have them if it has", async () => {
    const period = async (close: Fields, settled: Fields) => {
      watch = new SampleWatch((operator = new SampleOperator().begin(LOG_VERSION)));
      const { game, periodNo } = SampleOperator.period(1);
      await watch.period(1, { until: "period" });
      await watch.step(closeAt + 1_000, () =>
        operator.log("close", { game, periodNo, betsRoot: ROOT, ...close }),
      );
      await watch.step(drawAt, () => operator.logDraw(1));
      await watch.step(drawAt + 2_000, () => logRefunds(settled));
      return watch.faults;
    };
    const [sold, paid] = [
      { orders: 3, stake: "12.00" },
      { payout: "8.00", refund: "0.00" },
    ];
    expect(await period({}, {})).toEqual([]);
    expect(await period(sold, paid)).toEqual([]);
    expect(await period(sold, {})).toEqual(["wrong-sums"]);
    expect(await period({}, paid)).toEqual(["wrong-sums"]);
  });
});

describe("refunds", () => {
  test("of a cancelled period are due a minute later, before its draw would be", async () => {
    await watch.step(openAt - 20_000, () => operator.logPeriod(1));
    await watch.step(openAt + 1_000, () => operator.logVoid(1));
    await lookUntil(openAt + SETTLE_WITHIN_MS + 2_000);
    expect(watch.notices).toContain("late-settlement");
    await lookUntil(openAt + SETTLE_TIMEOUT_MS + 2_000);
    expect(watch.faults).toEqual(["missing-settlement"]);
  });

  test("of a cancelled period that are logged end it", async () => {
    await watch.step(openAt - 20_000, () => operator.logPeriod(1));
    await watch.step(openAt + 1_000, () => operator.logVoid(1));
    await watch.step(openAt + 8_000, () => logRefunds());
    await lookUntil(drawAt + SETTLE_TIMEOUT_MS + 2_000);
    expect([watch.faults, watch.monitor.state.periods]).toEqual([[], {}]);
  });

  test("of a period that is void by rule are its stakes, and missing without", async () => {
    const lateClose = async () => {
      watch = new SampleWatch((operator = new SampleOperator().begin(LOG_VERSION)));
      await watch.period(1, { until: "period" });
      await watch.step(SampleOperator.roundTime(1) + 1_000, () => operator.logClose(1));
    };
    await lateClose();
    await watch.step(drawAt + 5_000, () => logRefunds({ refund: "12.00" }));
    await lookUntil(drawAt + SETTLE_TIMEOUT_MS + 2_000);
    expect(watch.faults).toEqual([]);
    await lateClose();
    await watch.step(drawAt + 5_000, () => logRefunds({ refund: "11.00" }));
    expect(watch.faults).toEqual(["wrong-sums"]);
    await lateClose();
    await lookUntil(drawAt + SETTLE_TIMEOUT_MS + 2_000);
    expect(watch.faults).toEqual(["missing-settlement"]);
  });

  test("of a skipped period are none: it sold nothing", async () => {
    await watch.period(1, { until: "period" });
    const { game, periodNo } = SampleOperator.period(1);
    await watch.step(drawAt, () =>
      operator.log("skipped", { game, fromPeriod: periodNo, toPeriod: periodNo }),
    );
    await lookUntil(drawAt + SETTLE_TIMEOUT_MS + 60_000);
    expect(watch.faults).toEqual([]);
  });
});

test("liabilities of a few players have no sum", async () => {
  await watch.step(drawAt, () => operator.log("liabilities", { root: ROOT, at: drawAt }));
  expect(watch.faults).toEqual([]);
  await watch.step(drawAt + 1_000, () =>
    operator.log("liabilities", { root: ROOT, at: drawAt, summe: "1.00" }),
  );
  expect(watch.faults).toEqual(["bad-entry"]);
});
