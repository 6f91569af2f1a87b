import { parsePolicy } from "@lotus/tlog";
import { beforeEach, describe, expect, test } from "vitest";
import type { Fault } from "./finding.ts";
import { DRAW_TIMEOUT_MS } from "@lotus/fair";
import { SampleWatch } from "./testing/follow-sample.ts";
import { SampleOperator, URL_OF } from "./testing/sample-operator.ts";

const HOUR_MS = 3_600_000;
const { openAt, closeAt, drawAt } = SampleOperator.period(1);
const OVERDUE = drawAt + DRAW_TIMEOUT_MS + 1_000;

let operator: SampleOperator;
let watch: SampleWatch;

beforeEach(() => {
  operator = new SampleOperator().begin();
  watch = new SampleWatch(operator);
});

const faultNamed = (name: string): Fault | undefined =>
  watch.findings.find((found): found is Fault => found.kind === "fault" && found.name === name);

describe("a period", () => {
  /** Follows an honest period, but for one step. */
  const follow = async (steps: {
    readonly period?: () => void;
    readonly close?: () => void;
    readonly draw?: () => void;
    readonly after?: () => void;
  }) => {
    await watch.step(openAt - 20_000, steps.period ?? (() => operator.logPeriod(1)));
    await watch.step(closeAt + 1_000, steps.close ?? (() => operator.logClose(1)));
    await watch.step(drawAt, steps.draw ?? (() => operator.logDraw(1)));
    if (steps.after !== undefined) await watch.step(drawAt + 3_000, steps.after);
  };

  test.each<[string, string, Parameters<typeof follow>[0]]>([
    ["is announced twice", "second-period", { close: () => (operator.logPeriod(1), operator.logClose(1)) }],
    [
      "is closed twice",
      "second-close",
      { draw: () => (operator.logDraw(1), operator.logClose(1, { orders: 4 })) },
    ],
    ["is drawn twice", "second-draw", { after: () => operator.logDraw(1) }],
    ["is settled twice", "second-settled", { after: () => (operator.logSettled(1), operator.logSettled(1)) }],
    ["is closed without having been announced", "unknown-period", { after: () => operator.logClose(7) }],
    [
      "names another round",
      "wrong-round",
      {
        period: () => operator.logPeriod(1, { round: SampleOperator.period(1).round + 1 }),
        draw: () => undefined,
      },
    ],
    [
      "closes too late for a quorum",
      "bad-times",
      { period: () => operator.logPeriod(1, { closeAt: drawAt - 7_000 }) },
    ],
    ["opens after its close", "bad-times", { period: () => operator.logPeriod(1, { openAt: closeAt }) }],
    [
      "names odds that are not logged",
      "unknown-odds",
      { period: () => operator.logPeriod(1, { oddsVersion: 2 }) },
    ],
    ["is drawn by another round", "wrong-round", { draw: () => operator.logDraw(1, { round: 5 }) }],
    [
      "is drawn with another signature",
      "bad-signature-of-round",
      { draw: () => operator.logDraw(1, { signature: "ab".repeat(48) }) },
    ],
    ["has wrong numbers", "wrong-numbers", { draw: () => operator.logDraw(1, { numbers: [1, 2, 3, 4, 5] }) }],
    ["is drawn without a close", "draw-without-close", { close: () => undefined }],
    ["is cancelled after its round", "late-void", { draw: () => operator.logVoid(1) }],
    ["is malformed", "bad-entry", { after: () => operator.entries.push('{"type":"close"}') }],
    [
      "is about another log",
      "bad-entry",
      { after: () => operator.entries.push(operator.entries[0]?.replace("log.", "x.") ?? "") },
    ],
    [
      "has its odds changed",
      "changed-odds",
      { after: () => operator.log("odds", { version: 1, hash: "00".repeat(32), from: openAt }) },
    ],
    [
      "is followed by another beacon",
      "changed-beacon",
      {
        after: () => operator.entries.push(operator.entries[0]?.replace('"period":3', '"period":4') ?? ""),
      },
    ],
    [
      "is closed with no orders over a tree of some",
      "wrong-sums",
      { close: () => operator.logClose(1, { orders: 0, stake: "0.00" }) },
    ],
    [
      "is skipped with orders",
      "skipped-with-orders",
      {
        draw: () => {
          const { game, periodNo } = SampleOperator.period(1);
          operator.log("skipped", { game, fromPeriod: periodNo, toPeriod: periodNo });
        },
      },
    ],
  ])("that %s is a fault: %s", async (_what, name, steps) => {
    await follow(steps);
    expect(watch.faults).toEqual([name]);
    expect(faultNamed(name)?.entries.length).toBeGreaterThan(0);
  });

  test("that was cancelled in time must not be drawn", async () => {
    await watch.step(openAt - 20_000, () => operator.logPeriod(1));
    await watch.step(closeAt + 1_000, () => (operator.logClose(1), operator.logVoid(1)));
    expect(watch.faults).toEqual([]);
    await watch.step(drawAt, () => operator.logDraw(1));
    expect(watch.faults).toEqual(["drawn-though-void"]);
  });

  test("whose close was cosigned only after the round must not be drawn", async () => {
    await watch.period(1, { until: "period" });
    await watch.step(SampleOperator.roundTime(1) + 1_000, () => operator.logClose(1));
    await watch.step(drawAt, () => operator.logDraw(1));
    expect(watch.faults).toEqual(["late-close"]);
  });

  test("whose close one witness alone cosigned in time must not be drawn", async () => {
    await watch.period(1, { until: "period" });
    operator.now = closeAt + 1_000;
    operator.logClose(1);
    operator.publish({ witnesses: [1] });
    await watch.poll();
    await watch.step(drawAt, () => operator.logDraw(1));
    expect(watch.faults).toEqual(["late-close"]);
  });

  test("must be announced before its sale opens, even if the operator says so later", async () => {
    await watch.step(openAt - 20_000, () => undefined);
    await watch.step(openAt + 5_000, () => operator.logPeriod(1));
    await watch.step(closeAt + 1_000, () => operator.logClose(1));
    expect(watch.faults).toEqual(["late-period"]);
  });

  test("must be drawn within ten minutes", async () => {
    await watch.period(1, { until: "close" });
    await watch.poll(OVERDUE - 2_000);
    expect(watch.faults).toEqual([]);
    await watch.poll(OVERDUE);
    expect(watch.faults).toEqual(["missing-draw"]);
  });

  test("must be drawn if its round is published, by the beacon's relays", async () => {
    watch = new SampleWatch(operator, { beaconUrls: [URL_OF.beacon] });
    await watch.period(1, { until: "close" });
    await watch.poll(OVERDUE);
    expect(watch.faults).toEqual(["missing-draw"]);
  });

  test("that is closed again long after it was over is a fault", async () => {
    await watch.period(1);
    await watch.poll(OVERDUE);
    expect(watch.monitor.state.periods).toEqual({});
    await watch.step(OVERDUE + 1_000, () => operator.logClose(1));
    expect(watch.faults).toEqual(["second-close"]);
  });

  test("is not paid without a draw", async () => {
    await watch.period(1, { until: "period" });
    await watch.step(SampleOperator.roundTime(1) + 1_000, () => operator.logClose(1));
    await watch.step(drawAt, () => operator.logSettled(1));
    expect(watch.faults).toEqual(["settled-without-draw"]);
  });

  test("that is not proved to have been in time, to a monitor that was not there, is a fault", async () => {
    await watch.period(1);
    operator.hasProofs = false;
    watch = new SampleWatch(operator);
    await watch.poll(OVERDUE);
    expect([watch.faults, watch.last?.isUndecided]).toEqual([[], true]);
    await watch.poll(OVERDUE + 601_000);
    expect(watch.faults).toEqual(["late-period", "late-close"]);
  });

  test("whose entries were backdated by witnesses of the operator is a fault", async () => {
    await watch.period(1, { until: "period" });
    await watch.poll(drawAt);
    await watch.poll(drawAt + 61_000);
    // All witnesses help: the timestamps say that the close was cosigned in time.
    operator.now = drawAt + 62_000;
    operator.logClose(1);
    operator.logDraw(1);
    operator.publish({ at: closeAt + 1_000 });
    await watch.poll();
    expect(watch.faults).toEqual(["backdated"]);
  });
});

