import { describe, expect, test } from "vitest";
import type { ProofReport, VerifyOptions } from "./proof.ts";
import { verifyProof } from "./verify-proof.ts";
import { drawDigits, ROUND_1000, sampleKey, sampleProof, type SampleWishes } from "./testing/sample-proof.ts";
import { toHex } from "@lotus/tlog";
import { makeRecord } from "./record.ts";

const check = (value: unknown, more: Partial<VerifyOptions> = {}): ProofReport =>
  verifyProof(value, { draw: drawDigits, walkToAnchor: true, ...more });

const failed = (report: ProofReport): string[] =>
  report.steps.filter((step) => step.ok === false).map((step) => step.step);

/** What is wrong, as "name" or "name: what it speaks of". */
const faultsOf = (report: ProofReport): string[] =>
  report.steps.flatMap(({ faults }) =>
    faults.map(({ name, ...values }) => [name, Object.values(values).join(" ")].filter(Boolean).join(": ")),
  );

const stepOf = (report: ProofReport, name: string) => report.steps.find((step) => step.step === name);

describe("a drawn period", () => {
  test("is valid in mode 0, with the five steps and what they show", () => {
    const report = check(sampleProof());
    expect(report.verdict).toBe("valid");
    expect(report.steps.map(({ step, ok }) => [step, ok])).toEqual([
      ["document", true],
      ["records", true],
      ["commitment", true],
      ["secret", true],
      ["chain", true],
      ["merkle", true],
      ["numbers", true],
    ]);
    expect(stepOf(report, "commitment")).toMatchObject({
      commitment: "f1c49a94bb94cd0786dc1cd6afa542411ae672b7b5807bd8dabb54e9639bc1b2",
      closeAt: Date.UTC(2026, 10, 20, 17, 3) - 5000,
    });
    expect(stepOf(report, "merkle")).toMatchObject({ nodes: 3 });
    expect(stepOf(report, "numbers")).toMatchObject({ numbers: [8, 2, 5, 9, 8] });
  });

  test("shows each byte of its draw", () => {
    const numbers = stepOf(check(sampleProof()), "numbers");
    if (numbers?.step !== "numbers") throw new Error("a drawn period has numbers");
    expect(numbers.trace.flatMap(({ value }) => (value === null ? [] : [value]))).toEqual([8, 2, 5, 9, 8]);
    for (const { byte, value } of numbers.trace) expect(value).toBe(byte >= 250 ? null : byte % 10);
  });

  test("is valid in mode 1, with the beacon", () => {
    const report = check(sampleProof({ mode: 1 }));
    expect(failed(report)).toEqual([]);
    expect(report.verdict).toBe("valid");
    expect(stepOf(report, "beacon")).toMatchObject({ ok: true, round: 1000, beacon: ROUND_1000.beacon });
    expect(stepOf(report, "numbers")).toMatchObject({ numbers: [5, 9, 2, 1, 3] });
  });

  test("is valid without the walk to the anchor, which then is not judged", () => {
    const report = check(sampleProof(), { walkToAnchor: false });
    expect(report.verdict).toBe("valid");
    expect(stepOf(report, "chain")).toMatchObject({ ok: null });
  });

  test("is valid with round 0 and no witness at all, in mode 0", () => {
    const proof = sampleProof({ edit: { period: { round: 0 } } });
    expect(check({ ...proof, round: 0, witness: null }).verdict).toBe("valid");
  });

  test("is what was asked for, signed by the operator that was asked", () => {
    const proof = sampleProof();
    const right = {
      gameCode: "FFC",
      prizeNo: "202611210003",
      publicKey: proof.publicKey,
      numbers: [8, 2, 5, 9, 8],
    };
    expect(check(proof, { expected: right }).verdict).toBe("valid");
    const wrong = {
      gameCode: "SFC",
      prizeNo: "202611210004",
      publicKey: toHex(sampleKey(8).publicKey),
      numbers: [8, 2, 5, 9, 9],
    };
    for (const name of ["gameCode", "prizeNo", "publicKey", "numbers"] as const)
      expect(failed(check(proof, { expected: { ...right, [name]: wrong[name] } })), name).toEqual([
        "document",
      ]);
  });
});

