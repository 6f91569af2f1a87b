import { verifyRound } from "@lotus/beacon/verify";
import { checkBet, readShownClose, type ShownClose } from "@lotus/fair";
import { SAMPLE_BET, SAMPLE_PAYOUT, sampleBet, type SampleBetOptions } from "@lotus/fair/testing/sample-bet";
import { SAMPLE_ODDS, SAMPLE_PERIOD, SAMPLE_TRUST, sampleNumbers } from "@lotus/fair/testing/sample-draw";
import { sampleLogOf } from "@lotus/fair/testing/sample-log";
import { drawFor, payoutByRules } from "@lotus/games";
import { describe, expect, test, vi } from "vitest";
import { MemoryBetStore } from "../../testing/memory-bet-store.ts";
import { BetChecker } from "./bet-checker.ts";
import { evidenceFiles } from "./evidence-files.ts";
import { outcomeOf } from "./kept-bet.ts";
import { isNotShown, type Seen } from "./not-shown.ts";
import { StreamWatch } from "./stream-watch.ts";

const NUMBERS = sampleNumbers(drawFor("five-digits"));
const DUE = payoutByRules(SAMPLE_BET, NUMBERS, SAMPLE_PERIOD.drawAt);
const HONEST = sampleBet({ numbers: NUMBERS, paid: { ...SAMPLE_PAYOUT, ...DUE } });
const ROUND_TIME = HONEST.proof.roundTime;
const { closeAt } = SAMPLE_PERIOD;
const ONLINE = [{ from: closeAt - 20_000, to: ROUND_TIME + 3_000 }];
const TRUST = {
  pinnedBy: "build",
  hasChanged: false,
  beacon: "public",
  witnesses: "public",
  witnessNames: [],
  operators: [],
} as const;

function shownClose(): ShownClose {
  const close = readShownClose(HONEST.proof.entries.find(({ type }) => type === "close"));
  if (close === null) throw new Error("no close");
  return close;
}

/** As the worker checks a bet. */
function check({ receipt, proof }: ReturnType<typeof sampleBet>, seen: Seen) {
  const report = checkBet(
    { receipt, proof },
    {
      trust: SAMPLE_TRUST,
      draw: drawFor("five-digits"),
      verifyRound,
      oddsTable: SAMPLE_ODDS,
      payoutOf: payoutByRules,
      askedToCancel: false,
      log: sampleLogOf(proof),
      shown: seen.close,
    },
  );
  const outcome = outcomeOf({ report, trust: TRUST }, 0, isNotShown(report, seen));
  return { report, state: outcome.state };
}
const stateOf = (bet: ReturnType<typeof sampleBet>, seen: Seen) => check(bet, seen).state;
const cameAt = (at: number): Seen => ({ close: { ...shownClose(), at }, spans: ONLINE });
/** The period as an operator shows it who calls it void. */
const voided = (options: Partial<SampleBetOptions> = {}) =>
  sampleBet({
    numbers: NUMBERS,
    state: "closed",
    edit: (entries) =>
      entries.map((entry) =>
        entry.type === "close" ? { ...entry, cosignedAt: entry.cosignedAt + 3 } : entry,
      ),
    ...options,
  });

