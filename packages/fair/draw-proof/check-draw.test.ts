import { roundTime } from "@lotus/beacon";
import { signRound } from "@lotus/beacon/sign";
import { verifyRound } from "@lotus/beacon/verify";
import { CheckpointVerifier, parsePolicy, toHex } from "@lotus/tlog";
import { describe, expect, test } from "vitest";
import {
  SAMPLE_CHAIN,
  SAMPLE_KEYS,
  SAMPLE_PERIOD,
  SAMPLE_ROUND,
  SAMPLE_TRUST,
  sampleDocument,
  sampleEntries,
  sampleEntry,
  sampleNumbers,
  sampleSkipped,
  sampleVoid,
  type SampleEntry,
} from "../testing/sample-draw.ts";
import { sampleLogOf } from "../testing/sample-log.ts";
import { checkDraw, type CheckDrawOptions } from "./check-draw.ts";
import type { DrawProofDocument } from "./document.ts";
import type { DrawReport } from "./report.ts";

/** Five digits, as packages/games draws them. */
const draw = (uniform: (n: number) => number) => Array.from({ length: 5 }, () => uniform(10));
const NUMBERS = sampleNumbers(draw);
const ENTRIES = sampleEntries(NUMBERS);
const DOCUMENT = sampleDocument(ENTRIES);
const ROUND_S = roundTime(SAMPLE_CHAIN, SAMPLE_ROUND) / 1000;

const check = (document: unknown, options: Partial<CheckDrawOptions> = {}): DrawReport =>
  checkDraw(document, { trust: SAMPLE_TRUST, draw, verifyRound, ...options });

const faultsOf = ({ steps }: DrawReport) =>
  steps.flatMap(({ faults }) =>
    faults.map((fault) => ("type" in fault ? `${fault.name} ${fault.type}` : fault.name)),
  );

/** The sample with some entries replaced; null leaves one out. */
function withEntries(changes: Readonly<Record<string, Partial<SampleEntry> | null>>): DrawProofDocument {
  let isFirstPeriod = true;
  const entries = ENTRIES.flatMap((entry) => {
    const isOther = entry.type === "period" && !isFirstPeriod;
    if (entry.type === "period") isFirstPeriod = false;
    const change = isOther ? undefined : changes[entry.type];
    return change === null ? [] : [{ ...entry, ...change }];
  });
  return sampleDocument(entries);
}

const periodWith = (values: object) =>
  sampleEntry("period", { ...SAMPLE_PERIOD, ...values }, ROUND_S - 3_000);