describe("a period that is not drawn", () => {
  test.each(["published", "closed"] as const)("is pending while it is %s", (state) => {
    for (const mode of [0, 1] as const) {
      const report = check(sampleProof({ state, mode }));
      expect(failed(report)).toEqual([]);
      expect(report.verdict).toBe("pending");
      expect(stepOf(report, "numbers")).toMatchObject({ ok: null, numbers: null });
    }
  });

  test("is voided with its reason, or skipped", () => {
    expect(check(sampleProof({ state: "voided" }))).toMatchObject({ verdict: "voided", voided: "no beacon" });
    expect(check(sampleProof({ state: "skipped" }))).toMatchObject({ verdict: "voided", voided: "skipped" });
  });

  test("has no numbers from nowhere", () => {
    const { secret, numbers } = sampleProof();
    for (const state of ["published", "closed", "voided", "skipped"] as const) {
      expect(failed(check({ ...sampleProof({ state }), numbers }))).toContain("records");
      expect(failed(check({ ...sampleProof({ state }), secret, numbers }))).toContain("records");
    }
    expect(failed(check({ ...sampleProof({ state: "published" }), secret }))).toEqual(["records"]);
  });
});

test("an operator that signs something else than it shows is found out", () => {
  const other32 = "ab".repeat(32);
  const edits: [NonNullable<SampleWishes["edit"]>, string][] = [
    [{ chain: { cid: "ff".repeat(16) } }, "records"],
    [{ chain: { n: 16 } }, "commitment"],
    [{ chain: { anchor: other32 } }, "commitment"],
    [{ chain: { root: other32 } }, "commitment"],
    [{ chain: { game: "SFC" } }, "records"],
    [{ chain: { firstPeriod: "202611210004" } }, "commitment"],
    [{ period: { game: "SFC" } }, "records"],
    [{ period: { periodNo: "202611210004" } }, "records"],
    [{ period: { t: 4 } }, "commitment"],
    [{ period: { cid: "ff".repeat(16) } }, "commitment"],
    [{ period: { commitment: other32 } }, "commitment"],
    [{ period: { mode: 1 } }, "commitment"],
    [{ period: { salt: other32 } }, "commitment"],
    [{ period: { round: 1000 } }, "commitment"],
    [{ period: { openAt: Date.UTC(2026, 10, 20, 17, 3) } }, "commitment"],
    [{ period: { drawAt: Date.UTC(2026, 10, 20, 17, 2) } }, "commitment"],
    [{ close: { game: "SFC" } }, "records"],
    [{ close: { periodNo: "202611210004" } }, "records"],
    [{ draw: { game: "SFC" } }, "records"],
    [{ draw: { periodNo: "202611210004" } }, "records"],
    [{ draw: { secret: other32 } }, "records"],
    [{ draw: { numbers: [8, 2, 5, 9, 9] } }, "records"],
    [{ draw: { numbers: [8, 2, 5, 9] } }, "records"],
    [{ draw: { voided: "a pity" } }, "records"],
  ];
  for (const [edit, step] of edits) {
    const report = check(sampleProof({ edit }));
    expect(failed(report), JSON.stringify(edit)).toContain(step);
    expect(report.verdict).toBe("invalid");
  }
});

