import { expect, test } from "vitest";
import { verifyIndependently } from "./testing/independent-verifier.ts";
import { sampleProof } from "./testing/sample-proof.ts";

/* The other verifier is written from the description of the scheme alone, so agreement here is no echo. */

test.each([0, 1] as const)("a proof of mode %i convinces a verifier that shares no code", (mode) => {
  expect(verifyIndependently(sampleProof({ mode }))).toEqual([]);
  expect(verifyIndependently(sampleProof({ mode, chainLength: 600, t: 433 }))).toEqual([]);
});

test("every place of chains of any length convinces it", () => {
  for (const chainLength of [1, 2, 3, 5, 6, 7, 257])
    for (const t of [1, 2, 3, 4, 5, 6, 7, 256, 257].filter((place) => place <= chainLength))
      expect(verifyIndependently(sampleProof({ chainLength, t })), `${t} of ${chainLength}`).toEqual([]);
});

test("and it finds what is wrong", () => {
  const proof = sampleProof();
  const wrong: [object, RegExp][] = [
    [{ secret: proof.anchor }, /not the one committed/],
    [{ anchor: proof.root }, /not of the chain/],
    [{ root: proof.anchor }, /not under the root/],
    [{ merkleProof: proof.merkleProof.slice(1) }, /cut short/],
    [{ numbers: [8, 2, 5, 9, 9] }, /numbers are \[8,2,5,9,8\]/],
    [{ records: proof.records.toReversed() }, /out of order/],
    [{ records: proof.records.slice(1) }, /chain: missing/],
    [{ salt: "01".repeat(32) }, /another salt/],
    [{ publicKey: "" }, /cannot be read/],
  ];
  for (const [change, fault] of wrong)
    expect(verifyIndependently({ ...proof, ...change }).join("; ")).toMatch(fault);
});
