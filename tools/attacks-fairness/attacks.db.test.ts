import { rmSync } from "node:fs";
import { roundOfDraw } from "@lotus/beacon";
import {
  type BetReport,
  type CommittedBet,
  canonicalJson,
  type DrawProofDocument,
  type DrawReport,
  type ProvenEntry,
} from "@lotus/fair";
import { sql } from "@lotus/server/db/database";
import { makeTestFolder } from "@lotus/server/testing/test-folder";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DishonestOperator, GAME, type VictimsBet } from "./dishonest-operator.ts";

/*
 * Attacks by an operator who owns the database and every key of the server, on a real server whose log three witnesses of
 * others cosign. Each is noticed by the victim's phone, by anybody who has the proof, or by the witnesses.
 */

/** 21 November 2026, 10:00 in Ho Chi Minh City. */
const START = Date.UTC(2026, 10, 21, 3, 0, 0);
/** From the round on: a period that is not drawn by then counts as not drawn. */
const OVER_MS = 601_000;

const folder = makeTestFolder("lotus-attacks-fairness-");
let operator: DishonestOperator;
/** A bet of a period that was honest to its end. */
let honest: VictimsBet;
let proof: DrawProofDocument;

beforeAll(async () => {
  operator = await DishonestOperator.open(folder, START);
  honest = await operator.play();
  proof = await operator.proofOf(honest);
});
afterAll(async () => {
  await operator.close();
  rmSync(folder, { recursive: true, force: true });
});

const faultsOf = (report: DrawReport | BetReport): string[] => {
  const steps: readonly { readonly step: string; readonly faults: readonly { readonly name: string }[] }[] = [
    ...report.steps,
    ...("draw" in report ? report.draw.steps : []),
  ];
  return steps.flatMap(({ step, faults }) => faults.map(({ name }) => `${step}: ${name}`));
};
const without = (document: DrawProofDocument, ...types: string[]): DrawProofDocument => ({
  ...document,
  entries: document.entries.filter(({ type }) => !types.includes(type)),
});
/** As if it had not been drawn. */
const undrawn = (document: DrawProofDocument): DrawProofDocument => ({
  ...without(document, "draw", "settled"),
  numbers: null,
  beacon: { ...document.beacon, signature: null, randomness: null },
});
const entryOf = (document: DrawProofDocument, type: string): ProvenEntry => {
  const found = document.entries.find((entry) => entry.type === type);
  if (found === undefined) throw new Error(`no ${type}`);
  return found;
};
const withEntry = (document: DrawProofDocument, ...added: ProvenEntry[]): DrawProofDocument => ({
  ...document,
  entries: [...document.entries, ...added],
});
/** A list reversed may be the same one. */
const otherThan = (value: unknown) =>
  typeof value === "number"
    ? value + 1
    : Array.isArray(value)
      ? value.map((each: number) => each + 1)
      : "00".repeat(32);
const ofPeriod = (bet: VictimsBet) => ({ game: GAME, periodNo: bet.periodNo });

test("an honest bet is valid on the victim's phone, which read the log around it", async () => {
  const report = await operator.check(honest);
  expect(faultsOf(report)).toEqual([]);
  expect(report.verdict).toBe("valid");
  expect(report.draw.steps.at(-1)).toMatchObject({ step: "log", state: "ok" });
  expect(report.steps.find(({ step }) => step === "odds")?.state).toBe("ok");
  expect(report.isWatched).toBe(true);
});

