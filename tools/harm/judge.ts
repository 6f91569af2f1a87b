import { levelOf, scoreFigures, type Level, type Thresholds, type Weights } from "@lotus/server/harm";
import { ARCHETYPES } from "./archetypes.ts";
import type { Person } from "./population.ts";

/** How the people of one kind were judged: how many reached each level at most. */
export interface KindResult {
  readonly id: string;
  readonly inHarm: boolean;
  readonly people: number;
  /** People at level 0, 1, 2 and 3. */
  readonly levels: readonly [number, number, number, number];
  /** The middle of their scores. */
  readonly median: number;
}

/** What a threshold tells apart. */
export interface Tally {
  readonly inHarmFound: number;
  readonly inHarmMissed: number;
  readonly othersFound: number;
  readonly othersLeft: number;
  /** Of those it finds, the share that is in harm; null if it finds nobody. */
  readonly precision: number | null;
  /** Of those in harm, the share it finds. */
  readonly recall: number;
}

/** The scores of a population, in its order. */
export function scoresOf(people: readonly Person[], weights: Weights): number[] {
  return people.map(({ figures }) => scoreFigures(figures, weights).score);
}

/** Results by kind, in the order of the kinds. */
export function judgeKinds(
  people: readonly Person[],
  scores: readonly number[],
  thresholds: Thresholds,
): KindResult[] {
  return ARCHETYPES.map(({ id, inHarm }) => {
    const own = scores.filter((_, index) => people[index]?.archetype.id === id);
    const levels: [number, number, number, number] = [0, 0, 0, 0];
    for (const score of own) levels[levelOf(score, thresholds)] += 1;
    const median = own.toSorted((one, other) => one - other)[Math.floor(own.length / 2)] ?? 0;
    return { id, inHarm, people: own.length, levels, median };
  });
}

/** What the step of a level tells apart, over all kinds. */
export function tallyOf(kinds: readonly KindResult[], level: Exclude<Level, 0>): Tally {
  const sum = (inHarm: boolean, from: number, to: number): number =>
    kinds
      .filter((kind) => kind.inHarm === inHarm)
      .reduce((total, kind) => total + kind.levels.slice(from, to).reduce((all, count) => all + count, 0), 0);
  const [inHarmFound, inHarmMissed] = [sum(true, level, 4), sum(true, 0, level)];
  const [othersFound, othersLeft] = [sum(false, level, 4), sum(false, 0, level)];
  const found = inHarmFound + othersFound;
  return {
    inHarmFound,
    inHarmMissed,
    othersFound,
    othersLeft,
    precision: found === 0 ? null : inHarmFound / found,
    recall: inHarmFound / Math.max(1, inHarmFound + inHarmMissed),
  };
}

/** The chance that somebody in harm has the higher score of two, ties counted half: 0.5 tells nothing, 1 all. */
export function rankingOf(people: readonly Person[], scores: readonly number[]): number {
  const histogram = (inHarm: boolean): number[] => {
    const counts = Array.from({ length: 101 }, () => 0);
    for (const [index, score] of scores.entries())
      if (people[index]?.archetype.inHarm === inHarm) counts[score] = (counts[score] ?? 0) + 1;
    return counts;
  };
  const [ill, well] = [histogram(true), histogram(false)];
  let [below, won] = [0, 0];
  for (const [score, count] of ill.entries()) {
    const same = well[score] ?? 0;
    won += count * (below + same / 2);
    below += same;
  }
  const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
  return won / Math.max(1, total(ill) * total(well));
}
