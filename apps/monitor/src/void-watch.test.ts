import { parsePolicy } from "@lotus/tlog";
import { beforeEach, describe, expect, test } from "vitest";
import { emptyState } from "./state.ts";
import { SampleWatch } from "./testing/follow-sample.ts";
import { SampleOperator, URL_OF } from "./testing/sample-operator.ts";
import { countDrawn, countResult, countVoid, noFigures, zOf } from "./void-figures.ts";
import { isExplained, noteReached } from "./void-watch.ts";

const START = Date.UTC(2026, 10, 21);
const MINUTE = 60_000;
const POLICY = parsePolicy(new SampleOperator().policy());

describe("a void period is explained", () => {
  const state = emptyState();
  beforeEach(() => void (state.reached = []));
  const polls = (seconds: number, names: readonly string[], from = START) => {
    for (let s = 0; s <= seconds; s += 1) noteReached(state, names, from + s * 1_000);
  };
  const span = { from: START + 10_000, to: START + 16_000 };

  test("not while a quorum of the witnesses answers the monitor from its close to its round", () => {
    polls(30, ["W1", "W2"]);
    expect(state.reached).toHaveLength(1);
    expect(isExplained(state, POLICY, span)).toBe(false);
  });

  test("while too few answer, if only for a moment, and while the monitor does not look", () => {
    expect(isExplained(state, POLICY, span)).toBe(true);
    polls(12, ["W1", "W2"]);
    polls(1, ["W2"], START + 13_000);
    polls(12, ["W0", "W2"], START + 15_000);
    expect(isExplained(state, POLICY, span)).toBe(true);
    state.reached = [];
    polls(60, ["W0", "W1", "W2"], START + 60_000);
    expect(isExplained(state, POLICY, span)).toBe(true);
  });
});

describe("the share of void periods", () => {
  const voidAt = (figures: ReturnType<typeof noFigures>, minute: number, isUnexplained = true) =>
    countVoid(
      figures,
      { closeAt: START + minute * MINUTE, isExplained: !isUnexplained },
      START + minute * MINUTE,
    );
  const drawnAt = (figures: ReturnType<typeof noFigures>, minute: number) =>
    countDrawn(figures, START + minute * MINUTE, START + minute * MINUTE);

  test("is too large at the fifth incident of a day that nothing outside explains", () => {
    const figures = noFigures();
    const found = [0, 1, 2, 3, 4].map((n) => (drawnAt(figures, 10 * n), voidAt(figures, 10 * n + 1)));
    expect(found).toEqual([false, false, false, false, true]);
  });

  test("counts an outage once, however many periods it has, and nothing that is explained", () => {
    const figures = noFigures();
    for (let minute = 0; minute < 60; minute += 1) expect(voidAt(figures, minute)).toBe(false);
    drawnAt(figures, 61);
    for (let minute = 62; minute < 90; minute += 2)
      expect([drawnAt(figures, minute), voidAt(figures, minute + 1, false)].at(-1)).toBe(false);
    expect(figures).toMatchObject({ unexplained: 1, voided: 74, sold: 89 });
  });

  test("of one in a thousand may be, and each day counts by itself", () => {
    const figures = noFigures();
    for (let n = 0; n < 6_000; n += 1) drawnAt(figures, n / 10);
    expect([1, 2, 3, 4, 5, 6].map((n) => voidAt(figures, 50 * n + 0.05))).not.toContain(true);
    expect([1, 2, 3].map((n) => voidAt(figures, 1_441 + n))).not.toContain(true);
    expect(figures.unexplained).toBe(1);
  });
});

describe("what void periods would have drawn", () => {
  const big = [9, 9, 9, 9, 9];
  const small = [0, 0, 0, 0, 0];

  test("follows no pattern if nobody chose, and one if somebody did", () => {
    const chosen = noFigures();
    const found = Array.from({ length: 20 }, () => countResult(chosen, "five-digits", big));
    expect(found.findIndex((half) => half !== null)).toBe(19);
    const honest = noFigures();
    for (let n = 0; n < 40; n += 1)
      expect(countResult(honest, "five-digits", n % 2 === 0 ? big : small)).toBeNull();
    expect(zOf(honest.halves.big)).toBe(0);
  });

  test("is judged at twenty, forty, eighty and so on, since whoever always looks finds something", () => {
    const figures = noFigures();
    for (let n = 0; n < 20; n += 1) countResult(figures, "dice", n % 2 === 0 ? [6, 6, 6] : [1, 1, 1]);
    const found = Array.from({ length: 20 }, () => countResult(figures, "dice", [6, 6, 5]));
    expect(found.findIndex((half) => half !== null)).toBe(19);
  });

  test.each([
    ["five-digits", [4, 4, 5, 5, 5], [4, 4, 4, 5, 5]],
    ["dice", [4, 4, 3], [4, 4, 2]],
    ["racing", [6, 1], [5, 1]],
    ["mark-six", [1, 2, 3, 4, 5, 6, 25], [1, 2, 3, 4, 5, 6, 24]],
  ] as const)("of %s is big from the middle on", (family, least, most) => {
    const figures = noFigures();
    countResult(figures, family, least);
    countResult(figures, family, most);
    expect(figures.halves.big).toMatchObject({ all: 2, inHalf: 1 });
  });
});

test("a period that the rules make void has its result in the report, and counts", async () => {
  const operator = new SampleOperator().begin();
  const watch = new SampleWatch(operator, { beaconUrls: [URL_OF.beacon] });
  const { drawAt } = SampleOperator.period(1);
  await watch.period(1, { until: "period" });
  for (let at = SampleOperator.period(1).closeAt; at < SampleOperator.roundTime(1); at += 1_000)
    await watch.poll(at);
  await watch.step(SampleOperator.roundTime(1) + 1_000, () => operator.logClose(1));
  await watch.poll(drawAt + 601_000);
  operator.logDraw(1);
  const { numbers }: { numbers: number[] } = JSON.parse(operator.entries.at(-1) ?? "{}");
  expect(watch.findings.map(({ text }) => text)).toContainEqual(
    expect.stringContaining(`it would have drawn ${numbers.join(" ")}`),
  );
  expect(watch.monitor.state.voids).toMatchObject({
    sold: 1,
    voided: 1,
    unexplained: 1,
    halves: { big: { all: 1 } },
  });
  expect(watch.faults).toEqual([]);
});

test("a void period counts, however few orders its close states", async () => {
  const operator = new SampleOperator().begin();
  const watch = new SampleWatch(operator, { beaconUrls: [URL_OF.beacon] });
  await watch.period(1, { until: "period" });
  await watch.step(SampleOperator.roundTime(1) + 1_000, () =>
    operator.logClose(1, { orders: 0, stake: "0.00" }),
  );
  await watch.poll(SampleOperator.period(1).drawAt + 601_000);
  expect(watch.monitor.state.voids).toMatchObject({ sold: 1, voided: 1 });
  expect(watch.faults).toEqual(["wrong-sums"]);
});
