import { verifyRound } from "@lotus/beacon/verify";
import { nobleHashing, toHex, utf8 } from "@lotus/tlog";
import { describe, expect, test } from "vitest";
import { checkDraw } from "../draw-proof/check-draw.ts";
import { SAMPLE_BET, sampleBet } from "../testing/sample-bet.ts";
import {
  SAMPLE_ODDS,
  SAMPLE_ODDS_HASH,
  SAMPLE_PERIOD,
  SAMPLE_TRUST,
  sampleEntry,
  type SampleEntry,
  sampleNumbers,
} from "../testing/sample-draw.ts";
import { sampleLogOf, sampleLogServer } from "../testing/sample-log.ts";
import { PeriodLogReader } from "../period-log/period-log-reader.ts";
import { checkBet, type CheckBetOptions } from "./check-bet.ts";
import type { CommittedBet } from "./committed.ts";
import { ODDS_LAG_MS } from "./odds-table.ts";

/** Five digits, as packages/games draws them. */
const draw = (uniform: (n: number) => number) => Array.from({ length: 5 }, () => uniform(10));
const NUMBERS = sampleNumbers(draw);
const SALE_S = SAMPLE_PERIOD.openAt / 1000;

const OPTIONS: CheckBetOptions = {
  trust: SAMPLE_TRUST,
  draw,
  verifyRound,
  oddsTable: SAMPLE_ODDS,
  payoutOf: () => ({ payout: "9.75", refund: "0.00" }),
  askedToCancel: false,
};

/** Another version of the odds, logged before the close of the sample's period. */
const version = (number: number, from: number, hash = SAMPLE_ODDS_HASH): SampleEntry =>
  sampleEntry("odds", { version: number, hash, from }, SALE_S);
const withVersions =
  (...versions: readonly SampleEntry[]) =>
  (entries: SampleEntry[]): SampleEntry[] => {
    const close = entries.findIndex(({ type }) => type === "close");
    return [...entries.slice(0, close), ...versions, ...entries.slice(close)];
  };

/** Checks the sample's bet, which its leaf describes truly. */
function check(
  bet: Partial<CommittedBet>,
  edit: (entries: SampleEntry[]) => SampleEntry[] = (all) => all,
  options: Partial<CheckBetOptions> = {},
) {
  const document = sampleBet({ numbers: NUMBERS, bet, edit });
  const report = checkBet(document, { ...OPTIONS, ...options });
  const step = report.steps.find((each) => each.step === "odds");
  return { verdict: report.verdict, state: step?.state, faults: step?.faults.map(({ name }) => name) };
}

test("odds of the published table are right", () => {
  expect(check({})).toEqual({ verdict: "valid", state: "ok", faults: [] });
});

describe("under one version nobody gets odds of their own", () => {
  test.each([
    ["less", { hit: "5.00" }],
    ["next to nothing", { hit: "0.01" }],
    ["more", { hit: "9.7501" }],
    ["another key", { hits: "9.75" }],
    ["a key too many", { hit: "9.75", special: "9.75" }],
    ["none", {}],
  ])("%s", (_name, odds) => {
    expect(check({ odds })).toMatchObject({
      verdict: "invalid",
      faults: ["wrong-odds"],
    });
  });

  test("nor those of another option or game", () => {
    expect(check({ optionId: "constructor" }).faults).toEqual(["wrong-odds"]);
    expect(check({ optionId: "YX.OTHER" }).faults).toEqual(["wrong-odds"]);
  });

  test("nor a table of their own", () => {
    const own = SAMPLE_ODDS.replace("97500", "50000");
    expect(check({ odds: { hit: "5.00" } }, undefined, { oddsTable: own })).toMatchObject({
      verdict: "invalid",
      faults: ["wrong-odds-table"],
    });
    // The same figures in another form are another file.
    expect(check({}, undefined, { oddsTable: `${SAMPLE_ODDS}\n` }).faults).toEqual(["wrong-odds-table"]);
    expect(check({}, undefined, { oddsTable: "no JSON" }).faults).toEqual(["wrong-odds-table"]);
  });
});

describe("the version is the one that was in force", () => {
  const { acceptedAt } = SAMPLE_BET;

  test("a later one from its time on", () => {
    const later = withVersions(version(2, acceptedAt));
    expect(check({ oddsVersion: 2 }, later)).toMatchObject({ verdict: "valid", state: "ok" });
    expect(check({ oddsVersion: 2 }, withVersions(version(2, acceptedAt + 1))).faults).toEqual([
      "odds-not-in-force",
    ]);
  });

  test("the one before no longer than servers need to learn of the next", () => {
    const at = (from: number) => check({}, withVersions(version(2, from))).faults;
    expect(at(acceptedAt - ODDS_LAG_MS + 1)).toEqual([]);
    expect(at(acceptedAt - ODDS_LAG_MS)).toEqual(["odds-not-in-force"]);
  });

  test("none that the log has only after the close, or not at all", () => {
    const after = (entries: SampleEntry[]) => [...entries, version(2, acceptedAt)];
    expect(check({ oddsVersion: 2 }, after).faults).toEqual(["unknown-odds"]);
    expect(check({ oddsVersion: 3 }).faults).toEqual(["unknown-odds"]);
  });

  test("a version is in the log once", () => {
    const hash = toHex(nobleHashing.sha256(utf8("another table")));
    const twice = withVersions(version(1, 0, hash));
    const { draw: found } = checkBet(sampleBet({ numbers: NUMBERS, edit: twice }), OPTIONS);
    expect(found.steps.find(({ step }) => step === "period")?.faults).toEqual([
      { name: "double-entry", type: "odds" },
    ]);
  });

  test("a version that the document hides is read from the log", async () => {
    const entries = withVersions(version(2, acceptedAt - ODDS_LAG_MS))([...logged()]);
    const { proof } = sampleBet({ numbers: NUMBERS, edit: () => entries });
    const hiding = { ...proof, odds: proof.odds?.slice(0, 1) };
    const log = await new PeriodLogReader(SAMPLE_TRUST, sampleLogServer(entries).fetch).read(hiding);
    const report = checkDraw(hiding, { trust: SAMPLE_TRUST, draw, verifyRound, log });
    expect(report.steps.at(-1)?.faults).toEqual([{ name: "left-out-entry", type: "odds" }]);
    const whole = await new PeriodLogReader(SAMPLE_TRUST, sampleLogServer(entries).fetch).read(proof);
    expect(checkDraw(proof, { trust: SAMPLE_TRUST, draw, verifyRound, log: whole }).verdict).toBe("valid");
  });
});

test("what was saved by an earlier app, without the odds of the log, verifies as it did", () => {
  const { receipt, proof } = sampleBet({ numbers: NUMBERS });
  const { odds: _, ...old } = proof;
  const report = checkBet({ receipt, proof: old }, { ...OPTIONS, log: sampleLogOf(proof) });
  expect(report.verdict).toBe("valid");
  expect(report.steps.find(({ step }) => step === "odds")?.state).toBe("open");
  expect(check({}, undefined, { oddsTable: null })).toMatchObject({ verdict: "valid", state: "open" });
});

/** The entries of an honest sample. */
function logged(): readonly SampleEntry[] {
  let entries: readonly SampleEntry[] = [];
  sampleBet({
    numbers: NUMBERS,
    edit: (all) => {
      entries = all;
      return all;
    },
  });
  return entries;
}