describe("a bet whose close", () => {
  test("was shown before the round is green", () => {
    expect(stateOf(HONEST, cameAt(ROUND_TIME - 1))).toBe("checked");
  });

  test.each<[string, Seen]>([
    ["came once the round was known", cameAt(ROUND_TIME)],
    ["never came", { close: null, spans: ONLINE }],
    ["was no proof", { close: { body: shownClose().body, proof: "nothing", at: closeAt }, spans: ONLINE }],
  ])("%s is amber, drawn or void, if the device was online", (_what, seen) => {
    expect(stateOf(HONEST, seen)).toBe("notShown");
    if (seen.close?.at !== ROUND_TIME) expect(stateOf(voided(), seen)).toBe("notShown");
  });

  test.each([
    ["was not online", []],
    ["came online after the close", [{ from: closeAt + 1, to: ROUND_TIME + 3_000 }]],
    ["heard nothing after the round", [{ from: closeAt - 1, to: ROUND_TIME - 1 }]],
    [
      "connected anew between both",
      [
        { from: closeAt - 1, to: closeAt + 2_000 },
        { from: closeAt + 3_000, to: ROUND_TIME + 1 },
      ],
    ],
  ])("never came to a device that %s: nothing is said", (_what, spans) => {
    expect(stateOf(HONEST, { close: null, spans })).toBe("checked");
  });

  test("was shown before the round, and is void: red, with that close in the evidence", () => {
    const bet = voided();
    const { report, state } = check(bet, cameAt(ROUND_TIME - 1));
    expect(state).toBe("failed");
    expect(report.draw.steps.flatMap(({ faults }) => faults)).toEqual([{ name: "undrawn-though-shown" }]);
    const files = evidenceFiles("B1", { ...bet, shown: shownClose() });
    expect(JSON.parse(files[0]?.text ?? "")).toMatchObject({ shown: shownClose() });
    expect(files.at(-1)).toMatchObject({ name: "shown-close-B1.tlog-proof", text: shownClose().proof });
  });
});

test("what one check found is not forgotten by the next, which may know nothing of that time", async () => {
  const asked: boolean[] = [];
  let due: () => void = () => undefined;
  let now = 0;
  const checker = new BetChecker("vy", {
    store: new MemoryBetStore(),
    seenOf: async () => ({ close: null, spans: [] }),
    verifier: {
      fetchProof: async () => undefined,
      checkBet: async (_receipt, { wasNotShown = false }) => {
        asked.push(wasNotShown);
        const isNotShown = asked.length === 1;
        return {
          outcome: { state: "waiting", checkedAt: 0, isFinal: false, isNotShown },
          drawAt: 0,
          isUnread: true,
          unstored: null,
        };
      },
    },
    fetchReceipt: async () => HONEST.receipt,
    now: () => 0,
    serverNow: () => now,
    whenIdle: async () => undefined,
    isAnswering: () => true,
    after: (_ms, work) => ((due = work), () => undefined),
  });
  checker.watch([{ orderNo: "B1", gameCode: "FFC", periodNo: SAMPLE_PERIOD.periodNo, isOver: true }]);
  due();
  await vi.waitFor(() => expect(asked).toEqual([false]));
  now += 600_000;
  await vi.waitFor(() => (due(), expect(asked).toEqual([false, true])));
  checker.close();
});

describe("the stream", () => {
  const watchOf = (...acts: [string, number][]) => {
    const stream = new StreamWatch();
    for (const [name, at] of acts)
      if (name === "tick") stream.tick(at);
      else stream.event(name, at);
    return stream.spans;
  };
  const awake = (from: number, to: number): [string, number][] =>
    Array.from({ length: (to - from) / 1_000 }, (_, n) => ["tick", from + 1_000 * (n + 1)]);

  test("shows that the device was online between two events of one connection", () => {
    expect(
      watchOf(["hello", 1_000], ...awake(1_000, 9_000), ["draw", 9_000], ...awake(9_000, 12_000)),
    ).toEqual([{ from: 1_000, to: 9_000 }]);
  });

  test("shows nothing of the time in which it was interrupted", () => {
    const stream = new StreamWatch();
    stream.event("hello", 1_000);
    stream.event("draw", 2_000);
    stream.interrupt();
    stream.event("period", 2_500);
    expect(stream.spans).toEqual([
      { from: 1_000, to: 2_000 },
      { from: 2_500, to: 2_500 },
    ]);
  });

  test("shows nothing of the time before it began anew, or in which the device slept", () => {
    expect(watchOf(["hello", 1_000], ...awake(1_000, 5_000), ["draw", 5_000], ["hello", 6_000])).toEqual([
      { from: 1_000, to: 5_000 },
      { from: 6_000, to: 6_000 },
    ]);
    expect(watchOf(["hello", 1_000], ["tick", 2_000], ["draw", 60_000], ["close", 60_001])).toEqual([
      { from: 1_000, to: 1_000 },
      { from: 60_000, to: 60_001 },
    ]);
  });
});
