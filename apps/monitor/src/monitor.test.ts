import { leafHash, parsePolicy, utf8, verifyInclusionProof } from "@lotus/tlog";
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

describe("an honest operator", () => {
  test("has no fault in a day of 50 periods", async () => {
    operator.cosigners = [0, 1];
    watch = new SampleWatch(operator, { witnessUrls: URL_OF.witnesses.slice(0, 1) });
    for (let n = 1; n <= 50; n += 1) await watch.period(n);
    expect(watch.findings.map(({ name }) => name)).toEqual(["house"]);
    expect(watch.last).toMatchObject({ isRead: true, isUndecided: false });
    expect(watch.monitor.state.read).toBe(2 + 50 * 4);
    // What is over is not remembered for long.
    expect(Object.keys(watch.monitor.state.periods).length).toBeLessThan(15);
  });

  test("is read by a monitor that comes later, by its proofs", async () => {
    for (let n = 1; n <= 5; n += 1) await watch.period(n);
    const late = new SampleWatch(operator);
    await late.poll(operator.now + HOUR_MS);
    expect([late.faults, late.last?.isUndecided]).toEqual([[], false]);
    expect(operator.requests.filter((url) => url.includes("/proof/"))).toHaveLength(5);
  });

  test("is followed on by a monitor that was stopped, from its state", async () => {
    await watch.period(1, { until: "close" });
    const state = JSON.parse(JSON.stringify(watch.monitor.state));
    watch = new SampleWatch(operator, { state });
    operator.requests = [];
    await watch.step(drawAt, () => operator.logDraw(1));
    await watch.step(drawAt + 2_000, () => operator.logSettled(1));
    await watch.poll(OVERDUE);
    expect([watch.faults, watch.monitor.state.periods]).toEqual([[], {}]);
    expect(operator.requests.filter((url) => url.includes("/proof/"))).toEqual([]);
  });

  test("may cancel a period before its round, and skip periods", async () => {
    await watch.step(openAt - 20_000, () => operator.logPeriod(1));
    await watch.step(openAt - 10_000, () => operator.logPeriod(2));
    await watch.step(closeAt, () => operator.logVoid(1));
    const { game, periodNo } = SampleOperator.period(2);
    await watch.step(drawAt, () =>
      operator.log("skipped", { game, fromPeriod: periodNo, toPeriod: periodNo }),
    );
    await watch.poll(OVERDUE + HOUR_MS);
    expect([watch.faults, watch.notices, watch.monitor.state.periods]).toEqual([[], ["house"], {}]);
  });

  test("may lack a quorum: the period is then void by rule, which is said once", async () => {
    await watch.period(1, { until: "period" });
    operator.now = closeAt + 1_000;
    operator.logClose(1);
    operator.publish({ witnesses: [0] });
    await watch.poll();
    operator.now = drawAt + 1_000;
    operator.publish();
    await watch.poll();
    await watch.poll(OVERDUE);
    await watch.poll(OVERDUE + 1_000);
    expect(watch.faults).toEqual([]);
    expect(watch.notices).toEqual(["house", "no-quorum", "no-quorum", "void-by-rule"]);
  });

  test("may be away for a while, and a witness too", async () => {
    await watch.period(1, { until: "period" });
    const shown = operator.shown;
    operator.shown = null;
    const [witness = ""] = URL_OF.witnesses;
    const note = operator.witnessed.get(witness) ?? "";
    operator.witnessed.delete(witness);
    await watch.poll();
    await watch.poll();
    expect(watch.last).toMatchObject({ isRead: false, isUndecided: true });
    operator.shown = shown;
    operator.witnessed.set(witness, note);
    await watch.poll();
    expect(watch.faults).toEqual([]);
    expect(watch.notices).toEqual([
      "house",
      "witness-unreachable",
      "unreachable",
      "witness-reachable",
      "reachable",
    ]);
  });

  test("may show an older checkpoint for a moment, as caches do", async () => {
    await watch.period(1, { until: "period" });
    const older = operator.shown;
    await watch.step(closeAt + 1_000, () => operator.logClose(1));
    const newer = operator.shown;
    operator.shown = older;
    await watch.poll(operator.now + 5_000);
    expect(watch.last?.isUndecided).toBe(true);
    operator.shown = newer;
    await watch.poll(operator.now + 5_000);
    expect([watch.faults, watch.last?.isUndecided]).toEqual([[], false]);
  });

  test("draws late after a late beacon", async () => {
    watch = new SampleWatch(operator, { beaconUrls: [URL_OF.beacon] });
    operator.isBeaconUp = false;
    await watch.period(1, { until: "close" });
    await watch.poll(OVERDUE);
    await watch.poll(OVERDUE + 1_000);
    expect([watch.faults, watch.notices]).toEqual([[], ["house", "beacon-late"]]);
    operator.isBeaconUp = true;
    await watch.step(OVERDUE + 60_000, () => operator.logDraw(1));
    expect(watch.faults).toEqual([]);
  });

  test("announces changes of app and key, which are said aloud", async () => {
    await watch.period(1);
    const other = new SampleOperator({ key: 9 });
    await watch.step(drawAt + 10_000, () => operator.log("key", { key: other.vkey }));
    const entries = operator.entries;
    operator = other;
    other.entries = entries;
    other.now = drawAt + 20_000;
    other.publish();
    watch = new SampleWatch(other, {
      state: watch.monitor.state,
      policy: parsePolicy(new SampleOperator().policy()),
    });
    await watch.step(drawAt + 30_000, () =>
      other.log("liabilities", { root: "00".repeat(32), sum: "1.00", at: drawAt }),
    );
    expect(watch.faults).toEqual([]);
    expect(watch.monitor.state.keys).toEqual([other.vkey]);
  });

  test("may continue a restored log under another name, which is said aloud", async () => {
    await watch.period(1);
    const { size } = watch.monitor.state;
    const next = new SampleOperator({ origin: "next.example", key: 8 }).begin();
    watch = new SampleWatch(next, {
      state: watch.monitor.state,
      policy: parsePolicy(next.policy(operator.vkey)),
      // Witnesses go on to show the checkpoint of the old log.
      fetch: async (input) => {
        const response = await next.fetch(input);
        return response.status === 404 ? operator.fetch(input) : response;
      },
    });
    next.now = operator.now + 60_000;
    const root = "00".repeat(32);
    next.log("restored", { previousOrigin: operator.origin, previousSize: size - 2, previousRoot: root });
    next.publish();
    await watch.poll();
    await watch.period(5);
    expect(watch.faults).toEqual([]);
    expect(watch.notices.filter((name) => !name.startsWith("witness"))).toEqual([
      "restored",
      "house",
      "restored",
    ]);
  });
});

