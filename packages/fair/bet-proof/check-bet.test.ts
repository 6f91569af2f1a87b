import { verifyRound } from "@lotus/beacon/verify";
import { CheckpointVerifier, parsePolicy, toHex } from "@lotus/tlog";
import { describe, expect, test } from "vitest";
import { SAMPLE_BET, SAMPLE_PAYOUT, sampleBet, type SampleBetOptions } from "../testing/sample-bet.ts";
import { SAMPLE_PERIOD, SAMPLE_TRUST, sampleNumbers, sampleVoid } from "../testing/sample-draw.ts";
import { sampleLogOf } from "../testing/sample-log.ts";
import { type BetReport, checkBet, type CheckBetOptions } from "./check-bet.ts";
import { betLeaf, type CommittedBet, payoutLeaf } from "./committed.ts";
import { receiptMessage, verifyReceipt } from "./receipt.ts";

/** Five digits, as packages/games draws them. */
const draw = (uniform: (n: number) => number) => Array.from({ length: 5 }, () => uniform(10));
const NUMBERS = sampleNumbers(draw);
const DUE = { payout: "9.75", refund: "0.00" };
const NOTHING = { payout: "0.00", refund: "0.00" };
const LOG_KEYS = SAMPLE_TRUST.policy.logs.map(({ key }) => key);

const sample = (options: Partial<SampleBetOptions> = {}) => sampleBet({ numbers: NUMBERS, ...options });

const check = (document: unknown, options: Partial<CheckBetOptions> = {}): BetReport =>
  checkBet(document, {
    trust: SAMPLE_TRUST,
    draw,
    verifyRound,
    payoutOf: () => DUE,
    askedToCancel: false,
    ...options,
  });

const faultsOf = ({ steps }: BetReport) =>
  steps.flatMap(({ step, faults }) => faults.map(({ name }) => `${step} ${name}`));
const statesOf = ({ steps }: BetReport) => steps.map(({ step, state }) => `${step} ${state}`);

describe("an honest bet", () => {
  test("is valid in every step once it is paid", () => {
    const report = check(sample());
    expect(faultsOf(report)).toEqual([]);
    expect(report).toMatchObject({ verdict: "valid", isWatched: true, bet: SAMPLE_BET, due: DUE });
    expect(statesOf(report)).toEqual([
      "receipt ok",
      "close ok",
      "period ok",
      "odds open",
      "draw ok",
      "payout ok",
    ]);
  });

  test("is pending until then", () => {
    expect(statesOf(check(sample({ state: "open" })))).toEqual([
      "receipt ok",
      "close open",
      "period ok",
      "odds open",
      "draw open",
      "payout open",
    ]);
    for (const state of ["open", "closed", "drawn"] as const)
      expect(check(sample({ state })).verdict, state).toBe("pending");
    expect(check(sample({ state: "drawn" })).due).toEqual(DUE);
  });

  test("is valid without a payout, if the rules give none", () => {
    const report = check(sample({ paid: null }), { payoutOf: () => NOTHING });
    expect(report).toMatchObject({ verdict: "valid", due: NOTHING });
  });

  test("is settled by the numbers and the time of its draw", () => {
    check(sample(), {
      payoutOf: (bet, numbers, drawAt) => {
        expect([bet, numbers, drawAt]).toEqual([SAMPLE_BET, NUMBERS, SAMPLE_PERIOD.drawAt]);
        return DUE;
      },
    });
  });

  test("is about the requested order", () => {
    expect(check(sample(), { expected: { orderNo: SAMPLE_BET.orderNo } }).verdict).toBe("valid");
    expect(faultsOf(check(sample(), { expected: { orderNo: "B1" } }))).toEqual(["receipt other-order"]);
  });

  test("is not called watched under a policy without a quorum", () => {
    const policy = parsePolicy(`${sample().proof.policy.split("\n")[0] ?? ""}\nquorum none\n`);
    expect(check(sample(), { trust: { ...SAMPLE_TRUST, policy } }).isWatched).toBe(false);
  });
});

describe("a stake is refunded", () => {
  const cancelledAt = SAMPLE_BET.acceptedAt + 5_000;

  test("if the player cancelled the order", () => {
    const document = sample({ cancelledAt, paid: null });
    expect(check(document, { askedToCancel: true })).toMatchObject({ verdict: "refunded", due: null });
    expect(check(sample({ cancelledAt, state: "open" }), { askedToCancel: true }).verdict).toBe("pending");
  });

  test("if the period was cancelled, or is void by rule", () => {
    const voided = sample({ state: "open", edit: (entries) => [...entries, sampleVoid()] });
    expect(check(voided, { log: sampleLogOf(voided.proof) })).toMatchObject({
      verdict: "refunded",
      draw: { voided: { by: "entry" } },
    });
    expect(check(voided).verdict, "unless the log was read").toBe("pending");
    const late = SAMPLE_PERIOD.drawAt / 1000;
    const byRule = sample({
      state: "closed",
      edit: (entries) =>
        entries.map((entry) => (entry.type === "close" ? { ...entry, cosignedAt: late } : entry)),
    });
    expect(check(byRule, { log: sampleLogOf(byRule.proof) })).toMatchObject({
      verdict: "refunded",
      draw: { voided: { by: "rule" } },
    });
  });

  test("and nothing else is paid for it", () => {
    const cancelled = sample({ cancelledAt });
    expect(faultsOf(check(cancelled, { askedToCancel: true }))).toEqual(["payout wrong-payout"]);
  });
});

