import { readFileSync } from "node:fs";
import { roundTime } from "@lotus/beacon";
import { standInBeacon } from "../fairness/stand-in-beacon.ts";
import type { RoundSource } from "../fairness/rounds.ts";
import { ringOf } from "./key-ring.ts";

/** Signatures of rounds in base64, by round; `tools/rounds/record-rounds.ts` writes them. */
export const RECORDED_ROUNDS = new URL("./fixtures/day-of-rounds.json", import.meta.url);

/** The keys of the server whose beacon was recorded. */
export const RECORDED_KEYS = ringOf(7);

/** Its beacon, which signs each round at its time. */
export const signingBeacon = (now: () => number): RoundSource => standInBeacon(RECORDED_KEYS.current, now);

/** The same beacon, whose rounds of a day have been signed before: to sign them takes half of the time of their draws. */
export function recordedBeacon(now: () => number): RoundSource {
  // Written by the tool; a wrong signature is found by whoever checks a draw.
  const recorded = JSON.parse(readFileSync(RECORDED_ROUNDS, "utf8")) as Readonly<Record<string, string>>;
  const signing = signingBeacon(now);
  return {
    chain: signing.chain,
    round: (round) => {
      const known = recorded[round];
      if (known === undefined) return signing.round(round);
      const isPublished = now() >= roundTime(signing.chain, round);
      return Promise.resolve(isPublished ? new Uint8Array(Buffer.from(known, "base64")) : null);
    },
  };
}