describe("the result", () => {
  test("chosen after the close: other numbers do not follow from the round", () => {
    const numbers = (proof.numbers ?? []).map((number) => (number + 1) % 10);
    const chosen = { ...proof, numbers };
    expect(faultsOf(operator.checkDraw(chosen, honest.periodNo))).toEqual(["numbers: wrong-numbers"]);
  });

  test("chosen after the close, and written into the log: witnesses do not cosign a second history", async () => {
    const bodies = await operator.bodies();
    const at = bodies.indexOf(entryOf(proof, "draw").body);
    const numbers = (proof.numbers ?? []).map((number) => (number + 1) % 10);
    const body = canonicalJson({ ...JSON.parse(bodies[at] ?? "{}"), numbers });
    const forked = bodies.with(at, body);
    expect(await operator.askWitnesses(forked, forked.length - 1)).toEqual([409, 409, 409]);
    expect(await operator.askWitnesses(forked, forked.length)).toEqual([422, 422, 422]);
    const draw = { type: "draw", body, proof: operator.forge(forked, at) };
    const chosen = { ...withEntry(without(proof, "draw", "settled"), draw), numbers };
    expect(faultsOf(operator.checkDraw(chosen, honest.periodNo))).toEqual([
      "numbers: no-quorum",
      "numbers: wrong-numbers",
    ]);
  });

  test("of another round, signed by the beacon: the round follows from the time of the draw", () => {
    const other = { ...proof, round: proof.round + 1, roundTime: proof.roundTime + 3_000 };
    expect(faultsOf(operator.checkDraw(other, honest.periodNo))).toContain("period: wrong-round");
  });

  test("has no freedom: whatever the operator puts into the log, the numbers are the same", () => {
    const computed = operator.checkDraw(proof, honest.periodNo).computed?.numbers;
    expect(computed).toEqual(proof.numbers);
    for (const entry of proof.entries) {
      const fields: Record<string, unknown> = JSON.parse(entry.body);
      for (const [name, value] of Object.entries(fields)) {
        if (["type", "game", "periodNo", "beacon"].includes(name)) continue;
        const body = canonicalJson({ ...fields, [name]: otherThan(value) } as never);
        const entries = proof.entries.map((each) => (each === entry ? { ...each, body } : each));
        const report = operator.checkDraw({ ...proof, entries }, honest.periodNo);
        expect(report.verdict, `${entry.type}.${name}`).toBe("invalid");
        expect(report.computed?.numbers ?? computed, `${entry.type}.${name}`).toEqual(computed);
      }
    }
  });
});

describe("the victim's order", () => {
  test.each<[string, Record<string, unknown>]>([
    ["moved to another game", { game: "K3" }],
    ["moved to another period", { periodNo: "202611219999" }],
    ["moved to another round", { round: 1 }],
    ["given other odds", { odds: { hit: "1.01" } }],
    ["given another selection", { groups: [{ code: "place1", items: ["0"] }] }],
    ["given another stake", { betAmount: "0.10", total: "1.00" }],
    ["backdated", { acceptedAt: START }],
  ])("%s: it is not the one that was accepted", async (_what, values) => {
    const latest = await operator.receiptOf(honest);
    const kept = { ...honest.kept, leaf: { ...honest.kept["leaf"], ...values } };
    const report = await operator.check({ ...honest, kept }, { receipt: latest });
    expect(faultsOf(report)).toContain("receipt: not-in-batch");
  });

  test("dropped from the close: the kept receipt shows that it was accepted", async () => {
    const bet = await operator.sell();
    const { owner } = operator.base;
    await owner.query(sql`ALTER TABLE bet_order DISABLE TRIGGER USER`);
    await owner.query(sql`DELETE FROM bet_order WHERE id = $1`, [bet.orderNo.slice(1)]);
    await owner.query(sql`ALTER TABLE bet_order ENABLE TRIGGER USER`);
    await operator.finish(bet);
    const report = await operator.check(bet, { receipt: {} });
    expect(report.verdict).toBe("invalid");
    expect(faultsOf(report)).toContain("close: not-in-close");
  });

  test("cancelled without being asked: a forged cancellation", async () => {
    const bet = await operator.sell();
    await operator.server.player("POST", `/api/lottery/cancelOrder/${bet.orderNo}`, operator.token, {});
    const { owner } = operator.base;
    await owner.query(
      sql`INSERT INTO bet_cancellation SELECT (jsonb_populate_record(NULL::bet_cancellation, jsonb_build_object(
            'player_id', o.player_id, 'order_id', o.id, 'game', o.game, 'period_no', o.period_no, 'why', 'player',
            'refund', o.total, 'created', house_clock()))).* FROM bet_order o
          WHERE o.id = $1 AND NOT EXISTS (SELECT FROM bet_cancellation c WHERE c.order_id = o.id)`,
      [bet.orderNo.slice(1)],
    );
    await operator.finish(bet);
    const report = await operator.check(bet);
    expect(faultsOf(report)).toEqual(["close: forged-cancellation"]);
  });

  test("paid less: the rules give more, and the payout is not in the log", async () => {
    const latest = await operator.receiptOf(honest);
    const payoutLeaf = { ...latest?.["payoutLeaf"], payout: "0.01" };
    expect(faultsOf(await operator.check(honest, { receipt: { ...latest, payoutLeaf } }))).toEqual([
      "payout: wrong-payout",
      "payout: not-in-payouts",
    ]);
  });

  test("not paid: the receipt says nothing of a period that the log calls settled", async () => {
    const latest = await operator.receiptOf(honest);
    expect(faultsOf(await operator.check(honest, { receipt: { ...latest, payoutLeaf: null } }))).toEqual([
      "payout: wrong-payout",
    ]);
    const { payoutLeaf: _, ...hidden } = latest ?? {};
    expect(faultsOf(await operator.check(honest, { receipt: hidden }))).toEqual(["payout: missing-payout"]);
  });

  test("signed by another key: not by one of the log", async () => {
    const kept = { ...honest.kept, signature: "00".repeat(64) };
    expect(faultsOf(await operator.check({ ...honest, kept }))).toEqual(["receipt: bad-receipt-signature"]);
  });
});