describe("a log that does not only grow", () => {
  beforeEach(async () => watch.period(1));

  test("is a fork if another one is shown under the same size", async () => {
    operator.entries[3] = operator.entries[3]?.replace('"orders":3', '"orders":4') ?? "";
    operator.publish();
    await watch.poll();
    expect(watch.faults).toEqual(["fork"]);
    expect(faultNamed("fork")?.checkpoints).toHaveLength(2);
  });

  test("is a fork if its history was rewritten", async () => {
    operator.entries[3] = operator.entries[3]?.replace('"orders":3', '"orders":4') ?? "";
    await watch.step(operator.now + 1_000, () => operator.logPeriod(2));
    expect(watch.faults).toEqual(["fork"]);
    const evidence = await watch.monitor.evidence(faultNamed("fork") ?? expect.fail());
    expect(evidence.checkpoints.map((text) => text.split("\n").slice(0, 2))).toEqual([
      [operator.origin, "6"],
      [operator.origin, "7"],
    ]);
  });

  test("is a fork if a witness was shown another one", async () => {
    const honest = [...operator.entries];
    operator.entries.pop();
    operator.logSettled(1, { payout: "9.00" });
    operator.sign({ witnesses: [2] });
    operator.entries = honest;
    await watch.poll();
    expect(watch.faults).toEqual(["fork"]);
  });

  test("is a fork if a witness was shown another one that is smaller or larger", async () => {
    const honest = [...operator.entries];
    operator.entries = [...honest.slice(0, 4), "{}"];
    operator.sign({ witnesses: [2] });
    operator.entries = honest;
    await watch.poll();
    expect(watch.faults).toEqual(["fork"]);

    watch = new SampleWatch(operator);
    operator.entries = [...honest.slice(0, 5), "{}", "{}"];
    operator.sign({ witnesses: [2] });
    operator.entries = honest;
    await watch.poll();
    expect(watch.faults).toEqual([]);
    await watch.step(operator.now + 1_000, () => operator.logPeriod(2));
    expect(watch.faults).toEqual(["fork"]);
  });

  test("is shortened if it stays smaller than it was", async () => {
    operator.entries.pop();
    operator.publish({ witnesses: [] });
    await watch.poll();
    expect(watch.faults).toEqual([]);
    await watch.poll(operator.now + 61_000);
    expect(watch.faults).toEqual(["shortened"]);
    expect(faultNamed("shortened")?.checkpoints).toHaveLength(2);
  });

  test("is not followed if its files are missing, or not those of its checkpoint", async () => {
    operator.logPeriod(2);
    operator.publish();
    operator.missing.add("tile/0/000.p/7");
    await watch.poll();
    expect([watch.faults, watch.last?.isUndecided]).toEqual([[], true]);
    await watch.poll(operator.now + 61_000);
    expect(watch.faults).toEqual(["bad-tiles"]);

    watch = new SampleWatch(operator);
    operator.missing.clear();
    operator.entries[6] = "{}";
    await watch.poll();
    expect(watch.faults).toEqual(["bad-tiles"]);
  });

  test("is no log without its signature, or under another name", async () => {
    const other = new SampleOperator({ key: 9 });
    other.entries = operator.entries;
    other.publish();
    operator.shown = other.shown;
    await watch.poll();
    expect(watch.faults).toEqual(["bad-checkpoint"]);
    const renamed = new SampleOperator({ origin: "next.example" }).begin();
    renamed.publish();
    operator.shown = renamed.shown;
    await watch.poll();
    expect(watch.faults).toEqual(["bad-checkpoint", "bad-checkpoint"]);
  });

  test("may not begin anew without saying so, or from what it was not", async () => {
    const next = new SampleOperator({ origin: "next.example", key: 8 }).begin();
    const state = JSON.stringify(watch.monitor.state);
    const follow = () =>
      new SampleWatch(next, { state: JSON.parse(state), policy: parsePolicy(next.policy(operator.vkey)) });
    watch = follow();
    await watch.period(5, { until: "period" });
    expect(watch.faults).toEqual(["bad-start"]);
    watch = follow();
    next.entries = next.entries.slice(0, 2);
    next.log("restored", { previousOrigin: "else.example", previousSize: 3, previousRoot: "00".repeat(32) });
    next.publish();
    await watch.poll();
    expect(watch.faults).toEqual(["bad-start"]);
  });
});