test("records and document that lie together do not agree with the mathematics", () => {
  const proof = sampleProof({ edit: { draw: { numbers: [1, 1, 1, 1, 1] } } });
  expect(failed(check({ ...proof, numbers: [1, 1, 1, 1, 1] }))).toEqual(["numbers"]);
  const salted = sampleProof({ edit: { period: { salt: "01".repeat(32) } } });
  expect(failed(check({ ...salted, salt: "01".repeat(32) }))).toEqual(["numbers"]);
  const renumbered = sampleProof({ edit: { period: { t: 4 } } });
  expect(failed(check({ ...renumbered, t: 4 }))).toEqual(["secret", "chain", "merkle", "numbers"]);
  const later = sampleProof({ edit: { period: { periodNo: "202611210004" } } });
  expect(check({ ...later, prizeNo: "202611210004" }).verdict).toBe("invalid");
  const anchored = sampleProof({ edit: { chain: { anchor: "ab".repeat(32) } } });
  expect(failed(check({ ...anchored, anchor: "ab".repeat(32) }))).toEqual(["chain"]);
});

test("in mode 1 the beacon is that round's, and the round comes after the close", () => {
  const proof = sampleProof({ mode: 1 });
  const wrong = sampleProof({ mode: 1, edit: { period: { round: 1001 } } });
  expect(failed(check({ ...wrong, round: 1001 }))).toEqual(["beacon", "numbers"]);
  expect(failed(check({ ...proof, beacon: "ab".repeat(32) }))).toEqual(["beacon", "numbers"]);
  expect(failed(check({ ...proof, beacon: null }))).toEqual(["beacon"]);
  expect(failed(check({ ...proof, beacon: null, beaconSignature: null }))).toEqual(["beacon"]);
  const known = sampleProof({ mode: 1, edit: { period: { closeAt: 1_692_803_367_000 + 999 * 3000 } } });
  expect(failed(check(known))).toEqual(["commitment"]);
});

describe("the list of records", () => {
  const proof = sampleProof();
  const { records } = proof;

  test("is in the order of the log, without gaps where it names its forerunner, without repeats", () => {
    const orders = [
      [1, 0, 2, 3],
      [0, 2, 1, 3],
      [0, 1, 3, 2],
      [3, 2, 1, 0],
      [0, 1, 2, 3, 3],
      [0, 0, 1, 2, 3],
    ];
    for (const order of orders) {
      const list = order.flatMap((at) => records[at] ?? []);
      expect(failed(check({ ...proof, records: list })), order.join()).toContain("records");
    }
  });

  test("has every record that the state of the period asks for", () => {
    for (const [at] of records.entries()) {
      const left = records.filter((_, i) => i !== at);
      expect(check({ ...proof, records: left }).verdict, `without record ${at + 1}`).toBe("invalid");
    }
  });

  test("may hold others of the same log between them, which are checked alike", () => {
    const { sign } = sampleKey();
    const close = {
      game: "FFC",
      periodNo: "202611200001",
      orders: 1,
      stake: "2.00",
      betsRoot: "ab".repeat(32),
    };
    const between = makeRecord({ type: "close", body: close, previousHash: records[1]?.hash ?? "" }, sign);
    const list = [...records.slice(0, 2), between, ...records.slice(2)];
    expect(check({ ...proof, records: list }).verdict).toBe("valid");
    const forged = { ...between, signature: records[1]?.signature ?? "" };
    expect(failed(check({ ...proof, records: list.with(2, forged) }))).toEqual(["records"]);
  });

  test("has one record of each kind for a period, so that two promises are no promise", () => {
    const { sign } = sampleKey();
    const last = records.at(-1)?.hash ?? "";
    const again = makeRecord(
      {
        type: "skipped",
        body: { game: "FFC", fromPeriod: "202611210001", toPeriod: "202611210009" },
        previousHash: last,
      },
      sign,
    );
    expect(failed(check({ ...proof, records: [...records, again] }))).toEqual(["records"]);
    const twice = sampleProof({ edit: { period: { salt: "01".repeat(32) } } }).records[1];
    expect(
      failed(check({ ...proof, records: [...records.slice(0, 2), twice, ...records.slice(2)] })),
    ).toContain("records");
  });
});