describe("odds of a player's own", () => {
  test("under the version of all others: the receipt is not that of the published table", async () => {
    const [[key, published] = ["", ""]] = Object.entries(honest.kept["leaf"].odds as CommittedBet["odds"]);
    for (const odds of ["0.01", "5.00", "9999.00"]) {
      const leaf = { ...honest.kept["leaf"], odds: { [key]: odds } };
      const kept = operator.signReceipt(leaf, honest.kept);
      const latest = await operator.receiptOf(honest);
      const report = await operator.check({ ...honest, kept }, { receipt: latest });
      expect(report.steps[0]).toMatchObject({ step: "receipt", state: "ok" });
      expect(faultsOf(report), `${published} as ${odds}`).toContain("odds: wrong-odds");
    }
  });

  test("under a version that the log never had", async () => {
    const leaf = { ...honest.kept["leaf"], oddsVersion: 99 };
    const kept = operator.signReceipt(leaf, honest.kept);
    expect(faultsOf(await operator.check({ ...honest, kept }))).toContain("odds: unknown-odds");
  });
});

describe("an insider's order that was made up once the numbers were known", () => {
  test.each<[string, (leaf: CommittedBet) => CommittedBet, string]>([
    ["backdated into the sale: the close has no such order", (leaf) => leaf, "close: not-in-close"],
    [
      "accepted when it was made: the sale was over",
      (leaf) => ({ ...leaf, acceptedAt: honest.closeAt + 1 }),
      "period: not-on-sale",
    ],
  ])("and signed, %s", async (_what, change, fault) => {
    const leaf = change({ ...honest.kept["leaf"], orderNo: "B2026112199999999999", blind: "cd".repeat(16) });
    const kept = operator.signReceipt(leaf, honest.kept);
    const latest = await operator.receiptOf(honest);
    const report = await operator.check({ ...honest, orderNo: leaf.orderNo, kept }, { receipt: latest });
    expect(report.steps[0]).toMatchObject({ step: "receipt", state: "ok" });
    expect(faultsOf(report)).toContain(fault);
  });
});

describe("a cheated winner is shown", () => {
  const later = async () => operator.until(Math.max(operator.now, honest.drawAt + OVER_MS));

  test("a cancellation that was logged once the round was known: too late", async () => {
    const voided = await operator.log({ type: "void", ...ofPeriod(honest), reason: "technical problem" });
    const shown = withEntry(undrawn(without(proof, "close")), voided);
    const report = await operator.check(honest, { proof: shown });
    expect(report.verdict).toBe("invalid");
    expect(faultsOf(report)).toContain("close: too-late");
  });

  test("a close that witnesses saw in time, under a later checkpoint: the log has the draw", async () => {
    await later();
    const close = entryOf(proof, "close");
    const index = (await operator.bodies()).indexOf(close.body);
    const late = { ...close, proof: await operator.proveNow(index) };
    const shown = {
      ...undrawn(proof),
      entries: undrawn(proof).entries.map((each) => (each === close ? late : each)),
    };
    const report = await operator.check(honest, { proof: shown });
    expect(report.verdict).toBe("invalid");
    expect(faultsOf(report)).toContain("log: left-out-entry");
  });

  test("a draw whose close witnesses saw only once the round was known: too late", async () => {
    const close = entryOf(proof, "close");
    const index = (await operator.bodies()).indexOf(close.body);
    const late = { ...close, proof: await operator.proveNow(index) };
    const shown = { ...proof, entries: proof.entries.map((each) => (each === close ? late : each)) };
    expect(faultsOf(await operator.check(honest, { proof: shown }))).toContain("close: too-late");
  });

  test("neither close nor draw: nothing is called refunded, and what was due is missing", async () => {
    await later();
    const report = await operator.check(honest, { proof: undrawn(without(proof, "close")) });
    expect(faultsOf(report)).toEqual(["payout: missing-settlement", "settled: missing-settlement"]);
  });

  test("a drawn period as skipped: only periods that sold nothing are, and the log has the draw", async () => {
    await later();
    const { periodNo } = honest;
    const skipped = await operator.log({
      type: "skipped",
      game: GAME,
      fromPeriod: periodNo,
      toPeriod: periodNo,
    });
    const shown = withEntry(undrawn(without(proof, "close")), skipped);
    const faults = faultsOf(await operator.check(honest, { proof: shown }));
    expect(faults).toContain("close: not-in-close");
    expect(faults).toContain("log: left-out-entry");
  });

  test("a cancellation that was kept ready before the round, beside a draw that others got", async () => {
    const bet = await operator.sell();
    await operator.until(bet.closeAt - 3_000);
    const voided = await operator.log({ type: "void", ...ofPeriod(bet), reason: "technical problem" });
    await operator.finish(bet);
    await operator.until(bet.drawAt + OVER_MS);
    const shown = withEntry(undrawn(without(await operator.proofOf(bet), "close")), voided);
    const report = await operator.check(bet, { proof: shown });
    expect(report.verdict).toBe("invalid");
    expect(faultsOf(report)).toContain("log: left-out-entry");
    // The one who is shown the draw learns of the cancellation too.
    expect(faultsOf(await operator.check(bet))).toContain("log: left-out-entry");
  });

  test("one of two closes: the log has both", async () => {
    const bet = await operator.sell();
    await operator.until(bet.closeAt - 3_000);
    await operator.log({
      type: "close",
      ...ofPeriod(bet),
      orders: 0,
      stake: "0.00",
      betsRoot: "ab".repeat(32),
    });
    await operator.finish(bet);
    const report = await operator.check(bet);
    expect(report.verdict).toBe("invalid");
    expect(faultsOf(report)).toContain("log: double-entry");
  });

  test("another announcement of the same period, with another round: the receipt names the first", async () => {
    const fields = JSON.parse(entryOf(proof, "period").body);
    const announced = await operator.log({
      ...fields,
      openAt: operator.now + 60_000,
      closeAt: operator.now + 90_000,
      drawAt: operator.now + 120_000,
      round: roundOfDraw(chainOf(proof), operator.now + 120_000),
    });
    const shown = {
      ...undrawn(without(proof, "period", "close")),
      entries: [entryOf(proof, "house"), announced],
    };
    const report = await operator.check(honest, { proof: shown });
    expect(report.verdict).toBe("invalid");
    expect(faultsOf(report)).toContain("period: other-round");
  });
});

