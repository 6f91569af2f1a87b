/**
 * `ops/node tools/rounds/record-rounds.ts`: signs the rounds that decide the draws of the day of `draws.db.test.ts`,
 * and writes them to its fixture. To be run when that day, the times of draws or the stand-in beacon change: a round
 * that is missing is signed by the test itself.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { roundOfDraw } from "@lotus/beacon";
import { GAMES, periodsBetween } from "@lotus/games";
import { RECORDED_ROUNDS, signingBeacon } from "@lotus/server/testing/recorded-beacon";

/** 2026-11-21 in the operator's zone, and the draw that ends it. */
const FROM = Date.UTC(2026, 10, 20, 17);
const UNTIL = FROM + 24 * 3_600_000 + 60_000;

const beacon = signingBeacon(() => Number.POSITIVE_INFINITY);
const rounds = GAMES.flatMap((game) =>
  periodsBetween(game, FROM, UNTIL).map(({ drawAt }) => roundOfDraw(beacon.chain, drawAt)),
);
const signed: Record<string, string> = {};
for (const round of [...new Set(rounds)].toSorted((a, b) => a - b)) {
  const signature = await beacon.round(round);
  if (signature !== null) signed[round] = Buffer.from(signature).toString("base64");
}
writeFileSync(fileURLToPath(RECORDED_ROUNDS), `${JSON.stringify(signed, null, 2)}\n`);
console.log(`${Object.keys(signed).length} rounds`);