test("a close that is shown some seconds after its round, with stamps from before it, is a fault with what was seen", async () => {
  const at = SampleOperator.roundTime(1);
  await watch.period(1, { until: "period" });
  await watch.poll(at + 3_900);
  operator.now = at + 4_900;
  operator.logClose(1);
  operator.publish({ at: closeAt + 1_000 });
  await watch.poll();
  await watch.step(at + 6_000, () => operator.logDraw(1));
  expect(watch.faults, "a cache and the way to it take a moment").toEqual([]);

  watch = new SampleWatch((operator = new SampleOperator().begin()));
  await watch.period(1, { until: "period" });
  await watch.poll(at + 4_100);
  operator.now = at + 45_000;
  operator.logClose(1);
  operator.logDraw(1);
  operator.publish({ at: closeAt + 1_000 });
  await watch.poll();
  expect(watch.faults).toEqual(["backdated"]);
  const found = faultNamed("backdated");
  expect(found?.sightings.map((seen) => seen.at)).toEqual([at + 4_100, at + 45_000]);
  const evidence = found === undefined ? null : await watch.monitor.evidence(found);
  const sizes = evidence?.sightings.map(({ checkpoint }) => checkpoint.split("\n")[1]);
  expect(sizes, "the log without the close, and with it").toEqual(["3", "5"]);
});