const chainOf = ({ beacon: { hash, publicKey, genesis, period } }: DrawProofDocument) => ({
  hash,
  publicKey,
  genesisS: genesis,
  periodS: period,
});

describe("the log", () => {
  test("shortened, as from a restored backup: witnesses refuse to go back", async () => {
    const bodies = await operator.bodies();
    const restored = [
      ...bodies.slice(0, -3),
      canonicalJson({ type: "odds", version: 9, hash: "00".repeat(32), from: 0 }),
    ];
    expect(await operator.askWitnesses(restored, restored.length - 1)).toEqual([409, 409, 409]);
  });

  test("rewritten since the victim's receipt: the receipt names the one before", async () => {
    const bet = await operator.sell();
    const kept = { ...bet.kept, logRoot: "ab".repeat(32) };
    await operator.finish(bet);
    const faults = faultsOf(await operator.check({ ...bet, kept }));
    // The operator would have had to sign this before; here the signature shows it as well.
    expect(faults).toContain("receipt: rewritten-log");
  });

  test("made up with witnesses and a beacon of the operator's own: the phone knows others", async () => {
    const otherFolder = makeTestFolder("lotus-attacks-other-");
    const other = await DishonestOperator.open(otherFolder, START);
    try {
      const theirs = await other.play();
      const faults = faultsOf(operator.checkDraw(await other.proofOf(theirs), theirs.periodNo));
      expect(faults).toContain("document: other-beacon");
      expect(faults).toContain("period: bad-signature");
    } finally {
      await other.close();
      rmSync(otherFolder, { recursive: true, force: true });
    }
  });
});

describe("nothing is sold", () => {
  test("while the operator shows witnesses another log than before", async () => {
    const { owner } = operator.base;
    await owner.query(sql`ALTER TABLE log_entry DISABLE TRIGGER USER`);
    await owner.query(
      sql`UPDATE log_entry SET leaf = sha256('\\x01'::bytea) WHERE index = (SELECT max(index) FROM log_entry)`,
    );
    await owner.query(
      sql`DELETE FROM log_checkpoint WHERE size > (SELECT max(size) - 2 FROM log_checkpoint)`,
    );
    await owner.query(
      sql`UPDATE log_tile SET hashes = substring(hashes FROM 1 FOR 32) WHERE length(hashes) < 8192 AND level = 0`,
    );
    for (let second = 5; second <= 25; second += 5)
      await operator.until(operator.now + 5_000).catch(() => undefined);
    const named = (await operator.server.player("GET", "/api/lottery/fairness")).data;
    expect(named.isWatched).toBe(false);
  });
});