describe("an honest draw", () => {
  test("is valid in every step", () => {
    const report = check(DOCUMENT);
    expect(faultsOf(report)).toEqual([]);
    expect(report).toMatchObject({ verdict: "valid", isWatched: true, voided: null });
    expect(report.steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
      "document ok",
      "period ok",
      "close ok",
      "round ok",
      "numbers ok",
      "settled ok",
      "log open",
    ]);
  });

  test("is valid before it is settled, and pending before the draw and before the close", () => {
    expect(check(sampleDocument(ENTRIES.slice(0, 6)))).toMatchObject({ verdict: "valid" });
    expect(check(sampleDocument(ENTRIES.slice(0, 5)))).toMatchObject({ verdict: "pending" });
    expect(check(sampleDocument(ENTRIES.slice(0, 4)))).toMatchObject({ verdict: "pending" });
  });

  test("is about the requested draw and the shown result", () => {
    expect(faultsOf(check(DOCUMENT, { expected: { gameCode: "K3" } }))).toEqual(["other-draw"]);
    expect(faultsOf(check(DOCUMENT, { expected: { prizeNo: "202611210004" } }))).toEqual(["other-draw"]);
    expect(faultsOf(check(DOCUMENT, { expected: { numbers: [0, 0, 0, 0, 0] } }))).toEqual(["other-result"]);
    expect(check(DOCUMENT, { expected: { gameCode: "FFC", numbers: NUMBERS } }).verdict).toBe("valid");
  });

  test("is reported with what screens show", () => {
    const { period, close, settled, roundTime: at, computed } = check(DOCUMENT);
    const witnesses = ["w2.example", "w3.example"];
    expect(period).toEqual({
      entry: { type: "period", ...SAMPLE_PERIOD },
      cosignedAt: (ROUND_S - 3_000) * 1000,
      witnesses,
      operators: [],
    });
    expect(close).toMatchObject({
      entry: { orders: 3 },
      cosignedAt: (ROUND_S - 1) * 1000,
      witnesses,
      operators: [],
    });
    expect(settled?.payout).toBe("8.00");
    expect(at).toBe(ROUND_S * 1000);
    expect(computed?.seed).toMatch(/^[0-9a-f]{64}$/u);
    expect(computed?.numbers).toEqual(NUMBERS);
    const chosen = computed?.trace.flatMap(({ n, value }) => (value === null ? [] : [[n, value]]));
    expect(chosen).toEqual(NUMBERS.map((number) => [10, number]));
  });

  test("names only the witnesses that cosigned in time", () => {
    const close = { witnesses: [0, 1, 2], cosignedAt: ROUND_S - 4, cosignedAtBy: { 2: ROUND_S } };
    expect(check(withEntries({ close })).close).toMatchObject({
      cosignedAt: (ROUND_S - 4) * 1000,
      witnesses: ["w2.example", "w3.example"],
    });
  });

  test("is verified alike with checkpoints that are remembered, and never with those of another policy", () => {
    const { policy } = SAMPLE_TRUST;
    const checkpoints = new CheckpointVerifier(policy);
    for (let round = 0; round < 2; round += 1)
      expect(check(DOCUMENT, { trust: { ...SAMPLE_TRUST, checkpoints } })).toEqual(check(DOCUMENT));
    const strict = parsePolicy(DOCUMENT.policy.replace("group two 2", "group two 3"));
    const trust = { ...SAMPLE_TRUST, policy: strict, checkpoints };
    expect(check(DOCUMENT, { trust }).verdict).toBe("invalid");
  });

  test("has numbers as soon as its round is known, and is drawn once the log has them", () => {
    const { beacon } = DOCUMENT;
    const known = { ...sampleDocument(ENTRIES.slice(0, 5)), beacon };
    expect(check(known)).toMatchObject({ verdict: "pending", computed: { numbers: NUMBERS } });
  });

  test("is not called watched under a policy without a quorum", () => {
    const policy = parsePolicy(`${DOCUMENT.policy.split("\n")[0] ?? ""}\nquorum none\n`);
    const report = check(DOCUMENT, { trust: { ...SAMPLE_TRUST, policy } });
    expect(report).toMatchObject({ verdict: "valid", isWatched: false });
  });
});

describe("a cancelled period", () => {
  const cancelled = (at?: number) => sampleDocument([...ENTRIES.slice(0, 4), sampleVoid(at)]);

  test("is voided with its reason, if it was cancelled before the round", () => {
    expect(check(cancelled(), { log: sampleLogOf(cancelled()) })).toMatchObject({
      verdict: "voided",
      voided: { by: "entry", reason: "technical problem" },
      computed: null,
    });
  });

  test("is invalid if it was cancelled once the round was known", () => {
    expect(faultsOf(check(cancelled(ROUND_S)))).toEqual(["too-late void"]);
  });

  test("cannot have a result", () => {
    expect(
      faultsOf(check(sampleDocument([...ENTRIES.slice(0, 4), sampleVoid(), ...ENTRIES.slice(5)]))),
    ).toContain("foreign-entry void");
  });
});

describe("a period that is void by rule", () => {
  const undrawn = (close: Partial<SampleEntry> | null, isRoundKnown = true) => {
    const document = withEntries({ close, draw: null, settled: null });
    return isRoundKnown ? { ...document, beacon: DOCUMENT.beacon } : document;
  };

  test.each([
    ["its close was cosigned once the round was known", undrawn({ cosignedAt: ROUND_S }, false)],
    ["no quorum cosigned its close", undrawn({ witnesses: [2] })],
    ["it has no close", undrawn(null)],
  ])("is voided: %s", (_, document) => {
    expect(check(document, { log: sampleLogOf(document) })).toMatchObject({
      verdict: "voided",
      voided: { by: "rule" },
      close: null,
      computed: null,
    });
  });

  test("is still open while the round is not known", () => {
    expect(check(undrawn({ witnesses: [2] }, false))).toMatchObject({ verdict: "pending", voided: null });
    expect(check(undrawn(null, false))).toMatchObject({ verdict: "pending", voided: null });
  });

  test("cannot have a result", () => {
    expect(check({ ...undrawn({ cosignedAt: ROUND_S }), numbers: NUMBERS }).verdict).toBe("invalid");
    expect(check(withEntries({ close: { cosignedAt: ROUND_S }, settled: null })).verdict).toBe("invalid");
  });

  test("has a close that is in the log, if it has one", () => {
    const document = undrawn({ cosignedAt: ROUND_S });
    const [house, period, close] = document.entries;
    if (house === undefined || period === undefined || close === undefined) throw new Error("no entries");
    const entries = [house, period, { ...close, proof: period.proof }];
    expect(faultsOf(check({ ...document, entries }))).toEqual(["not-included close"]);
  });
});

