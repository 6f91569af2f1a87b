import { QUICKNET, roundAt, roundTime as roundTimeOf } from "@lotus/beacon";

/** When a round of quicknet is published, in epoch milliseconds. */
export function roundTime(round: number): number {
  return roundTimeOf(QUICKNET, round);
}

/** The first round of quicknet published later than `at` (epoch ms). */
export function roundAfter(at: number): number {
  return roundAt(QUICKNET, at) + 1;
}
