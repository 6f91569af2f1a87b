import { verifyRound } from "@lotus/beacon/verify";
import { verifierKey } from "@lotus/tlog";
import { publicKeyOf } from "@lotus/tlog/testing/keys";
import { expect, test } from "vitest";
import { sampleBet } from "../testing/sample-bet.ts";
import { canonicalJson } from "../canonical-json.ts";
import { SAMPLE_TRUST, type SampleEntry, sampleNumbers } from "../testing/sample-draw.ts";
import { checkBet, type CheckBetOptions } from "./check-bet.ts";

const draw = (uniform: (n: number) => number) => Array.from({ length: 5 }, () => uniform(10));
const NUMBERS = sampleNumbers(draw);
const DUE = { payout: "9.75", refund: "0.00" };

/** The faults of a bet with this receipt. */
function faultsWith(
  receipt: Partial<Parameters<typeof sampleBet>[0]>,
  options: Partial<CheckBetOptions> = {},
) {
  const { steps } = checkBet(sampleBet({ numbers: NUMBERS, ...receipt }), {
    trust: SAMPLE_TRUST,
    draw,
    verifyRound,
    payoutOf: () => DUE,
    askedToCancel: false,
    ...options,
  });
  return steps.flatMap(({ step, faults }) => faults.map(({ name }) => `${step} ${name}`));
}

/** Other fields of the entries of a type. */
const changed = (type: string, fields: object) => ({
  edit: (entries: SampleEntry[]) =>
    entries.map((entry) =>
      entry.type === type
        ? { ...entry, body: canonicalJson({ ...JSON.parse(entry.body), ...fields }) }
        : entry,
    ),
});

test.each([
  ["no orders", "close", { orders: 0, stake: "0.00" }, "close"],
  ["one order less", "close", { orders: 4 }, "close"],
  ["thousands of orders", "close", { orders: 9_999, stake: "9999999.00" }, "close"],
  ["less stake than the own", "close", { stake: "9.99" }, "close"],
  ["less payout than the own", "settled", { payout: "9.74" }, "payout"],
])("sums of %s are a fault", (_what, type, fields, step) => {
  expect(faultsWith(changed(type, fields))).toEqual([`${step} wrong-sums`]);
});

test("sums that state exactly the own part may be right", () => {
  expect(faultsWith(changed("close", { stake: "10.00" }))).toEqual([]);
  expect(faultsWith(changed("settled", { payout: "9.75" }))).toEqual([]);
});

test("a receipt is signed by the log that its period is in", () => {
  const { policy } = SAMPLE_TRUST;
  const signedBy = new Uint8Array(32).fill(99);
  const key = verifierKey("other.example", 1, publicKeyOf(signedBy));
  const trust = { ...SAMPLE_TRUST, policy: { ...policy, logs: [...policy.logs, { key, url: null }] } };
  expect(faultsWith({ signedBy }, { trust })).toEqual(["receipt bad-receipt-signature"]);
  const renamed = { ...key, name: policy.logs[0]?.key.name ?? "" };
  const rotated = { ...policy, logs: [...policy.logs, { key: renamed, url: null }] };
  expect(faultsWith({ signedBy }, { trust: { ...SAMPLE_TRUST, policy: rotated } })).toEqual([]);
});

test("a receipt names a log that had announced its period", () => {
  const logRoot = "08".repeat(32);
  expect(faultsWith({ knownLog: { logSize: 2, logRoot } })).toEqual(["receipt rewritten-log"]);
  expect(faultsWith({ knownLog: { logSize: 3, logRoot } })).toEqual([]);
});
