import { verifyRound } from "@lotus/beacon/verify";
import { SAMPLE_BET, SAMPLE_PAYOUT, sampleBet, type SampleBetOptions } from "@lotus/fair/testing/sample-bet";
import {
  SAMPLE_CHAIN,
  SAMPLE_ODDS,
  SAMPLE_PARTIES,
  SAMPLE_PERIOD,
  type SampleEntry,
  sampleNumbers,
} from "@lotus/fair/testing/sample-draw";
import { SAMPLE_OVER, sampleLogServer } from "@lotus/fair/testing/sample-log";
import { drawFor, payoutByRules } from "@lotus/games";
import { utf8 } from "@lotus/tlog";
import { expect, test } from "vitest";
import type { CheckTask, FoundBet } from "./check-tasks.ts";
import { Checker } from "./checker.ts";
import type { BetResult } from "./kept-bet.ts";

const NUMBERS = sampleNumbers(drawFor("five-digits"));
const { game: gameCode, periodNo } = SAMPLE_PERIOD;

type Task = Extract<CheckTask, { kind: "bet" }>;

/** What the worker finds about a bet that the server shows so; the device knows of it what `kept` says. */
async function check(kept: Partial<Task> = {}, shown: Partial<SampleBetOptions> = {}) {
  const due = payoutByRules({ ...SAMPLE_BET, ...shown.bet }, NUMBERS, SAMPLE_PERIOD.drawAt);
  const isPaid = due !== null && due.payout !== "0.00";
  let entries: SampleEntry[] = [];
  const { receipt, proof } = sampleBet({
    numbers: NUMBERS,
    version: 2,
    knownLog: { logSize: 0, logRoot: "00".repeat(32) },
    paid: isPaid ? { ...SAMPLE_PAYOUT, ...due } : null,
    edit: (all) => (entries = all),
    ...shown,
  });
  const log = sampleLogServer(entries);
  let result: BetResult | undefined;
  const checker = new Checker({
    fetchLogFile: async (path) => (path.startsWith("odds/") ? utf8(SAMPLE_ODDS) : log.fetch(path)),
    fetch: async () => new Response(null, { status: 404 }),
    fetchProof: async () => proof,
    loadVerifyRound: async () => verifyRound,
    store: { putResult: async (_account, _order, found) => void (result = found) },
    parties: SAMPLE_PARTIES,
  });
  const { hash, publicKey, genesisS: genesis, periodS: period } = SAMPLE_CHAIN;
  const task: Task = {
    kind: "bet",
    trust: {
      policy: proof.policy,
      beacon: { hash, publicKey, genesis, period, scheme: proof.beacon.scheme },
    },
    trustState: { pinnedBy: "first-seen", hasChanged: false },
    gameCode,
    periodNo,
    account: "vy",
    orderNo: SAMPLE_BET.orderNo,
    askedToCancel: false,
    since: SAMPLE_BET.acceptedAt,
    receipt,
    seen: { close: null, spans: [] },
    now: SAMPLE_OVER,
    serverNow: SAMPLE_OVER,
    ...kept,
  };
  await checker.run({ kind: "proof", gameCode: task.gameCode, periodNo: task.periodNo });
  const { outcome } = (await checker.run(task)) as FoundBet;
  const report = result?.check.report;
  const steps = [...(report?.steps ?? []), ...(report?.draw.steps ?? [])];
  return { state: outcome.state, faults: steps.flatMap(({ faults }) => faults.map(({ name }) => name)) };
}

test("an honest bet is green", async () => {
  expect(await check()).toEqual({ state: "checked", faults: [] });
});

/** One number, which does not win. */
const LOSING = {
  groups: [{ code: "place1", items: [String(((NUMBERS[0] ?? 0) + 1) % 10)] }],
  betCount: 1,
  total: "1.00",
};

test.each([
  ["an earlier period, whose result was known", { periodNo: "202611210063" }],
  ["another game", { gameCode: "SSC" }],
])("a bet that is shown to be of %s is red", async (_what, kept) => {
  expect(await check(kept, { bet: LOSING })).toMatchObject({
    state: "failed",
    faults: expect.arrayContaining(["other-draw"]),
  });
});
