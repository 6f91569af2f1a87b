import { type BeaconChain, randomnessOf } from "@lotus/beacon";
import { beaconSeed, beaconUniform } from "@lotus/fair";
import { type DrawFamily, drawFor, findGame } from "@lotus/games";
import { fromHex } from "@lotus/tlog";

/*
 * What periods that the rules made void would have drawn, and whether that has to do with their being void. An owner who looks at
 * the round before deciding whether to show the close voids what would cost much. What a period would have paid only the owner
 * knows, and whoever has the bets; the log has their root. But the results follow from the rounds, and players have habits: if
 * more money is on big, periods that would have been big are void more often than chance allows.
 */

/** Splits of a game's results into equal halves: big or small, odd or even. With a fair house, voids fall on both alike. */
const HALVES = ["big", "odd"] as const;
type Half = (typeof HALVES)[number];

/** The void periods of one half: how many, how many were in it, and expectation and variance of that. */
interface HalfCount {
  readonly all: number;
  readonly inHalf: number;
  readonly expected: number;
  readonly variance: number;
}

/** How periods end, as far as the log and the monitor's own eyes tell. Times are epoch milliseconds. */
export interface VoidFigures {
  /** Since when the figures of the day count. */
  since: number;
  /** Periods of the day with orders that are drawn or void. */
  sold: number;
  /** Those of them that the rules made void. */
  voided: number;
  /**
   * Incidents: void periods in a row, between two that were drawn, though the monitor reached a quorum of the witnesses from their
   * close to their round.
   */
  unexplained: number;
  /** Closes of the last unexplained void period, and of the last periods that were drawn. */
  lastVoid: number | null;
  drawn: number[];
  /** Over all time. */
  halves: Record<Half, HalfCount>;
  /** Next sample size at which the halves are tested. Tests are few, because repeated ones raise the rate of false alarms. */
  nextLook: number;
}

const NONE: HalfCount = { all: 0, inHalf: 0, expected: 0, variance: 0 };
const DAY_MS = 24 * 3_600_000;
/** Draws whose closes are remembered, for incidents. */
const DRAWN_KEPT = 500;
/** Fewer say nothing: a witness may have been away for the operator alone. */
const MIN_INCIDENTS = 5;
/** The largest share of sold periods that may be void in incidents that nothing outside explains. */
const MAX_UNEXPLAINED = 0.001;
const MIN_VOIDS = 20;
const MAX_Z = 3;

/** The figures before anything was seen. */
export function noFigures(): VoidFigures {
  const halves = { big: NONE, odd: NONE };
  return {
    since: 0,
    sold: 0,
    voided: 0,
    unexplained: 0,
    lastVoid: null,
    drawn: [],
    halves,
    nextLook: MIN_VOIDS,
  };
}

/** Counts a period with orders that was drawn. */
export function countDrawn(figures: VoidFigures, closeAt: number, now: number): void {
  beginDay(figures, now);
  figures.sold += 1;
  figures.drawn = [...figures.drawn, closeAt].slice(-DRAWN_KEPT);
}

/** Counts a period with orders that the rules made void. Returns whether the share of such is now more than can be. */
export function countVoid(
  figures: VoidFigures,
  { closeAt, isExplained }: { readonly closeAt: number; readonly isExplained: boolean },
  now: number,
): boolean {
  beginDay(figures, now);
  figures.sold += 1;
  figures.voided += 1;
  if (isExplained) return false;
  const last = figures.lastVoid;
  figures.lastVoid = Math.max(closeAt, last ?? closeAt);
  if (
    last !== null &&
    !figures.drawn.some((at) => at > Math.min(last, closeAt) && at < Math.max(last, closeAt))
  )
    return false;
  figures.unexplained += 1;
  return figures.unexplained >= MIN_INCIDENTS && figures.unexplained > figures.sold * MAX_UNEXPLAINED;
}

/** Adds what a void period would have drawn. Returns the half on which too many fell, if it is time to judge. */
export function countResult(
  figures: VoidFigures,
  family: DrawFamily,
  numbers: readonly number[],
): Half | null {
  const { value, big, share } = halfOf(family, numbers);
  figures.halves = {
    big: added(figures.halves.big, value >= big, share),
    odd: added(figures.halves.odd, value % 2 === 1, share),
  };
  if (figures.halves.big.all < figures.nextLook) return null;
  figures.nextLook *= 2;
  return HALVES.find((half) => Math.abs(zOf(figures.halves[half])) > MAX_Z) ?? null;
}

/** By how many standard deviations a count differs from chance. */
export function zOf({ inHalf, expected, variance }: HalfCount): number {
  return variance === 0 ? 0 : (inHalf - expected) / Math.sqrt(variance);
}

/** The numbers that a round gives a period; null for an unknown game. */
export function resultOf(
  { game, periodNo, round }: { readonly game: string; readonly periodNo: string; readonly round: number },
  chain: BeaconChain,
  signature: Uint8Array,
): { readonly family: DrawFamily; readonly numbers: readonly number[] } | null {
  const [family, chainHash] = [findGame(game)?.family, fromHex(chain.hash, 32)];
  if (family === undefined || chainHash === null) return null;
  const seed = beaconSeed({ chainHash, round, randomness: randomnessOf(signature), game, periodNo });
  return { family, numbers: drawFor(family)(beaconUniform(seed)) };
}

/** The figures in a line. */
export function figuresText({ sold, voided, unexplained, halves }: VoidFigures): string {
  const share = sold === 0 ? 0 : (100 * voided) / sold;
  const z = HALVES.map((half) => `${half} ${zOf(halves[half]).toFixed(1)}`).join(", ");
  return `sold ${sold}, void ${voided} (${share.toFixed(2)} %), incidents without a cause ${unexplained}, z of ${halves.big.all} void results: ${z}`;
}

function beginDay(figures: VoidFigures, now: number): void {
  if (now - figures.since < DAY_MS) return;
  [figures.since, figures.sold, figures.voided, figures.unexplained] = [now, 0, 0, 0];
}

function added({ all, inHalf, expected, variance }: HalfCount, isIn: boolean, share: number): HalfCount {
  return {
    all: all + 1,
    inHalf: inHalf + (isIn ? 1 : 0),
    expected: expected + share,
    variance: variance + share * (1 - share),
  };
}

/** What is big or odd in a draw, from where on it is big, and the chance of big, which is that of odd. */
function halfOf(
  family: DrawFamily,
  numbers: readonly number[],
): { readonly value: number; readonly big: number; readonly share: number } {
  const sum = numbers.reduce((total, number) => total + number, 0);
  if (family === "dice") return { value: sum, big: 11, share: 1 / 2 };
  if (family === "racing") return { value: numbers[0] ?? 0, big: 6, share: 1 / 2 };
  if (family === "mark-six") return { value: numbers[6] ?? 0, big: 25, share: 25 / 49 };
  return { value: sum, big: 23, share: 1 / 2 };
}