describe("a dishonest operator is refused who", () => {
  const bet = (values: Partial<CommittedBet>) => ({ ...SAMPLE_BET, ...values });
  const changed = (values: Partial<CommittedBet>) => {
    const document = sample();
    return { ...document, receipt: { ...document.receipt, leaf: bet(values) } };
  };

  test.each([
    ["answers other odds than accepted", changed({ odds: { hit: "9.00" } }), "receipt not-in-batch"],
    ["answers another selection", changed({ groups: [] }), "receipt not-in-batch"],
    ["answers another stake", changed({ betAmount: "0.10", total: "1.00" }), "receipt not-in-batch"],
    [
      "signs with another key",
      sample({ signedBy: new Uint8Array(32).fill(9) }),
      "receipt bad-receipt-signature",
    ],
    ["drops the order", sample({ inClose: null }), "close not-in-close"],
    ["changes it at the close", sample({ inClose: { bet: bet({ total: "1.00" }) } }), "close not-in-close"],
    [
      "moves it to another period at the close",
      sample({ inClose: { bet: bet({ periodNo: "202611210004" }) } }),
      "close not-in-close",
    ],
    [
      "cancels it without being asked",
      sample({ cancelledAt: SAMPLE_BET.acceptedAt + 1, paid: null }),
      "close forged-cancellation",
    ],
    [
      "cancels it in the close alone",
      sample({ inClose: { bet: SAMPLE_BET, cancelledAt: SAMPLE_BET.acceptedAt + 1 } }),
      "close not-in-close",
    ],
    ["signs it for another game", sample({ bet: { game: "K3" } }), "period other-game"],
    ["signs it for another period", sample({ bet: { periodNo: "202611210004" } }), "period other-period"],
    ["signs it for another round", sample({ bet: { round: SAMPLE_BET.round + 1 } }), "period other-round"],
    ["signs it under older odds", sample({ bet: { oddsVersion: 0 } }), "period other-odds"],
    ["backdates it", sample({ bet: { acceptedAt: SAMPLE_PERIOD.openAt - 1 } }), "period not-on-sale"],
    [
      "accepts it after the close",
      sample({ bet: { acceptedAt: SAMPLE_PERIOD.closeAt } }),
      "period not-on-sale",
    ],
    ["pays less", sample({ paid: { ...SAMPLE_PAYOUT, payout: "9.74" } }), "payout wrong-payout"],
    [
      "pays a refund instead",
      sample({ paid: { ...SAMPLE_PAYOUT, ...NOTHING, refund: "9.75" } }),
      "payout wrong-payout",
    ],
    ["pays nothing", sample({ paid: null }), "payout wrong-payout"],
    ["pays another order", sample({ paid: { ...SAMPLE_PAYOUT, orderNo: "B1" } }), "payout foreign-payout"],
    [
      "pays under another blind",
      sample({ paid: { ...SAMPLE_PAYOUT, blind: "00".repeat(16) } }),
      "payout foreign-payout",
    ],
  ])("%s", (_, document, fault) => {
    const report = check(document);
    expect(report.verdict).toBe("invalid");
    expect(faultsOf(report)).toContain(fault);
  });

  test("shows a payout that the log does not have", () => {
    const document = sample({ paid: { ...SAMPLE_PAYOUT, payout: "1.00" } });
    const receipt = { ...document.receipt, payoutLeaf: SAMPLE_PAYOUT };
    expect(faultsOf(check({ ...document, receipt }))).toEqual(["payout not-in-payouts"]);
  });

  test("shows a bet that was never placed", () => {
    const { receipt, proof } = sample({ inClose: null });
    const other = sample({ bet: { orderNo: "B9" }, signedBy: new Uint8Array(32).fill(9) }).receipt;
    expect(faultsOf(check({ receipt: { ...receipt, leaf: other.leaf }, proof }))).toEqual(
      expect.arrayContaining(["receipt not-in-batch", "close not-in-close"]),
    );
  });

  test("withholds the place of the order, or its payout", () => {
    const { receipt, proof } = sample();
    const { closePath: _p, closeIndex: _i, closeSize: _s, ...unclosed } = receipt;
    expect(faultsOf(check({ receipt: unclosed, proof }))).toEqual(["close not-in-close"]);
    const { payoutLeaf: _l, ...unpaid } = receipt;
    expect(faultsOf(check({ receipt: unpaid, proof }))).toEqual(["payout missing-payout"]);
  });

  test("cancels before the order was accepted, or after the close", () => {
    for (const cancelledAt of [SAMPLE_BET.acceptedAt - 1, SAMPLE_PERIOD.closeAt]) {
      const report = check(sample({ cancelledAt, paid: null }), { askedToCancel: true });
      expect(faultsOf(report)).toEqual(["close bad-cancellation-time"]);
    }
  });

  test("shows a wrong draw", () => {
    const { receipt, proof } = sample();
    const numbers = NUMBERS.map((number) => (number + 1) % 10);
    expect(faultsOf(check({ receipt, proof: { ...proof, numbers } }))).toEqual(["draw invalid-draw"]);
    expect(check({ receipt, proof: null }).verdict).toBe("invalid");
  });

  test("sells a bet that the rules do not know", () => {
    expect(faultsOf(check(sample(), { payoutOf: () => null }))).toEqual(["payout unknown-bet"]);
    const throwing = () => {
      throw new RangeError("no odds");
    };
    expect(faultsOf(check(sample(), { payoutOf: throwing }))).toEqual(["payout unknown-bet"]);
  });
});

