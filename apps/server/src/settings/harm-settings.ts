import { HARM_SIGNALS, type HarmSignal } from "@lotus/contract";
import type { EnvironmentReader } from "./environment.ts";

/** Settings of the markers of harm. */
export interface HarmSettings {
  /** Scores from which a message is written, limits are offered, and the desk is asked. */
  readonly thresholds: readonly [message: number, offer: number, desk: number];
  /** Weights that differ from the table. */
  readonly weights: HarmWeights;
  /** Hours in which the desk is to close a case. */
  readonly deadlineHours: number;
  /** Days that scores are kept. */
  readonly scoreDays: number;
}

/** Weights by marker. */
export type HarmWeights = Readonly<Partial<Record<HarmSignal, number>>>;

const THRESHOLDS: HarmSettings["thresholds"] = [30, 50, 70];
const MAX_POINTS = 100;

/** Reads when a score leads to what. */
export function readHarm(read: EnvironmentReader): HarmSettings {
  const weights = parseWeights(read.text("HARM_WEIGHTS", ""));
  if (weights === null)
    read.complain("HARM_WEIGHTS must be like nights=4,shareLost=0: markers with whole numbers up to 100");
  return {
    thresholds: readThresholds(read),
    weights: weights ?? {},
    deadlineHours: read.integer("HARM_DEADLINE_HOURS", 72, 1, 720),
    scoreDays: read.integer("HARM_SCORE_DAYS", 400, 30, 3_650),
  };
}

function readThresholds(read: EnvironmentReader): HarmSettings["thresholds"] {
  const items = read.list("HARM_THRESHOLDS");
  if (items.length === 0) return THRESHOLDS;
  const [message = 0, offer = 0, desk = 0] = items.map((item) =>
    /^\d{1,3}$/u.test(item) ? Number(item) : 0,
  );
  if (items.length === 3 && message > 0 && message < offer && offer < desk && desk <= MAX_POINTS)
    return [message, offer, desk];
  read.complain("HARM_THRESHOLDS must be three rising whole numbers from 1 to 100, such as 30,50,70");
  return THRESHOLDS;
}

/** Weights written as "nights=4,shareLost=0"; null if one is unknown, named twice, or not a whole number up to 100. */
export function parseWeights(text: string): HarmWeights | null {
  const found = new Map<HarmSignal, number>();
  for (const part of text.split(",").filter((each) => each.trim() !== "")) {
    const [name = "", value = "", ...more] = part.split("=").map((each) => each.trim());
    const id = HARM_SIGNALS.find((each) => each === name);
    if (id === undefined || found.has(id) || more.length > 0) return null;
    if (!/^\d{1,3}$/u.test(value) || Number(value) > MAX_POINTS) return null;
    found.set(id, Number(value));
  }
  return Object.fromEntries(found);
}
