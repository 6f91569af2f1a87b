import type { Family } from "../bet.ts";
import { type Road, roadOf } from "./road.ts";
import { type Track, type TrackedDraw, tracksOf, valuesOf } from "./tracks.ts";

/** How many draws a trend may look at. */
export const TREND_DRAWS = [10, 30, 50, 100] as const;

/** How many draws before those are looked through for when a value was last seen. */
export const TREND_LOOK_BACK = 200;

/** What came on a track in a row of draws, the window. Lists by value are in the order of `values`. */
export interface TrackTrend extends Track {
  /** The places of the values that came, draw by draw, oldest first. */
  readonly hits: readonly (readonly number[])[];
  /** By value: draws since it was last seen, when the window opens. */
  readonly opening: readonly number[];
  /** By value: the draws of the window in which it came. */
  readonly count: readonly number[];
  /** By value: draws since it was last seen, 0 when the last draw showed it. */
  readonly omission: readonly number[];
  /** By value: the greatest omission that stood at a draw of the window. */
  readonly longest: readonly number[];
  /** By value: draws ÷ (count + 1), cut to a whole number. */
  readonly average: readonly number[];
  /** By value: the most draws of the window in a row that showed it. */
  readonly streak: readonly number[];
  /** What the last draw showed, and in how many draws in a row up to it; null with several values or no draw. */
  readonly run: { readonly value: number; readonly length: number } | null;
  /** Where the values are sides. */
  readonly road: Road | null;
}

/**
 * The trends of a family's draws, oldest first: one for each of its tracks. `before` are the draws just before the
 * window, only looked through for when a value was last seen; a value that is not among them counts from their start.
 */
export function trendsOf(
  family: Family,
  draws: readonly TrackedDraw[],
  before: readonly TrackedDraw[] = [],
): readonly TrackTrend[] {
  const [window, earlier] = [draws.map(valuesOf), before.map(valuesOf)];
  return tracksOf(family).map((track, at) => {
    const placesIn = (values: readonly (readonly string[])[]): number[] =>
      (values[at] ?? []).map((value) => track.values.indexOf(value));
    return trendOf(track, window.map(placesIn), earlier.map(placesIn));
  });
}

/**
 * By draw, oldest first, the omission of each value after it: 0 where the draw showed it. `opening` are the
 * omissions before the first.
 */
export function omissionRows({
  hits,
  opening,
}: Pick<TrackTrend, "hits" | "opening">): readonly (readonly number[])[] {
  let row = opening;
  return hits.map((seen) => {
    row = row.map((omission, value) => (seen.includes(value) ? 0 : omission + 1));
    return row;
  });
}

function trendOf(
  track: Track,
  hits: readonly (readonly number[])[],
  before: readonly (readonly number[])[],
): TrackTrend {
  const { fact, place, kind, values } = track;
  const none = values.map(() => 0);
  const opening = omissionRows({ hits: before, opening: none }).at(-1) ?? none;
  const rows = omissionRows({ hits, opening });
  const count = values.map((_, value) => hits.filter((seen) => seen.includes(value)).length);
  const last = hits.at(-1)?.[0];
  return {
    fact,
    ...(place !== undefined && { place }),
    kind,
    values,
    hits,
    opening,
    count,
    omission: rows.at(-1) ?? opening,
    longest: values.map((_, value) => Math.max(0, ...rows.map((row) => row[value] ?? 0))),
    average: count.map((times) => Math.floor(hits.length / (times + 1))),
    streak: values.map((_, value) => longestRun(hits, value)),
    run: kind === "many" || last === undefined ? null : { value: last, length: runAtEnd(hits, last) },
    road: kind === "sides" ? roadOf(hits.flat(), tieOf(values)) : null,
  };
}

function tieOf(values: readonly string[]): number | undefined {
  const at = values.indexOf("tie");
  return at < 0 ? undefined : at;
}

function longestRun(hits: readonly (readonly number[])[], value: number): number {
  let [longest, run] = [0, 0];
  for (const seen of hits) {
    run = seen.includes(value) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

function runAtEnd(hits: readonly (readonly number[])[], value: number): number {
  const other = hits.findLastIndex((seen) => !seen.includes(value));
  return hits.length - 1 - other;
}
