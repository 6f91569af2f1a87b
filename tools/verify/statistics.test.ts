import { describe, expect, test } from "vitest";
import { utf8, nobleHashing } from "@lotus/tlog";
import { beaconSeed, streamBytes, uniformFrom } from "@lotus/fair";
import { drawFor, type DrawFamily, type Uniform } from "@lotus/games";
import { chiSquareOf, chiSquareTail } from "./chi-square.ts";

/*
 * Fair draws look fair: over many draws from fixed seeds, every number falls equally often at every place and
 * over all places, and each pair of neighbouring places takes every value equally often. The same test must
 * find a sampler that leaves out the rejection, or it would prove nothing. Since the seeds are fixed, the
 * outcome never changes. The bias looked for is small, 26 bytes to 25, so the counts are large; each seed's
 * stream is therefore read on over many draws.
 */

const FAMILIES = [
  { family: "five-digits", places: 5, lowest: 0, highest: 9, distinct: false, draws: 100_000 },
  { family: "dice", places: 3, lowest: 1, highest: 6, distinct: false, draws: 400_000 },
  { family: "racing", places: 10, lowest: 1, highest: 10, distinct: true, draws: 200_000 },
  { family: "mark-six", places: 7, lowest: 1, highest: 49, distinct: true, draws: 40_000 },
] as const;

const DRAWS_A_SEED = 500;

type Sampler = (nextByte: () => number) => Uniform;

const fair: Sampler = (nextByte) => uniformFrom(nextByte);
/** A biased implementation: the remainder of any byte. */
const biased: Sampler = (nextByte) => (n) => nextByte() % n;

function* drawsOf(family: DrawFamily, count: number, sampler: Sampler): Generator<number[]> {
  const draw = drawFor(family);
  for (let t = 1; t <= count / DRAWS_A_SEED; t++) {
    const seed = beaconSeed({
      chainHash: new Uint8Array(32),
      round: t,
      randomness: nobleHashing.sha256(utf8(`${family} ${t}`)),
      game: family,
      periodNo: String(t),
    });
    const uniform = sampler(streamBytes(seed));
    for (let i = 0; i < DRAWS_A_SEED; i++) yield draw(uniform);
  }
}

/** How often each number fell at each place, and each pair at neighbouring places, first number first. */
function countsOf(
  family: (typeof FAMILIES)[number],
  sampler: Sampler,
): { single: number[][]; pairs: number[][] } {
  const { places, lowest, highest } = family;
  const size = highest - lowest + 1;
  const single = Array.from({ length: places }, () => Array.from({ length: size }, () => 0));
  const pairs = Array.from({ length: places - 1 }, () => Array.from({ length: size * size }, () => 0));
  const count = (cells: number[] | undefined, cell: number) => {
    if (cells !== undefined) cells[cell] = (cells[cell] ?? 0) + 1;
  };
  for (const draw of drawsOf(family.family, family.draws, sampler)) {
    let before = -1;
    for (let place = 0; place < places; place++) {
      const cell = (draw[place] ?? Number.NaN) - lowest;
      count(single[place], cell);
      if (place > 0) count(pairs[place - 1], before * size + cell);
      before = cell;
    }
  }
  return { single, pairs };
}

/** The smallest chance that fair draws stray so far, over all tables of counts, times the number of tables. */
function suspicion(family: (typeof FAMILIES)[number], sampler: Sampler): number {
  const { single, pairs } = countsOf(family, sampler);
  const size = family.highest - family.lowest + 1;
  // No number follows itself where a draw has each but once.
  const possible = pairs.map((cells) => cells.filter((_, i) => !family.distinct || i % (size + 1) !== 0));
  // Over all places at once; without meaning, but harmless, if every number occurs in each draw.
  const whole = single.reduce((sum, cells) => sum.map((n, i) => n + (cells[i] ?? 0)));
  const tables = [...single, ...possible, whole];
  const chances = tables.map((counts) => chiSquareTail(chiSquareOf(counts), counts.length - 1));
  return Math.min(...chances) * tables.length;
}

describe.each(FAMILIES)("$family", (family) => {
  test("draws of the scheme are uniform at each place and over neighbours", () => {
    expect(suspicion(family, fair)).toBeGreaterThan(0.001);
  }, 60_000);

  test("the same test rejects a sampler without rejection", () => {
    expect(suspicion(family, biased)).toBeLessThan(1e-9);
  }, 60_000);
});

test("the tail of χ² is that of the tables", () => {
  for (const [chiSquare, degrees, tail] of [
    [3.841, 1, 0.05],
    [16.919, 9, 0.05],
    [21.666, 9, 0.01],
    [66.339, 48, 0.0409],
    [124.342, 100, 0.05],
    [2.088, 9, 0.99],
  ] as const)
    expect(chiSquareTail(chiSquare, degrees)).toBeCloseTo(tail, 3);
});