describe("a damaged document", () => {
  const { receipt, proof } = sample();

  test.each(Object.keys(receipt))("without the receipt's %s is refused", (field) => {
    const rest = Object.fromEntries(Object.entries(receipt).filter(([name]) => name !== field));
    const report = check({ receipt: rest, proof });
    expect(report.verdict).toBe("invalid");
    if (field !== "payoutLeaf")
      expect(report.steps[0]?.faults).toContainEqual({
        name: "malformed",
        field: field === "leaf" ? "leaf" : field,
      });
  });

  test.each(Object.keys(SAMPLE_BET))("without the order's %s is refused", (field) => {
    const leaf = Object.fromEntries(Object.entries(SAMPLE_BET).filter(([name]) => name !== field));
    const report = check({ receipt: { ...receipt, leaf }, proof });
    expect(report.steps[0]?.faults).toEqual([{ name: "malformed", field: `leaf.${field}` }]);
  });

  test.each(Object.keys(SAMPLE_PAYOUT))("without the payout's %s is refused", (field) => {
    const leaf = Object.fromEntries(Object.entries(SAMPLE_PAYOUT).filter(([name]) => name !== field));
    const report = check({ receipt: { ...receipt, payoutLeaf: leaf }, proof });
    expect(report.steps[0]?.faults).toEqual([{ name: "malformed", field: "payoutLeaf" }]);
  });

  test.each(["batchRoot", "logRoot", "signature"] as const)("with a truncated %s is refused", (field) => {
    const report = check({ receipt: { ...receipt, [field]: receipt[field].slice(2) }, proof });
    expect(report.steps[0]?.faults).toEqual([{ name: "malformed", field }]);
  });

  test.each(["path", "closePath", "payoutPath"] as const)("with a truncated %s is refused", (field) => {
    const path = receipt[field] ?? [];
    expect(check({ receipt: { ...receipt, [field]: path.slice(1) }, proof }).verdict).toBe("invalid");
    expect(check({ receipt: { ...receipt, [field]: [...path, "00"] }, proof }).verdict).toBe("invalid");
  });

  test("with a field that the leaf does not have is refused", () => {
    const leaf = { ...SAMPLE_BET, bonus: "1.00" };
    const report = check({ receipt: { ...receipt, leaf }, proof });
    expect(report.steps[0]?.faults).toEqual([{ name: "malformed", field: "leaf" }]);
  });

  test.each([null, undefined, 1, "text", [], {}, { receipt: [] }, { receipt: null, proof: {} }])(
    "such as %j throws nothing",
    (value) => {
      expect(check(value).verdict).toBe("invalid");
    },
  );
});

/** Every text in a value, with its path. */
function textsIn(value: unknown, path: readonly string[] = []): (readonly [readonly string[], string])[] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => textsIn(field, [...path, name]));
}

/** A copy of a value with another text at a path. */
function withText(value: unknown, [name, ...rest]: readonly string[], text: string): unknown {
  if (name === undefined) return text;
  const copy: object = Array.isArray(value) ? [...value] : { ...Object(value) };
  Reflect.set(copy, name, withText(Reflect.get(copy, name), rest, text));
  return copy;
}

