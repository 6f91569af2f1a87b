import { QUICKNET, randomnessOf, roundOfDraw, roundTime } from "@lotus/beacon";
import { verifyRound } from "@lotus/beacon/verify";
import { beaconSeed, beaconUniform, betsRoot, paddingLeaf, payoutLeaf } from "@lotus/fair";
import { drawFor, familyOf, findGame, isDraw } from "@lotus/games";
import { fromHex, toHex } from "@lotus/tlog";
import { describe, expect, test } from "vitest";
import vectors from "./fixtures/lot-fair-2.json" with { type: "json" };

/* The published vectors of lot-fair/2, computed by an independent program from a real round of quicknet. */

function bytes(hex: string): Uint8Array {
  const read = fromHex(hex);
  if (read === null) throw new TypeError(hex);
  return read;
}

const CHAIN = bytes(vectors.chainHash);
const SIGNATURE = bytes(vectors.signature);
const RANDOMNESS = bytes(vectors.randomness);

const seedOf = ({ game, periodNo, round }: (typeof vectors.draws)[number], randomness = RANDOMNESS) =>
  beaconSeed({ chainHash: CHAIN, round, randomness, game, periodNo });

test("the round is quicknet's", () => {
  expect(vectors.chainHash).toBe(QUICKNET.hash);
  expect(verifyRound(QUICKNET, 1000, SIGNATURE)).toBe(true);
  expect(toHex(randomnessOf(SIGNATURE))).toBe(vectors.randomness);
});

describe.each(vectors.draws)("$game", (draw) => {
  test("has the published seed and numbers", () => {
    const code = findGame(draw.game)?.code;
    if (code === undefined) throw new TypeError(draw.game);
    const family = familyOf(code);
    expect(toHex(seedOf(draw))).toBe(draw.seed);
    expect(drawFor(family)(beaconUniform(seedOf(draw)))).toEqual(draw.numbers);
    expect(isDraw(family, draw.numbers)).toBe(true);
  });
});

test.each(vectors.rounds)(
  "a draw at $drawAt is decided by round $round",
  ({ drawAt, round, roundTime: time }) => {
    expect(roundOfDraw(QUICKNET, drawAt)).toBe(round);
    expect(roundTime(QUICKNET, round)).toBe(time);
    // The round is published at least two seconds before the draw, and at most one period earlier.
    expect(drawAt - time).toBeGreaterThanOrEqual(2_000);
    expect(drawAt - time).toBeLessThan(2_000 + QUICKNET.periodS * 1_000);
  },
);

test("every flipped bit of the inputs changes the seed", () => {
  const [draw] = vectors.draws;
  if (draw === undefined) throw new TypeError("no vectors");
  const inputs = {
    chainHash: CHAIN,
    round: draw.round,
    randomness: RANDOMNESS,
    game: draw.game,
    periodNo: draw.periodNo,
  };
  const seeds = new Set([toHex(beaconSeed(inputs))]);
  for (const field of ["chainHash", "randomness"] as const)
    for (let bit = 0; bit < 256; bit += 1) {
      const at = Math.floor(bit / 8);
      const flipped = inputs[field].with(at, (inputs[field][at] ?? 0) ^ (1 << (bit % 8)));
      seeds.add(toHex(beaconSeed({ ...inputs, [field]: flipped })));
    }
  for (const other of [
    { round: 1001 },
    { game: "FF" },
    { game: "FFC2", periodNo: "02611210003" },
    { periodNo: "202611210004" },
  ])
    seeds.add(toHex(beaconSeed({ ...inputs, ...other })));
  expect(seeds.size).toBe(1 + 512 + 4);
});

test("a field of another length throws", () => {
  const [draw] = vectors.draws;
  if (draw === undefined) throw new TypeError("no vectors");
  expect(() => seedOf(draw, RANDOMNESS.slice(1))).toThrow(RangeError);
});

test("a refunded stake and leaves of nobody have the published leaves, and root of 64", () => {
  const { paid, leaf, blinds, paddingLeaf: first, payoutsRoot } = vectors.refunds;
  expect(toHex(payoutLeaf(paid))).toBe(leaf);
  const padding = blinds.map((blind) => paddingLeaf(blind));
  expect(padding[0] === undefined ? null : toHex(padding[0])).toBe(first);
  expect(toHex(betsRoot([payoutLeaf(paid), ...padding]))).toBe(payoutsRoot);
});