test("a close that was hidden while the monitor did not run is found in the histories of witnesses", async () => {
  await watch.period(1, { until: "period" });
  operator.now = closeAt + 1_000;
  operator.logClose(1);
  // In time, and shown to nobody.
  operator.sign();
  operator.keepHistory();
  operator.now = drawAt + 90_000;
  operator.publish();
  operator.hasProofs = false;
  watch = new SampleWatch(operator);
  await watch.poll(OVERDUE);
  expect(watch.faults).toEqual(["hidden-quorum"]);
  await watch.poll(OVERDUE + 1_000);
  expect(operator.requests.filter((url) => url.includes("/history?"))).toHaveLength(3);
});

test("without witnesses, the monitor's own clock shows that a close came too late", async () => {
  const policy = parsePolicy(operator.policy().replace("quorum two", "quorum none"));
  watch = new SampleWatch(operator, { policy, witnessUrls: [] });
  operator.cosigners = [];
  await watch.period(1);
  await watch.period(2, { until: "period" });
  expect(watch.faults).toEqual([]);
  const { drawAt: late } = SampleOperator.period(2);
  await watch.poll(late + 61_000);
  await watch.step(late + 62_000, () => (operator.logClose(2), operator.logDraw(2)));
  expect(watch.faults).toEqual(["backdated"]);
});

describe("liabilities", () => {
  const liabilities = (at: number) => () =>
    operator.log("liabilities", { root: "00".repeat(32), sum: "1000.00", at });

  test("are expected daily", async () => {
    await watch.period(1);
    for (const day of [0, 24, 48])
      await watch.step(drawAt + (day + 20) * HOUR_MS, liabilities(drawAt + (day + 20) * HOUR_MS));
    await watch.poll(drawAt + 93 * HOUR_MS);
    expect(watch.faults).toEqual([]);
    await watch.poll(drawAt + 95 * HOUR_MS);
    expect(watch.faults).toEqual(["missing-liabilities"]);
  });

  test("of a day must not be left out, given later or of a time to come", async () => {
    await watch.period(1);
    await watch.step(drawAt + 20 * HOUR_MS, liabilities(drawAt + 20 * HOUR_MS));
    await watch.step(drawAt + 40 * HOUR_MS, liabilities(drawAt + 35 * HOUR_MS));
    expect(watch.faults).toEqual([]);
    await watch.step(drawAt + 41 * HOUR_MS, liabilities(drawAt + 30 * HOUR_MS));
    await watch.step(drawAt + 42 * HOUR_MS, liabilities(drawAt + 50 * HOUR_MS));
    expect(watch.faults).toEqual(["backdated", "bad-entry"]);
  });
});

describe("the audit log", () => {
  const AT = drawAt + HOUR_MS;
  const audit = (size: number, of = "11") =>
    operator.log("audit", { size, head: of.repeat(32), at: operator.now });
  const liabilities = (at: number) =>
    operator.log("liabilities", { root: "00".repeat(32), sum: "1000.00", at });

  test("grows, and each statement of a day comes after one of it", async () => {
    await watch.period(1);
    await watch.step(AT, () => (audit(0, "00"), liabilities(AT)));
    await watch.step(AT + 1_000, () => (audit(3, "33"), audit(3, "33"), audit(8, "88")));
    await watch.step(AT + 2_000, () => liabilities(AT + 2_000));
    expect([watch.faults, watch.notices]).toEqual([[], ["house"]]);
  });

  test("must not lose lines, nor have others in their place", async () => {
    await watch.period(1);
    await watch.step(AT, () => audit(8, "88"));
    await watch.step(AT + 1_000, () => audit(7, "77"));
    expect(watch.faults).toEqual(["audit-rewritten"]);
    await watch.step(AT + 2_000, () => audit(7, "78"));
    expect(watch.faults).toEqual(["audit-rewritten", "audit-rewritten"]);
    const [, found] = watch.findings.filter((each): each is Fault => each.kind === "fault");
    expect(found?.entries).toHaveLength(2);
  });

  test("must not fall silent, in this log or in one that replaces it", async () => {
    await watch.period(1);
    await watch.step(AT, () => (audit(8, "88"), liabilities(AT)));
    const { size } = watch.monitor.state;
    await watch.step(AT + HOUR_MS, () => liabilities(AT + HOUR_MS));
    expect(watch.faults).toEqual(["missing-audit"]);
    const next = new SampleOperator({ origin: "next.example", key: 8 }).begin();
    watch = new SampleWatch(next, {
      state: watch.monitor.state,
      policy: parsePolicy(next.policy(operator.vkey)),
    });
    operator = next;
    next.now = AT + 2 * HOUR_MS;
    next.log("restored", {
      previousOrigin: "log.example",
      previousSize: size,
      previousRoot: "00".repeat(32),
    });
    liabilities(next.now);
    next.publish();
    await watch.poll();
    expect(watch.faults).toEqual(["missing-audit"]);
  });

  test("of an operator that never told of it is missed once, without a fault", async () => {
    await watch.period(1);
    for (const hour of [1, 2, 3])
      await watch.step(drawAt + hour * HOUR_MS, () => liabilities(drawAt + hour * HOUR_MS));
    expect([watch.faults, watch.notices]).toEqual([[], ["house", "no-audit"]]);
  });
});
