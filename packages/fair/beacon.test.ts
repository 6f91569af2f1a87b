import { expect, test } from "vitest";
import { verifyBeacon } from "./beacon.ts";
import { fromHex, toHex } from "@lotus/tlog";
import { randomnessOf } from "@lotus/beacon";
import { roundAfter, roundTime } from "./drand.ts";
import { ROUND_1000 } from "./testing/sample-proof.ts";

const signature = fromHex(ROUND_1000.signature, 48) ?? new Uint8Array(0);

test("round 1000 of quicknet proves itself, and no other round", () => {
  expect(verifyBeacon(1000, signature)).toBe(true);
  expect(verifyBeacon(1001, signature)).toBe(false);
  expect(toHex(randomnessOf(signature))).toBe(ROUND_1000.beacon);
});

test("no flipped bit passes", () => {
  // Flips that leave no point of the curve fail at once; one bit a byte, of changing place, keeps this short.
  for (let i = 0; i < signature.length; i++) {
    const flipped = signature.slice();
    flipped[i] = (flipped[i] ?? 0) ^ (1 << (i % 8));
    expect(verifyBeacon(1000, flipped), `byte ${i}`).toBe(false);
  }
});

test("what is no signature or no round is refused", () => {
  expect(verifyBeacon(1000, signature.slice(1))).toBe(false);
  expect(verifyBeacon(1000, new Uint8Array(48))).toBe(false);
  expect(verifyBeacon(1000, new Uint8Array(0))).toBe(false);
  // The point at infinity, which a careless check takes for anybody's signature of anything.
  expect(verifyBeacon(1000, Uint8Array.of(0xc0, ...new Uint8Array(47)))).toBe(false);
  for (const round of [0, -1, 1.5, Number.NaN]) expect(verifyBeacon(round, signature)).toBe(false);
});

test("a round after a time is the first published later", () => {
  expect(roundTime(1)).toBe(1_692_803_367_000);
  expect(roundAfter(0)).toBe(1);
  for (const at of [roundTime(1) - 1, roundTime(1), roundTime(1) + 1, roundTime(5000) - 1, roundTime(5000)]) {
    const round = roundAfter(at);
    expect(roundTime(round)).toBeGreaterThan(at);
    if (round > 1) expect(roundTime(round - 1)).toBeLessThanOrEqual(at);
  }
});