describe("a skipped period", () => {
  const skipped = (from: string, to: string) =>
    sampleDocument([...ENTRIES.slice(0, 4), sampleSkipped(from, to)]);

  test("is voided, whether it was announced or not", () => {
    const announced = skipped("202611210002", "202611210004");
    const log = sampleLogOf(announced);
    expect(check(announced, { log })).toMatchObject({ verdict: "voided", voided: { by: "skipped" } });
    const [house, , last] = announced.entries;
    if (house === undefined || last === undefined) throw new Error("no entries");
    const unannounced = { ...announced, entries: [house, last] };
    expect(check(unannounced, { log: sampleLogOf(unannounced) })).toMatchObject({
      verdict: "voided",
      voided: { by: "skipped" },
    });
  });

  test("is one that the entry names", () => {
    for (const [from, to] of [
      ["202611210004", "202611210005"],
      ["202611210001", "202611210002"],
      ["20261121000", "20261121999"],
    ] as const)
      expect(faultsOf(check(skipped(from, to)))).toEqual(["foreign-entry skipped"]);
  });

  test("has neither a close nor a result", () => {
    const entry = sampleSkipped("202611210003", "202611210003");
    const document = sampleDocument([...ENTRIES, entry]);
    expect(faultsOf(check(document))).toEqual(
      expect.arrayContaining(["foreign-entry skipped", "foreign-entry close"]),
    );
  });
});

