import type { PlayerEvents } from "./events.ts";
import { measure, type Figures } from "./signals.ts";
import { SIGNAL_IDS, SIGNALS, type SignalId, type Thresholds, type Weights } from "./weights.ts";

/** A marker that counts, with its figure. */
export interface Reason {
  readonly signal: SignalId;
  readonly points: number;
  readonly value: number;
}

/** A score from 0 to 100, with what it is made of, most points first. */
export interface Score {
  readonly score: number;
  readonly reasons: readonly Reason[];
}

const MOST = 100;

/** Scores a player. The same events and weights give the same score, anywhere. */
export function scoreOf(events: PlayerEvents, weights: Weights): Score {
  return scoreFigures(measure(events), weights);
}

/** Adds up the points of measured figures. */
export function scoreFigures(figures: Figures, weights: Weights): Score {
  const reasons = SIGNAL_IDS.flatMap((signal) => {
    const points = pointsOf(signal, figures[signal], weights[signal]);
    return points === 0 ? [] : [{ signal, points, value: figures[signal] }];
  }).toSorted((one, other) => other.points - one.points);
  const sum = reasons.reduce((total, { points }) => total + points, 0);
  return { score: Math.min(MOST, sum), reasons };
}

function pointsOf(signal: SignalId, value: number, weight: number): number {
  const { from, full } = SIGNALS[signal];
  const part = (value - from) / (full - from);
  return Math.round(weight * Math.min(1, Math.max(0, part)));
}

/** The step that a score reaches: 0 none, 1 a message, 2 an offer of limits, 3 the desk. */
export type Level = 0 | 1 | 2 | 3;

export function levelOf(score: number, [message, offer, desk]: Thresholds): Level {
  if (score >= desk) return 3;
  if (score >= offer) return 2;
  return score >= message ? 1 : 0;
}
