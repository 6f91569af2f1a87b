import { verifyRound } from "@lotus/beacon/verify";
import { expect, test } from "vitest";
import { sampleBet } from "../testing/sample-bet.ts";
import {
  SAMPLE_TRUST,
  sampleDocument,
  sampleEntries,
  type SampleEntry,
  sampleNumbers,
  sampleSkipped,
  sampleVoid,
} from "../testing/sample-draw.ts";
import { sampleLogOf } from "../testing/sample-log.ts";
import { checkBet } from "../bet-proof/check-bet.ts";
import { checkDraw, type CheckDrawOptions } from "./check-draw.ts";
import type { DrawProofDocument } from "./document.ts";
import { readShownClose, type ShownClose } from "./shown-close.ts";

const draw = (uniform: (n: number) => number) => Array.from({ length: 5 }, () => uniform(10));
const NUMBERS = sampleNumbers(draw);
const ENTRIES = sampleEntries(NUMBERS);
const HONEST = sampleDocument(ENTRIES);

/** What a phone was shown of a document before the round. */
const closeOf = (document: DrawProofDocument): ShownClose => {
  const close = readShownClose(document.entries.find(({ type }) => type === "close"));
  if (close === null) throw new Error("no close");
  return close;
};
const SHOWN = closeOf(HONEST);
/** The period as it is with these entries beside the first four, and not drawn. */
const undrawn = (...more: SampleEntry[]) => sampleDocument([...ENTRIES.slice(0, 4), ...more]);
/** The same, with its round published. */
const known = (document: DrawProofDocument): DrawProofDocument => ({
  ...document,
  beacon: { ...document.beacon, signature: HONEST.beacon.signature },
});
/** The close as the operator shows it once it has looked at the round. */
const hidden = (): SampleEntry[] => {
  const close = ENTRIES.find(({ type }) => type === "close");
  return close === undefined ? [] : [{ ...close, cosignedAt: close.cosignedAt + 3 }];
};
const check = (document: DrawProofDocument, options: Partial<CheckDrawOptions> = {}) =>
  checkDraw(document, { trust: SAMPLE_TRUST, draw, verifyRound, log: sampleLogOf(document), ...options });
const faultsOf = (report: ReturnType<typeof check>) =>
  report.steps.flatMap(({ step, faults }) => faults.map(({ name }) => `${step} ${name}`));

test("an honest draw is as valid with what was shown before its round as without", () => {
  expect(check(HONEST, { shown: SHOWN })).toMatchObject({ verdict: "valid", wasShown: true });
  expect(check(HONEST)).toMatchObject({ verdict: "valid", wasShown: false });
});

test.each<[string, DrawProofDocument]>([
  ["whose close now has later cosignatures", undrawn(...hidden())],
  ["whose close is left out", known(undrawn())],
  ["that is skipped", undrawn(sampleSkipped("202611210003", "202611210003"))],
  ["of which nothing more is said", undrawn()],
])("a period %s must have been drawn if its close was shown before the round", (_what, document) => {
  const report = check(document, { shown: SHOWN });
  expect(report.verdict).toBe("invalid");
  expect(faultsOf(report)).toEqual(["close undrawn-though-shown"]);
  expect(["voided", "pending"]).toContain(check(document).verdict);
});

test("nothing is said before the time in which a period may still be drawn", () => {
  const document = undrawn(...ENTRIES.slice(4, 5));
  expect(check(document, { shown: SHOWN, log: null }).verdict).toBe("pending");
});

test("a cancellation before the round stands, since it was as blind as the close", () => {
  const document = undrawn(...ENTRIES.slice(4, 5), sampleVoid());
  expect(check(document, { shown: SHOWN }).verdict).toBe("voided");
});

test("another close than the one that was shown is a second one", () => {
  const other = sampleDocument(sampleEntries(NUMBERS, { ...BOOKS, orders: 4 }));
  expect(faultsOf(check(other, { shown: SHOWN }))).toEqual(["close double-entry"]);
});

const BOOKS = {
  orders: 3,
  stake: "12.00",
  betsRoot: "07".repeat(32),
  payout: "8.00",
  refund: "0.00",
  payoutsRoot: "07".repeat(32),
};

test.each<[string, ShownClose]>([
  ["cosigned after the round", closeOf(undrawn(...hidden()))],
  [
    "cosigned by one witness alone",
    closeOf(undrawn(...ENTRIES.slice(4, 5).map((close) => ({ ...close, witnesses: [1] })))),
  ],
  ["of another period", { ...SHOWN, body: SHOWN.body.replace("210003", "210004") }],
  ["of something else than a close", { ...SHOWN, body: ENTRIES[2]?.body ?? "" }],
  ["that is no proof", { ...SHOWN, proof: "nothing" }],
])("what is shown accuses nobody: %s", (_what, shown) => {
  expect(check(undrawn(...hidden()), { shown })).toMatchObject({ verdict: "voided", wasShown: false });
});

test("a bet of a void period learns what it would have been paid", () => {
  const payoutOf = () => ({ payout: "9.75", refund: "0.00" });
  const { receipt, proof } = sampleBet({
    numbers: NUMBERS,
    state: "closed",
    edit: (entries) =>
      entries.map((entry) =>
        entry.type === "close" ? { ...entry, cosignedAt: entry.cosignedAt + 3 } : entry,
      ),
  });
  const options = { trust: SAMPLE_TRUST, draw, verifyRound, payoutOf, askedToCancel: false };
  const log = sampleLogOf(proof);
  expect(checkBet({ receipt, proof }, { ...options, log })).toMatchObject({
    verdict: "refunded",
    wouldBe: null,
  });
  const later = checkBet({ receipt, proof: known(proof) }, { ...options, log });
  expect(later).toMatchObject({ verdict: "refunded", due: null, wouldBe: { payout: "9.75" } });
  expect(later.draw.wouldBe?.numbers).toEqual(NUMBERS);
});
