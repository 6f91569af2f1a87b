import { verifyRound } from "@lotus/beacon/verify";
import { checkBet, type DrawProofDocument, readDrawProof, REFUNDS_PROVED } from "@lotus/fair";
import { SAMPLE_BET, SAMPLE_PAYOUT, sampleBet, type SampleBetOptions } from "@lotus/fair/testing/sample-bet";
import { SAMPLE_ODDS, SAMPLE_PERIOD, SAMPLE_TRUST, sampleNumbers } from "@lotus/fair/testing/sample-draw";
import { sampleLogOf } from "@lotus/fair/testing/sample-log";
import { drawFor, payoutByRules } from "@lotus/games";
import { beforeEach, describe, expect, test } from "vitest";
import { BetChecker } from "./bet-checker.ts";
import { isLogRead, outcomeOf } from "./kept-bet.ts";
import type { TrustState } from "./checks.ts";
import { MemoryBetStore } from "../../testing/memory-bet-store.ts";
import { PUBLIC_TRUST } from "../../testing/public-trust.ts";
import type { BetVerifier } from "./verifier.ts";

const NUMBERS = sampleNumbers(drawFor("five-digits"));
const DUE = payoutByRules(SAMPLE_BET, NUMBERS, SAMPLE_PERIOD.drawAt);
const { orderNo } = SAMPLE_BET;
const BET = { orderNo, gameCode: SAMPLE_PERIOD.game, periodNo: SAMPLE_PERIOD.periodNo };
const sample = (options: Partial<SampleBetOptions> = {}) =>
  sampleBet({ numbers: NUMBERS, paid: { ...SAMPLE_PAYOUT, ...DUE }, ...options });

/** A stake that went back, in a log that proves it. */
const REFUNDED = {
  version: REFUNDS_PROVED,
  paid: { ...SAMPLE_PAYOUT, payout: "0.00", refund: SAMPLE_BET.total, tiers: [] },
} satisfies Partial<SampleBetOptions>;

/** What the server answers; without a receipt it does not know the order. */
let server: { receipt: unknown; proof: unknown } | "offline";
let trust: TrustState;
let now: number;
/** What waits for a time of the clock. */
let timers: { at: number; work: () => void }[];
let store: MemoryBetStore;
let requests: string[];
let isReadLog: boolean;
let isAnswering: boolean;

beforeEach(() => {
  server = sample();
  trust = PUBLIC_TRUST;
  now = SAMPLE_PERIOD.drawAt + 60_000;
  [timers, store, requests] = [[], new MemoryBetStore(), []];
  [isReadLog, isAnswering] = [true, true];
});

const answer = () => {
  if (server === "offline") throw new TypeError("Failed to fetch");
  return server;
};

/** As the worker does it, with the log that has what the server's proof shows. */
function worker(): BetVerifier {
  let proof: unknown;
  return {
    fetchProof: async ({ gameCode, periodNo }) => {
      requests.push(`proof ${gameCode} ${periodNo}`);
      proof = answer().proof;
    },
    checkBet: async (receipt, { account, orderNo: order, askedToCancel, since }) => {
      const report = checkBet(
        { receipt, proof },
        {
          trust: SAMPLE_TRUST,
          draw: drawFor("five-digits"),
          verifyRound,
          payoutOf: payoutByRules,
          oddsTable: SAMPLE_ODDS,
          askedToCancel,
          expected: { orderNo: order },
          now: SAMPLE_BET.acceptedAt + now - since,
          log: isReadLog && readDrawProof(proof).ok ? sampleLogOf(proof as DrawProofDocument) : null,
        },
      );
      const check = { report, trust };
      const result = { check, receipt, proof };
      const isStored = await store.putResult(account, order, result).then(
        () => true,
        () => false,
      );
      const drawAt = report.draw.period?.entry.drawAt ?? 0;
      const isUnread = !isLogRead(report.draw);
      return { outcome: outcomeOf(check, now), drawAt, isUnread, unstored: isStored ? null : result };
    },
  };
}