describe("a dishonest operator is refused who", () => {
  test.each([
    [
      "publishes the period after the sale opened",
      { period: { cosignedAt: SAMPLE_PERIOD.openAt / 1000 } },
      "too-late period",
    ],
    ["closes once the round is known", { close: { cosignedAt: ROUND_S } }, "too-late close"],
    ["closes without a quorum", { close: { witnesses: [2] } }, "no-quorum close"],
    ["closes without witnesses", { close: { witnesses: [] } }, "no-quorum close"],
    ["leaves out the close", { close: null }, "missing-entry close"],
    ["leaves out the period", { period: null }, "missing-entry period"],
    ["leaves out the log's own entry", { house: null }, "missing-entry house"],
    ["chooses another round", { period: periodWith({ round: SAMPLE_ROUND + 1 }) }, "wrong-round"],
    [
      "moves the draw to choose the round",
      { period: periodWith({ drawAt: SAMPLE_PERIOD.drawAt + 3_000 }) },
      "wrong-round",
    ],
    [
      "sells until the round is known",
      { period: periodWith({ closeAt: SAMPLE_PERIOD.drawAt - 2_000 }) },
      "bad-times",
    ],
    ["opens after the close", { period: periodWith({ openAt: SAMPLE_PERIOD.closeAt }) }, "bad-times"],
    [
      "logs other numbers",
      { draw: { body: ENTRIES[5]?.body.replace(/"numbers":\[\d/u, '"numbers":[9') ?? "" } },
      "wrong-numbers",
    ],
    ["logs a period of another game", { period: periodWith({ game: "SFC" }) }, "foreign-entry period"],
    [
      "logs a field more",
      { close: { body: ENTRIES[4]?.body.replace("{", '{"a":1,') ?? "" } },
      "bad-entry close",
    ],
    [
      "writes an entry in another form",
      { close: { body: ENTRIES[4]?.body.replace(",", ", ") ?? "" } },
      "bad-entry close",
    ],
  ] as const)("%s", (_, changes, fault) => {
    const report = check(withEntries(changes));
    expect(report.verdict).toBe("invalid");
    expect(faultsOf(report)).toContain(fault);
  });

  test("logs two closes and shows both", () => {
    const close = ENTRIES[4];
    if (close === undefined) throw new Error("no close");
    const second = { ...close, body: close.body.replace('"orders":3', '"orders":4') };
    expect(faultsOf(check(sampleDocument(ENTRIES.toSpliced(5, 0, second))))).toContain("double-entry close");
  });

  test("logs the close before the period", () => {
    const [house, odds, period, other, close, ...rest] = ENTRIES;
    if (
      house === undefined ||
      odds === undefined ||
      period === undefined ||
      other === undefined ||
      close === undefined
    )
      throw new Error("no entries");
    const report = check(sampleDocument([house, odds, close, period, other, ...rest]));
    expect(faultsOf(report)).toContain("wrong-order close");
  });

  test("names another beacon, in the document or in the log", () => {
    const beacon = { ...DOCUMENT.beacon, publicKey: `${"0".repeat(190)}00` };
    expect(faultsOf(check({ ...DOCUMENT, beacon }))).toContain("other-beacon");
    const house = { body: ENTRIES[0]?.body.replace('"period":3', '"period":4') ?? "" };
    expect(faultsOf(check(withEntries({ house })))).toContain("other-beacon");
  });

  test("shows a round that the beacon did not sign", () => {
    const forged = { ...DOCUMENT.beacon, signature: toHex(signRound(SAMPLE_KEYS.beacon, SAMPLE_ROUND + 1)) };
    expect(faultsOf(check({ ...DOCUMENT, beacon: forged }))).toContain("bad-signature-of-round");
    const other = { ...DOCUMENT.beacon, randomness: "00".repeat(32) };
    expect(faultsOf(check({ ...DOCUMENT, beacon: other }))).toContain("bad-signature-of-round");
  });

  test("shows numbers without a round, or a result without a close", () => {
    const unknown = { ...DOCUMENT.beacon, signature: null, randomness: null };
    expect(check({ ...DOCUMENT, beacon: unknown }).verdict).toBe("invalid");
    expect(check(withEntries({ close: null, draw: null, settled: null })).verdict).toBe("pending");
    expect(
      check({ ...withEntries({ close: null, draw: null, settled: null }), numbers: NUMBERS }).verdict,
    ).toBe("invalid");
  });

  test("takes an entry from another place of the log", () => {
    const [house, ...rest] = DOCUMENT.entries;
    const other = DOCUMENT.entries.at(-1);
    if (house === undefined || other === undefined) throw new Error("no entries");
    const swapped = { ...DOCUMENT, entries: [{ ...house, proof: other.proof }, ...rest] };
    expect(faultsOf(check(swapped))).toContain("not-included house");
  });
});

test.each<[string, { readonly signature?: string; readonly randomness?: string | null | undefined }]>([
  ["no randomness", { randomness: undefined }],
  ["empty randomness", { randomness: null }],
  ["randomness in capitals", { randomness: DOCUMENT.beacon.randomness?.toUpperCase() }],
  ["the signature in capitals", { signature: DOCUMENT.beacon.signature?.toUpperCase() ?? "" }],
])("the signature alone proves a round: %s", (_name, change) => {
  expect(check({ ...DOCUMENT, beacon: { ...DOCUMENT.beacon, ...change } }).verdict).toBe(
    check(DOCUMENT).verdict,
  );
});

test("every changed character of an entry or a proof is refused", () => {
  let refused = 0;
  let tried = 0;
  for (const [at, entry] of DOCUMENT.entries.entries())
    for (const field of ["body", "proof"] as const)
      // Each try verifies many signatures: some characters of each text are enough.
      for (let i = 0; i < entry[field].length; i += field === "body" ? 17 : 41) {
        const other = entry[field][i] === "7" ? "8" : "7";
        const text = `${entry[field].slice(0, i)}${other}${entry[field].slice(i + 1)}`;
        const entries = DOCUMENT.entries.with(at, { ...entry, [field]: text });
        tried += 1;
        // The round is not changed here, so its slow verification is skipped.
        const report = check({ ...DOCUMENT, entries }, { verifyRound: () => true });
        if (report.verdict === "invalid") refused += 1;
      }
  expect(refused).toBe(tried);
  expect(tried).toBeGreaterThan(100);
});

test("every missing field is refused by its name", () => {
  // Documents of earlier servers have no odds.
  for (const field of Object.keys(DOCUMENT).filter((name) => name !== "odds")) {
    const report = check(Object.fromEntries(Object.entries(DOCUMENT).filter(([name]) => name !== field)));
    expect(report.verdict).toBe("invalid");
    expect(report.steps[0]?.faults).toEqual([{ name: "malformed", field }]);
  }
});

test.each([null, undefined, 1, "text", [], {}, { scheme: "lot-fair/1" }, { ...DOCUMENT, entries: "x" }])(
  "%j is not a proof, and throws nothing",
  (value) => {
    expect(check(value).verdict).toBe("invalid");
  },
);