test("each fault has its name, and says what it is about", () => {
  const proof = sampleProof();
  const [chain, period, close, draw] = proof.records;
  if (chain === undefined || period === undefined || close === undefined || draw === undefined)
    throw new Error("a drawn period has four records");
  const faults = (edit: SampleWishes["edit"]) => faultsOf(check(sampleProof({ ...(edit && { edit }) })));
  const withRecords = (...records: unknown[]) => faultsOf(check({ ...proof, records }));
  expect(faults(undefined)).toEqual([]);
  expect(faultsOf(check({ ...proof, t: 9 }))).toEqual(["malformed: t"]);
  expect(withRecords(chain, period, { ...close, hash: draw.hash }, draw)).toContain("recordHash: 3 close");
  expect(withRecords(chain, period, close, { ...draw, signature: close.signature })).toContain(
    "recordSignature: 4 draw",
  );
  expect(withRecords(chain, period, close, { ...draw, body: "[]" })).toContain("recordBody: 4 draw");
  expect(withRecords(chain, period, close, { ...draw, type: "won" })).toContain("recordType: 4 won");
  expect(faults({ close: { game: "SFC" } })).toContain("recordGame: 3 close");
  expect(withRecords(chain, period, close, draw, draw)).toContain("recordTwice: 5 draw");
  expect(withRecords(chain, close, period, draw)).toContain("recordOrder: 3 period");
  expect(withRecords(chain, close, period, draw)).toContain("recordsOrder");
  expect(withRecords(period, close, draw)).toContain("recordMissing: chain");
  expect(withRecords(chain, close, draw)).toEqual(["recordMissing: period", "noCommitment"]);
  expect(withRecords(chain, period, draw)).toContain("closeMissing");
  expect(withRecords(chain, period, close, draw, draw)).toContain("recordsMany: 2 draw");
  expect(faults({ chain: { firstPeriod: "202611210004" } })).toEqual(["chainLater"]);
  expect(faults({ period: { salt: "ab".repeat(32) } })).toContain("differs: period salt");
  expect(faults({ period: { drawAt: 0 } })).toEqual(["timesOrder"]);
  expect(faults({ draw: { numbers: [1] } })).toEqual(["differs: draw numbers"]);
  expect(faults({ draw: { voided: "a pity" } })).toEqual(["voidedDrawn"]);
  const { secret, numbers } = proof;
  expect(faultsOf(check({ ...sampleProof({ state: "closed" }), secret, numbers }))).toEqual([
    "undrawn: secret",
    "undrawn: numbers",
  ]);
  const other = "ab".repeat(32);
  expect(faultsOf(check({ ...proof, merkleProof: proof.merkleProof.with(0, other) }))).toEqual(["rootOther"]);
  expect(faultsOf(check({ ...proof, secret: other }))).toEqual([
    "differs: draw secret",
    "secretOther",
    "anchorOther",
    "numbersOther",
  ]);
  const late = sampleProof({ mode: 1 });
  expect(faultsOf(check({ ...late, beacon: null, beaconSignature: null }))).toEqual(["beaconMissing"]);
  expect(faultsOf(check({ ...late, beacon: other }))).toEqual(["beaconOther", "numbersOther"]);
  const round = sampleProof({ mode: 1, edit: { period: { round: 1001 } } });
  expect(faultsOf(check({ ...round, round: 1001 }))).toEqual(["beaconSignature", "numbersOther"]);
});

test("whatever is handed in, there is a report and no exception", () => {
  for (const value of [null, undefined, 0, "", [], {}, { scheme: "lot-fair/1" }, sampleProof().records])
    expect(check(value)).toMatchObject({ verdict: "invalid", voided: null });
  expect(failed(check({ ...sampleProof(), t: 9 }))).toEqual(["document"]);
  expect(failed(check({ ...sampleProof(), chainLength: 4_000_000_000 }))).toEqual(["document"]);
});
