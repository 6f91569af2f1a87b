import { describe, expect, test } from "vitest";
import { fromHex } from "@lotus/tlog";
import { drawSeed, uniformOf, verifyProof } from "@lotus/fair";
import { drawFor, isDraw } from "@lotus/games";
import { ROUND_1000, sampleProof } from "@lotus/fair/testing/sample-proof";

/* The published vectors of lot-fair/1: one secret, one period, two modes, the four families. */

const SECRET = "0c65fd8fcdd175805e6f5d4483bfb4f7ec135becedd6d101c9b15e28519c982d";

const DRAWS = [
  [0, "FFC", "five-digits", [8, 2, 5, 9, 8]],
  [0, "K3", "dice", [2, 4, 2]],
  [0, "PK10", "racing", [9, 10, 6, 1, 2, 3, 4, 8, 7, 5]],
  [0, "LHC", "mark-six", [25, 26, 20, 29, 37, 30, 40]],
  [1, "FFC", "five-digits", [5, 9, 2, 1, 3]],
  [1, "K3", "dice", [3, 6, 1]],
  [1, "PK10", "racing", [6, 7, 10, 2, 1, 9, 5, 8, 3, 4]],
  [1, "LHC", "mark-six", [10, 43, 26, 11, 46, 2, 38]],
] as const;

function bytes(hex: string): Uint8Array {
  const read = fromHex(hex);
  if (read === null) throw new TypeError(hex);
  return read;
}

const inputsOf = (mode: 0 | 1, game: string) => ({
  secret: bytes(SECRET),
  cid: bytes("000102030405060708090a0b0c0d0e0f"),
  t: 3,
  game,
  periodNo: "202611210003",
  mode,
  salt: new Uint8Array(32),
  round: mode === 1 ? ROUND_1000.round : null,
  beacon: mode === 1 ? bytes(ROUND_1000.beacon) : null,
  witness: new Uint8Array(0),
});

describe.each(DRAWS)("mode %i of %s", (mode, game, family, numbers) => {
  test("draws the published numbers", () => {
    expect(drawFor(family)(uniformOf(drawSeed(inputsOf(mode, game))))).toEqual(numbers);
    expect(isDraw(family, numbers)).toBe(true);
  });

  test("proves them", () => {
    const proof = sampleProof({ mode, game, draw: drawFor(family) });
    expect(proof.numbers).toEqual(numbers);
    expect(verifyProof(proof, { draw: drawFor(family), walkToAnchor: true }).verdict).toBe("valid");
  });
});

test("each input of a draw changes it", () => {
  const inputs = inputsOf(1, "LHC");
  const others = [
    { secret: new Uint8Array(32) },
    { cid: new Uint8Array(16) },
    { t: 4 },
    { game: "LH" },
    { periodNo: "202611210004" },
    { mode: 0 as const },
    { salt: new Uint8Array(32).fill(1) },
    { round: 1001 },
    { beacon: new Uint8Array(32) },
    { beacon: null },
    { witness: Uint8Array.of(0) },
    // The same letters split elsewhere: length prefixes separate the fields.
    { game: "LHC2", periodNo: "02611210003" },
  ];
  const draws = [{}, ...others].map((other) =>
    drawFor("mark-six")(uniformOf(drawSeed({ ...inputs, ...other }))).join(),
  );
  expect(new Set(draws).size).toBe(others.length + 1);
});
