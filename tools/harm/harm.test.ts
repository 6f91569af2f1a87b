import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SIGNAL_IDS, THRESHOLDS, weightsWith, type Weights } from "@lotus/server/harm";
import { ROOT } from "../layers.ts";
import { Random } from "../simulate/random.ts";
import { judgeKinds, rankingOf, scoresOf, tallyOf } from "./judge.ts";
import { makePopulation } from "./population.ts";
import { reportOf } from "./report.ts";
import { weightsTable } from "./weights-table.ts";

/** Seeds that no weight was chosen by: those were 11 and 12. */
const SEEDS = [1, 2, 3];
const PEOPLE_OF_KIND = 100;

const populations = SEEDS.map((seed) => ({ seed, people: makePopulation(seed, PEOPLE_OF_KIND) }));

/** Precision, recall and ranking of weights over all seeds, at the first threshold. */
function quality(weights: Weights) {
  const results = populations.map(({ people }) => {
    const scores = scoresOf(people, weights);
    const { precision, recall } = tallyOf(judgeKinds(people, scores, THRESHOLDS), 1);
    return { precision: precision ?? 0, recall, ranking: rankingOf(people, scores) };
  });
  const mean = (of: (result: (typeof results)[number]) => number): number =>
    results.reduce((sum, result) => sum + of(result), 0) / results.length;
  const [precision, recall] = [mean((each) => each.precision), mean((each) => each.recall)];
  return { ranking: mean((each) => each.ranking), f1: (2 * precision * recall) / (precision + recall || 1) };
}

/** The same sum of points as in the table, divided at random. */
function randomWeights(seed: number): Weights {
  const random = new Random(seed);
  const parts = SIGNAL_IDS.map(() => random.between(1, 1000));
  const sum = parts.reduce((total, part) => total + part, 0);
  const all = SIGNAL_IDS.reduce((total, id) => total + weightsWith()[id], 0);
  return weightsWith(
    Object.fromEntries(SIGNAL_IDS.map((id, index) => [id, Math.round(((parts[index] ?? 0) * all) / sum)])),
  );
}

test.each(populations)("precision and recall hold their floor: seed $seed", ({ people }) => {
  const kinds = judgeKinds(people, scoresOf(people, weightsWith()), THRESHOLDS);
  const [message, offer, desk] = [tallyOf(kinds, 1), tallyOf(kinds, 2), tallyOf(kinds, 3)];
  expect(message.precision).toBeGreaterThan(0.9);
  expect(message.recall).toBeGreaterThan(0.6);
  expect(offer.precision).toBeGreaterThan(0.97);
  expect(offer.recall).toBeGreaterThan(0.27);
  expect(desk.precision).toBeGreaterThan(0.97);
  expect(desk.recall).toBeGreaterThan(0.09);
});

test("people who are not in harm get at most a message, whatever their hours and stakes", () => {
  for (const { people } of populations)
    for (const kind of judgeKinds(people, scoresOf(people, weightsWith()), THRESHOLDS))
      if (!kind.inHarm) expect([kind.id, kind.levels[2] + kind.levels[3]]).toEqual([kind.id, 0]);
});

test("of 20 scores with random weights, none ranks better and none finds better", () => {
  const own = quality(weightsWith());
  const others = Array.from({ length: 20 }, (_, index) => quality(randomWeights(index + 1)));
  for (const other of others) expect(own.f1).toBeGreaterThan(other.f1);
  const mean = others.reduce((sum, { ranking }) => sum + ranking, 0) / others.length;
  expect(own.ranking).toBeGreaterThan(mean);
});

test("a population is the same for the same seed, and another for another", () => {
  expect(makePopulation(4, 3)).toEqual(makePopulation(4, 3));
  expect(makePopulation(4, 3)).not.toEqual(makePopulation(5, 3));
});

test("the report says what it does not show", () => {
  const people = makePopulation(6, 5);
  const text = reportOf({ people, weights: weightsWith(), thresholds: THRESHOLDS, seed: 6 });
  expect(text).toContain("50 synthetic players of 10 kinds, seed 6");
  expect(text).toContain("What this does not show: these people are invented");
});

test("docs/protection.md prints the table of weights as it is", () => {
  expect(readFileSync(join(ROOT, "docs/protection.md"), "utf8")).toContain(weightsTable());
});
