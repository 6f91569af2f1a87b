import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RECORDED_ROUNDS, recordedBeacon, signingBeacon } from "./recorded-beacon.ts";

const FOREVER = (): number => Number.POSITIVE_INFINITY;
/** To sign all of them takes longer than all other tests of a module. */
const EVERY = 60;

test("recorded rounds are what the beacon signs, and are unknown before their time", async () => {
  const rounds = Object.keys(JSON.parse(readFileSync(RECORDED_ROUNDS, "utf8")) as object).map(Number);
  expect(rounds.length).toBe(1441);
  const [recorded, signing] = [recordedBeacon(FOREVER), signingBeacon(FOREVER)];
  expect(recorded.chain).toEqual(signing.chain);
  for (const round of rounds.filter((_, at) => at % EVERY === 0))
    expect(await recorded.round(round), String(round)).toEqual(await signing.round(round));
  const [first = 0] = rounds;
  expect(await recordedBeacon(() => 0).round(first)).toBeNull();
  // One that was not recorded is signed.
  expect(await recorded.round(first + 1)).toEqual(await signing.round(first + 1));
});