test("every flipped bit of the texts of a receipt is refused", () => {
  const { receipt, proof } = sample();
  let tried = 0;
  const accepted: string[] = [];
  // Only the receipt is changed, so the slow signatures of the beacon and of checkpoints are not verified again.
  const checkpoints = new CheckpointVerifier(SAMPLE_TRUST.policy);
  const options = { verifyRound: () => true, trust: { ...SAMPLE_TRUST, checkpoints } };
  expect(check({ receipt, proof }, options).verdict).toBe("valid");
  for (const [path, text] of textsIn(receipt))
    for (let at = 0; at < text.length; at += 1) {
      const bit = 1 << (tried % 7);
      const flipped = String.fromCharCode(text.charCodeAt(at) ^ bit);
      const other = withText(receipt, path, text.slice(0, at) + flipped + text.slice(at + 1));
      tried += 1;
      if (check({ receipt: other, proof }, options).verdict !== "invalid") accepted.push(path.join("."));
    }
  expect(accepted).toEqual([]);
  expect(tried).toBe(905);
}, 120_000);

test("every other number of a receipt is refused, but for a size with the same path", () => {
  const { receipt, proof } = sample();
  for (const field of ["index", "logSize", "closeIndex", "payoutIndex"] as const)
    expect(check({ receipt: { ...receipt, [field]: (receipt[field] ?? 0) ^ 1 }, proof }).verdict, field).toBe(
      "invalid",
    );
  for (const [field, value] of Object.entries(SAMPLE_BET))
    if (typeof value === "number") {
      const leaf = { ...SAMPLE_BET, [field]: value + 1 };
      expect(faultsOf(check({ receipt: { ...receipt, leaf }, proof })), field).toContain(
        "receipt not-in-batch",
      );
    }
  // Index 1 of 3 and of 4 leaves have the same sides: the size itself is not part of a root.
  expect(check({ receipt: { ...receipt, size: 4 }, proof }).verdict).toBe("valid");
  expect(check({ receipt: { ...receipt, size: 5 }, proof }).verdict).toBe("invalid");
});

test("each field of an order and a payout changes its leaf", () => {
  const bets: CommittedBet[] = [
    SAMPLE_BET,
    ...Object.entries(SAMPLE_BET).flatMap(([name, value]): CommittedBet[] =>
      typeof value === "string" || typeof value === "number"
        ? [{ ...SAMPLE_BET, [name]: typeof value === "number" ? value + 1 : `${value}0` }]
        : [],
    ),
    { ...SAMPLE_BET, odds: { hit: "9.76" } },
    { ...SAMPLE_BET, groups: [{ code: "place2", items: SAMPLE_BET.groups[0]?.items ?? [] }] },
  ];
  const leaves = [...bets.map((each) => betLeaf(each)), betLeaf(SAMPLE_BET, 1), betLeaf(SAMPLE_BET, 2)];
  expect(new Set(leaves.map(toHex)).size).toBe(17);
  const tier = { code: "hit", wins: 1, odds: "9.75" };
  const payouts = [
    SAMPLE_PAYOUT,
    { ...SAMPLE_PAYOUT, tiers: [] },
    { ...SAMPLE_PAYOUT, tiers: [{ ...tier, class: "big" }] },
    { ...SAMPLE_PAYOUT, tiers: [{ ...tier, wins: 2 }] },
    { ...SAMPLE_PAYOUT, refund: "1.00" },
  ].map((each) => toHex(payoutLeaf(each)));
  expect(new Set(payouts).size).toBe(5);
});

test("a leaf has the fields of its type only", () => {
  const stored = { ...SAMPLE_BET, playerId: "42" };
  expect(betLeaf(stored)).toEqual(betLeaf(SAMPLE_BET));
});

describe("a receipt", () => {
  const { receipt } = sample();

  test("is verified by any of the log's keys, and by none of others", () => {
    expect(verifyReceipt(receipt, LOG_KEYS)).toBe(true);
    const witnesses = [...SAMPLE_TRUST.policy.witnesses.values()].map(({ key }) => key);
    expect(verifyReceipt(receipt, [...witnesses, ...LOG_KEYS])).toBe(true);
    expect(verifyReceipt(receipt, witnesses)).toBe(false);
    expect(verifyReceipt(receipt, [])).toBe(false);
  });

  test("is signed over a message that no note has", () => {
    const root = new Uint8Array(32);
    const message = receiptMessage({ batchRoot: root, logSize: 1, logRoot: root });
    expect(message[0]).toBe(0);
    expect(message.length).toBe(2 + "lot-fair/2/receipt".length + 72);
    expect(() => receiptMessage({ batchRoot: root.slice(1), logSize: 1, logRoot: root })).toThrow(RangeError);
  });

  test("with values that cannot be hashed is not verified", () => {
    expect(verifyReceipt({ ...receipt, leaf: { ...SAMPLE_BET, round: 0.5 } }, LOG_KEYS)).toBe(false);
    expect(verifyReceipt({ ...receipt, logSize: -1 }, LOG_KEYS)).toBe(false);
  });
});