function start(account = "vy"): BetChecker {
  const checker = new BetChecker(account, {
    store,
    seenOf: async () => ({ close: null, spans: [] }),
    verifier: worker(),
    fetchReceipt: async (order) => (requests.push(`receipt ${order}`), answer().receipt),
    now: () => now,
    serverNow: () => now,
    whenIdle: () => Promise.resolve(),
    isAnswering: () => isAnswering,
    after: (ms, work) => {
      const timer = { at: now + ms, work };
      timers.push(timer);
      return () => void (timers = timers.filter((each) => each !== timer));
    },
  });
  return checker;
}

/** Lets everything happen that is due until then. */
async function until(time: number): Promise<void> {
  for (;;) {
    await settle();
    const next = timers.filter(({ at }) => at <= time).toSorted((a, b) => a.at - b.at)[0];
    if (next === undefined) break;
    timers = timers.filter((each) => each !== next);
    now = Math.max(now, next.at);
    next.work();
  }
  now = time;
}

/** Lets promises that wait for nothing settle. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

const stateAfter = async (checker: BetChecker, ms = 0) => {
  await until(now + ms);
  return checker.shieldOf(orderNo).state;
};

describe("a bet that is over", () => {
  const watch = async () => {
    const checker = start();
    checker.watch([{ ...BET, isOver: true }]);
    return { checker, state: await stateAfter(checker) };
  };

  test("is checked at once, and never again", async () => {
    const { checker, state } = await watch();
    expect(state).toBe("checked");
    expect(checker.shieldOf(orderNo).checkedAt).toBe(now);
    checker.watch([{ ...BET, isOver: true }]);
    await until(now + 86_400_000);
    expect(requests).toEqual([`proof FFC ${BET.periodNo}`, `receipt ${orderNo}`]);
  });

  test.each<[string, Partial<TrustState>]>([
    ["beacon", { beacon: "house" }],
    ["witnesses", { witnesses: "house" }],
    ["log, which nobody watches", { witnesses: "none" }],
  ])("is not green on the operator's own %s", async (_what, own) => {
    trust = { ...PUBLIC_TRUST, ...own };
    expect((await watch()).state).toBe("unwitnessed");
  });

  test("is red if the server names other witnesses than before", async () => {
    trust = { ...PUBLIC_TRUST, hasChanged: true };
    expect((await watch()).state).toBe("failed");
  });

  test("waits until the log around its draw could be read", async () => {
    isReadLog = false;
    const { checker, state } = await watch();
    expect(state).toBe("waiting");
    isReadLog = true;
    expect(await stateAfter(checker, 3_000)).toBe("checked");
  });

  test("is unavailable while the server cannot be reached, and is checked when it can", async () => {
    [server, isAnswering] = ["offline", false];
    const { checker } = await watch();
    expect(await stateAfter(checker, 700_000)).toBe("unavailable");
    server = sample();
    expect(await stateAfter(checker, 300_000)).toBe("checked");
  });

  test.each<[string, () => typeof server]>([
    ["no documents", () => ({ receipt: "<html>", proof: {} })],
    ["no proof", () => ({ receipt: sample().receipt, proof: {} })],
    ["a receipt with a bad field", () => ({ ...sample(), receipt: { ...sample().receipt, payoutSize: -1 } })],
  ])("is red while the server answers %s, and green when it shows them", async (_what, malformed) => {
    server = malformed();
    const { checker, state } = await watch();
    expect(state).toBe("failed");
    server = sample();
    expect(await stateAfter(checker, 10_000)).toBe("checked");
  });

  test("is red once it is overdue, if the server answers everything but that; the receipt is evidence", async () => {
    const checker = start();
    void checker.keep({ ...BET, drawAt: SAMPLE_PERIOD.drawAt }, sample().receipt);
    server = "offline";
    expect(await stateAfter(checker, 500_000)).toBe("unavailable");
    expect(await stateAfter(checker, 1_300_000)).toBe("failed");
    const [file] = await checker.evidenceOf(orderNo);
    expect(JSON.parse(file?.text ?? "")).toMatchObject({ receipt: sample().receipt, proof: null });
    const again = start();
    await again.resume();
    expect(await stateAfter(again, 1_000)).toBe("failed");
    server = sample();
    expect(await stateAfter(again, 10_000)).toBe("checked");
  });

  test("is red once it is overdue, if the log cannot be read, and green when it can", async () => {
    isReadLog = false;
    const { checker, state } = await watch();
    expect(state).toBe("waiting");
    expect(await stateAfter(checker, 1_800_000)).toBe("failed");
    isReadLog = true;
    const later = start();
    await later.resume();
    expect(await stateAfter(later)).toBe("checked");
  });
});

describe("a bet that was just placed", () => {
  const place = (options: Partial<SampleBetOptions> = {}) => {
    now = SAMPLE_PERIOD.openAt + 10_000;
    const { receipt, proof } = sample({ state: "open", ...options });
    server = { receipt, proof };
    const checker = start();
    void checker.keep(BET, receipt);
    return checker;
  };

  test("is checked once its draw is over, without a list that shows it", async () => {
    const checker = place();
    expect(await stateAfter(checker, 1_000)).toBe("waiting");
    server = sample();
    await until(SAMPLE_PERIOD.drawAt + 3_999);
    const before = requests.length;
    expect(checker.shieldOf(orderNo).state).toBe("waiting");
    expect(await stateAfter(checker, 1)).toBe("checked");
    expect(requests.length).toBe(before + 2);
  });

  test.each<[string, Partial<SampleBetOptions>]>([
    [
      "another selection",
      { bet: { groups: [{ code: "place1", items: ["0"] }], betCount: 1, total: "1.00" } },
    ],
    ["another time", { bet: { acceptedAt: SAMPLE_BET.acceptedAt + 1 } }],
  ])("is held to its first receipt if the server shows one with %s later", async (_what, options) => {
    const checker = place();
    await until(now + 1_000);
    server = sample({ ...options, paid: null });
    expect(await stateAfter(checker, 120_000)).toBe("failed");
  });

  test("is red if the server no longer knows it, and the close lacks it", async () => {
    const checker = place();
    await until(now + 1_000);
    server = { receipt: null, proof: sample({ inClose: null }).proof };
    expect(await stateAfter(checker, 120_000)).toBe("failed");
    const check = await checker.checkOf(orderNo);
    expect(check?.report.steps.flatMap(({ faults }) => faults)).toContainEqual({ name: "not-in-close" });
  });

  test("may be cancelled by who asked for it, and by nobody else", async () => {
    const cancelled = { cancelledAt: SAMPLE_BET.acceptedAt + 1_000, ...REFUNDED };
    const asked = place();
    await asked.askToCancel(BET);
    server = sample(cancelled);
    expect(await stateAfter(asked, 120_000)).toBe("refunded");
    store.stored.clear();
    const forged = place();
    await until(now + 1_000);
    server = sample(cancelled);
    expect(await stateAfter(forged, 120_000)).toBe("failed");
  });
});

describe("in another window of the device", () => {
  test("a bet is known to be cancelled by the player, also after both have stored it", async () => {
    const { receipt, proof } = sample({ state: "open" });
    server = { receipt, proof };
    now = SAMPLE_PERIOD.openAt + 10_000;
    const [mine, other] = [start(), start()];
    void mine.keep(BET, receipt);
    await until(now + 1_000);
    other.watch([{ ...BET, isOver: false }]);
    await mine.askToCancel(BET);
    await until(now + 1_000);
    server = sample({ cancelledAt: SAMPLE_BET.acceptedAt + 1_000, ...REFUNDED });
    expect(await stateAfter(other, 120_000)).toBe("refunded");
    expect([...store.stored.values()].map(({ bet }) => bet.askedToCancel)).toEqual([true]);
  });

  test("a bet is held to the receipt that the first of them has seen", async () => {
    const { receipt, proof } = sample({ state: "open" });
    server = { receipt, proof };
    now = SAMPLE_PERIOD.openAt + 10_000;
    const [mine, other] = [start(), start()];
    void mine.keep(BET, receipt);
    await until(now + 1_000);
    server = sample({ bet: { acceptedAt: SAMPLE_BET.acceptedAt + 1 } });
    now = SAMPLE_PERIOD.drawAt + 60_000;
    other.watch([{ ...BET, isOver: true }]);
    expect(await stateAfter(other)).toBe("failed");
  });
});

test("a bet that a list showed first is held to the receipt that was handed out", async () => {
  const { receipt, proof } = sample({ state: "open" });
  server = { receipt, proof };
  now = SAMPLE_PERIOD.openAt + 10_000;
  const checker = start();
  checker.watch([{ ...BET, isOver: false }]);
  void checker.keep(BET, receipt);
  server = sample({ bet: { acceptedAt: SAMPLE_BET.acceptedAt + 1 } });
  expect(await stateAfter(checker, SAMPLE_PERIOD.drawAt + 60_000 - now)).toBe("failed");
});

describe("the next day", () => {
  const tomorrow = SAMPLE_PERIOD.drawAt + 86_400_000;

  test("what was pending is checked, though nobody opens a list", async () => {
    const { receipt, proof } = sample({ state: "open" });
    server = { receipt, proof };
    now = SAMPLE_PERIOD.openAt + 10_000;
    const before = start();
    void before.keep(BET, receipt);
    await until(now + 1_000);
    before.close();
    now = tomorrow;
    server = sample();
    const after = start();
    await after.resume();
    expect(await stateAfter(after)).toBe("checked");
  });

  test("red is still red, whatever the server shows now; the evidence is still there", async () => {
    server = sample({ paid: { ...SAMPLE_PAYOUT, payout: "0.01" } });
    const before = start();
    before.watch([{ ...BET, isOver: true }]);
    expect(await stateAfter(before)).toBe("failed");
    before.close();
    now = tomorrow;
    server = sample();
    requests = [];
    const after = start();
    await after.resume();
    after.watch([{ ...BET, isOver: true }]);
    expect(await stateAfter(after, 60_000)).toBe("failed");
    expect(requests).toEqual([]);
    const [whole, ...entries] = await after.evidenceOf(orderNo);
    expect(whole?.name).toBe(`receipt-${orderNo}.json`);
    expect(Object.keys(JSON.parse(whole?.text ?? ""))).toEqual(["receipt", "proof"]);
    expect(entries.map(({ name }) => name)).toContain(`close-${BET.periodNo}.tlog-proof`);
    expect(entries[0]?.text).toMatch(/^c2sp\.org\/tlog-proof@v1\n/u);
  });

  test("another player of this device knows nothing of it", async () => {
    const mine = start();
    mine.watch([{ ...BET, isOver: true }]);
    await until(now);
    mine.close();
    const other = start("minh");
    await other.resume();
    expect(await stateAfter(other)).toBe("waiting");
    expect(await other.evidenceOf(orderNo)).toEqual([]);
  });
});

test("without a storage bets are checked all the same", async () => {
  store.canStore = false;
  const checker = start();
  await checker.resume();
  checker.watch([{ ...BET, isOver: true }]);
  expect(await stateAfter(checker)).toBe("checked");
  expect(await checker.evidenceOf(orderNo)).not.toEqual([]);
});

test("fifty bets of a period are checked one by one, by one proof", async () => {
  const orders = Array.from({ length: 50 }, (_, at) => `${orderNo.slice(0, -2)}${at + 10}`);
  const checker = start();
  checker.watch(orders.map((each) => ({ ...BET, orderNo: each, isOver: true })));
  await until(now);
  // They are not the order that the server shows.
  expect(orders.map((each) => checker.shieldOf(each).state)).toEqual(orders.map(() => "failed"));
  expect(requests.filter((each) => each.startsWith("proof"))).toHaveLength(1);
  expect(requests.filter((each) => each.startsWith("receipt"))).toHaveLength(50);
});

test("whoever has logged out is not checked any more", async () => {
  server = "offline";
  const checker = start();
  checker.watch([{ ...BET, isOver: true }]);
  await until(now);
  checker.close();
  requests = [];
  await until(now + 3_600_000);
  expect(requests).toEqual([]);
});

test("who hears of changes hears of each once", async () => {
  const checker = start();
  let heard = 0;
  checker.subscribe(() => (heard += 1));
  checker.watch([{ ...BET, isOver: true }]);
  await until(now + 10_000);
  expect(heard).toBe(1);
});