describe("a witness", () => {
  test("that is ahead of what the operator shows is a fault, unless the operator follows soon", async () => {
    await watch.period(1, { until: "period" });
    operator.now = closeAt + 1_000;
    operator.logClose(1);
    const hidden = operator.sign();
    await watch.poll();
    await watch.poll(operator.now + 5_000);
    expect([watch.faults, watch.last?.isUndecided]).toEqual([[], true]);
    await watch.poll(operator.now + 61_000);
    expect(watch.faults).toEqual(["witness-ahead"]);
    expect(faultNamed("witness-ahead")?.checkpoints[0]).toContain(hidden.text.split("\n")[2]);
  });

  test("that is ahead while the others are away is no fault: the operator shows what a quorum has cosigned", async () => {
    await watch.period(1, { until: "period" });
    operator.now = closeAt + 1_000;
    operator.logClose(1);
    operator.sign({ witnesses: [1] });
    for (const away of [0, 2]) operator.witnessed.delete(URL_OF.witnesses[away] ?? "");
    await watch.poll();
    await watch.poll(operator.now + 61_000);
    expect([watch.faults, watch.last?.isUndecided]).toEqual([[], true]);
  });

  test("that cosigned a close in time shows that the operator hides a quorum", async () => {
    await watch.period(1, { until: "period" });
    // The close is cosigned in time, but the operator shows it only later, as if it had come too late.
    operator.now = closeAt + 1_000;
    operator.logClose(1);
    operator.sign();
    await watch.poll();
    operator.now = drawAt + 1_000;
    operator.publish();
    await watch.poll();
    expect(watch.faults).toEqual([]);
    await watch.poll(OVERDUE);
    expect(watch.faults).toEqual(["hidden-quorum"]);
    const evidence = await watch.monitor.evidence(faultNamed("hidden-quorum") ?? expect.fail());
    expect(evidence.checkpoints.length).toBeGreaterThanOrEqual(2);
    // Anybody can verify it, with the policy alone.
    const policy = parsePolicy(operator.policy());
    const verified = evidence.entries.map(({ body, proof }) =>
      verifyInclusionProof(leafHash(utf8(body)), proof ?? "", policy),
    );
    expect(verified).toEqual([expect.objectContaining({ index: 3 })]);
  });

  test("shows so even if the operator was away meanwhile", async () => {
    await watch.period(1, { until: "period" });
    operator.now = closeAt + 1_000;
    operator.logClose(1);
    operator.sign();
    operator.shown = null;
    await watch.poll();
    operator.now = drawAt + 1_000;
    operator.publish();
    operator.log("settled", {
      game: "FFC",
      periodNo: SampleOperator.period(1).periodNo,
      payout: "0.00",
      refund: "12.00",
      payoutsRoot: "00".repeat(32),
    });
    operator.publish();
    await watch.poll();
    expect(watch.faults).toEqual(["hidden-quorum"]);
  });

  test("that shows something else than a checkpoint of the log is reported", async () => {
    await watch.period(1, { until: "period" });
    operator.witnessed.set(URL_OF.witnesses[2] ?? "", "<!doctype html>");
    await watch.poll();
    expect([watch.faults, watch.notices.at(-1)]).toEqual([[], "bad-witness"]);
  });
});
