import { canonicalJson } from "@lotus/fair";
import { defaultOdds, optionsOf } from "@lotus/games";
import { beforeEach, describe, expect, test } from "vitest";
import { statusLine } from "./follow.ts";
import { countReturn } from "./return-watch.ts";
import { emptyState, type MonitorState, type PeriodRecord, timedEntry } from "./state.ts";
import { SampleWatch } from "./testing/follow-sample.ts";
import { SampleOperator } from "./testing/sample-operator.ts";

const TABLE = canonicalJson({
  FFC: Object.fromEntries(
    optionsOf("FFC").map((option) => [
      option.code,
      Object.fromEntries(
        Object.entries(defaultOdds("FFC", option)).map(([key, odds]) => [key, Number(odds)]),
      ),
    ]),
  ),
});
const ROOT = "ab".repeat(32);

describe("the monitor", () => {
  async function watch(sums: { stake: string; payout: string; refund?: string }, periods = 3) {
    const operator = new SampleOperator();
    operator.odds = TABLE;
    const watched = new SampleWatch(operator.begin());
    operator.publish();
    await watched.poll();
    for (let n = 1; n <= periods; n += 1) {
      await watched.period(n, { until: "period" });
      const { closeAt, drawAt } = SampleOperator.period(n);
      await watched.step(closeAt + 1_000, (each) => each.logClose(n, { stake: sums.stake, orders: 9 }));
      await watched.step(drawAt, (each) => each.logDraw(n));
      const { payout, refund = "0.00" } = sums;
      await watched.step(drawAt + 2_000, (each) => each.logSettled(n, { payout, refund }));
    }
    return watched;
  }

  test("counts the sums of each period once, and says them in its line", async () => {
    const watched = await watch({ stake: "100.00", payout: "88.20", refund: "10.00" });
    await watched.poll();
    expect(watched.faults).toEqual([]);
    const { state } = watched.monitor;
    expect(state.returns?.["FFC"]).toMatchObject({ counted: 3, stake: 30_000, refund: 3_000, paid: 26_460 });
    expect(statusLine(state, watched.operator.now)).toContain(
      "; returns: FFC 98.00 % of 3 periods (by the odds 97.20 % to 97.50 %)",
    );
    // As it is stored and read again.
    expect(JSON.parse(JSON.stringify(state.returns))).toEqual(state.returns);
  });

  test("finds sums that no bets have", async () => {
    const watched = await watch({ stake: "1.00", payout: "97500.01" }, 1);
    expect(watched.faults).toEqual(["wrong-sums"]);
  });
});

describe("over many periods", () => {
  let state: MonitorState;
  beforeEach(() => {
    state = emptyState();
    state.odds["1"] = {
      index: 1,
      body: canonicalJson({ type: "odds", version: 1, hash: ROOT, from: 0 }),
      hash: ROOT,
      from: 0,
      exact: { K3: { low: 0.85, high: 0.9, mostOdds: 150, leastOdds: 1.75 } },
    };
  });

  /** Counts a settled period with these sums; the names of what is found. */
  function count(
    n: number,
    { stake, payout }: { readonly stake?: string; readonly payout?: string },
  ): string[] {
    const of = { game: "K3", periodNo: `20261130${String(n).padStart(4, "0")}` };
    const entry = (type: string, fields: object) => ({
      index: n,
      body: canonicalJson({ type, ...of, ...fields }),
    });
    const close = entry("close", { betsRoot: ROOT, ...(stake === undefined ? {} : { orders: 9, stake }) });
    const settled = entry("settled", {
      payoutsRoot: ROOT,
      ...(payout === undefined ? {} : { payout, refund: "0.00" }),
    });
    const draw = entry("draw", { round: n, signature: "00".repeat(48), numbers: [1, 2, 3] });
    const times = { openAt: 1, closeAt: 2, drawAt: 10_000, round: n };
    const record: PeriodRecord = {
      ...of,
      ...times,
      period: timedEntry(entry("period", { ...times, oddsVersion: 1 }), null),
      close: timedEntry(close, null),
      voided: null,
      draw: { ...draw, notShownAt: null },
      settled,
      isSkipped: false,
      isNoted: false,
    };
    const found = [...countReturn(state, record), ...countReturn(state, record)];
    return found.map(({ kind, name }) => `${kind} ${name}`);
  }

  test("a return that the odds do not allow is noticed, and a fault when chance does not explain it", () => {
    const found: [string, number][] = [];
    for (let n = 1; n <= 9_000 && found.at(-1)?.[0] !== "fault return-off"; n += 1)
      for (const name of count(n, { stake: "100.00", payout: n % 2 === 0 ? "60.00" : "50.00" }))
        found.push([name, n]);
    expect(found.map(([name]) => name)).toEqual(["notice return-low", "fault return-off"]);
    console.info(`noticed after ${found[0]?.[1]} periods of 55 %, off after ${found[1]?.[1]}`);
  });

  test("one that they allow is not, and periods without sums or under unknown odds are passed over", () => {
    for (let n = 1; n <= 3_000; n += 1)
      expect(count(n, { stake: "100.00", payout: n % 2 === 0 ? "175.00" : "0.00" })).toEqual([]);
    for (let n = 3_001; n <= 3_010; n += 1) expect(count(n, {})).toEqual([]);
    expect(state.returns?.["K3"]?.counted).toBe(3_000);
    state.odds["1"] = { ...(state.odds["1"] ?? { index: 1, body: "", hash: ROOT }), exact: null };
    expect(count(3_011, { stake: "1.00", payout: "900000.00" })).toEqual([]);
  });
});
