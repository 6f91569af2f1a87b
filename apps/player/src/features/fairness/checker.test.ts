import { verifyRound } from "@lotus/beacon/verify";
import { SAMPLE_BET, SAMPLE_PAYOUT, sampleBet, type SampleBetOptions } from "@lotus/fair/testing/sample-bet";
import {
  SAMPLE_BOOKS,
  SAMPLE_CHAIN,
  SAMPLE_ODDS,
  SAMPLE_PARTIES,
  SAMPLE_PERIOD,
  sampleEntries,
  type SampleEntry,
  sampleNumbers,
} from "@lotus/fair/testing/sample-draw";
import { SAMPLE_OVER, sampleLogRoot, sampleLogServer } from "@lotus/fair/testing/sample-log";
import { drawFor, payoutByRules } from "@lotus/games";
import { formatVerifierKey, utf8, verifierKey } from "@lotus/tlog";
import { publicKeyOf } from "@lotus/tlog/testing/keys";
import { expect, test } from "vitest";
import type { CheckTask, FoundBet } from "./check-tasks.ts";
import { Checker } from "./checker.ts";
import type { BetResult } from "./kept-bet.ts";

const NUMBERS = sampleNumbers(drawFor("five-digits"));
const { game: gameCode, periodNo } = SAMPLE_PERIOD;

/** What a receipt of the sale names: the log with the period. */
const KNOWN_LOG = sampleLogRoot(sampleEntries(NUMBERS, { ...SAMPLE_BOOKS, version: 2 }).slice(0, 4));

type Task = Extract<CheckTask, { kind: "bet" }>;

/** What the worker finds about a bet that the server shows so; the device knows of it what `kept` says. */
async function check(kept: Partial<Task> = {}, shown: Partial<SampleBetOptions> = {}, policyLines = "") {
  const due = payoutByRules({ ...SAMPLE_BET, ...shown.bet }, NUMBERS, SAMPLE_PERIOD.drawAt);
  const isPaid = due !== null && due.payout !== "0.00";
  let entries: SampleEntry[] = [];
  const { receipt, proof } = sampleBet({
    numbers: NUMBERS,
    version: 2,
    knownLog: KNOWN_LOG,
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
      policy: policyLines + proof.policy,
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

test.each<[string, Partial<Task>]>([
  ["other picks", { placed: { ...SAMPLE_BET, groups: [{ code: "place1", items: ["0"] }] } }],
  ["another option", { placed: { optionId: "YX.DWE" } }],
  ["another stake", { placed: { betAmount: "10.00" } }],
  ["another total", { placed: { total: "100.00" } }],
  ["another player", { placed: { player: "0b".repeat(16) } }],
  ["an earlier time", { placed: { sentAt: SAMPLE_BET.acceptedAt + 60_001 } }],
])("a receipt of %s than the device has on record is red", async (_what, kept) => {
  expect(await check(kept)).toEqual({ state: "failed", faults: ["other-bet"] });
});

test("the order of picks, and groups without any, make no other bet", async () => {
  const [group] = SAMPLE_BET.groups;
  const groups = [
    { code: "place2", items: [] },
    { code: "place1", items: group?.items.toReversed() ?? [] },
  ];
  const placed = { ...SAMPLE_BET, groups, sentAt: SAMPLE_BET.acceptedAt };
  expect(await check({ placed })).toEqual({ state: "checked", faults: [] });
});

test("a receipt that names a log from before its period is red", async () => {
  const knownLog = sampleLogRoot(sampleEntries(NUMBERS, { ...SAMPLE_BOOKS, version: 2 }).slice(0, 2));
  expect(await check({}, { knownLog })).toEqual({ state: "failed", faults: ["rewritten-log"] });
});

test("nothing is green under a policy of two logs", async () => {
  const other = formatVerifierKey(verifierKey("other.example", 1, publicKeyOf(new Uint8Array(32).fill(9))));
  expect(await check({}, {}, `log ${other}\n`)).toEqual({ state: "unwitnessed", faults: [] });
});

test("what goes back of a cancelled bet is the stake of its bets", async () => {
  const bet = { total: "0.01" };
  const paid = { ...SAMPLE_PAYOUT, payout: "0.00", refund: "0.01", tiers: [] };
  const shown = { bet, paid, cancelledAt: SAMPLE_BET.acceptedAt + 5_000 };
  expect(await check({ askedToCancel: true }, shown)).toEqual({ state: "failed", faults: ["unknown-bet"] });
});

test.each([
  ["an earlier period, whose result was known", { periodNo: "202611210063" }],
  ["another game", { gameCode: "SSC" }],
])("a bet that is shown to be of %s is red", async (_what, kept) => {
  expect(await check(kept, { bet: LOSING })).toMatchObject({
    state: "failed",
    faults: expect.arrayContaining(["other-draw"]),
  });
});
