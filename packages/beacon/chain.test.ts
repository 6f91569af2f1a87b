import { fromHex, toHex } from "@lotus/tlog";
import { describe, expect, test } from "vitest";
import { chainHashOf, QUICKNET, randomnessOf, roundAt, roundOfDraw, roundTime } from "./chain.ts";
import { beaconPublicKey, beaconSecretKey, signRound } from "./sign.ts";
import { verifyRound } from "./verify.ts";

/** Round 1000 of quicknet. */
const SIGNATURE =
  fromHex(
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
  ) ?? new Uint8Array(0);

test("the hash of quicknet is drand's", () => {
  const origin = {
    genesisSeed: "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
    beaconId: "quicknet",
  };
  expect(chainHashOf(QUICKNET, origin)).toBe(QUICKNET.hash);
  expect(chainHashOf(QUICKNET, { ...origin, beaconId: "default" })).not.toBe(QUICKNET.hash);
  expect(() => chainHashOf({ ...QUICKNET, publicKey: "00" }, origin)).toThrow(RangeError);
});

describe("round 1000 of quicknet", () => {
  test("is verified, with its randomness", () => {
    expect(verifyRound(QUICKNET, 1000, SIGNATURE)).toBe(true);
    expect(toHex(randomnessOf(SIGNATURE))).toBe(
      "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd",
    );
  });

  test("is of no other round or chain, and of no other length", () => {
    for (const round of [0, -1, 1.5, 999, 1001, Number.NaN])
      expect(verifyRound(QUICKNET, round, SIGNATURE)).toBe(false);
    const other = beaconPublicKey(beaconSecretKey(new Uint8Array(48).fill(3)));
    expect(verifyRound({ publicKey: other }, 1000, SIGNATURE)).toBe(false);
    expect(verifyRound({ publicKey: "00" }, 1000, SIGNATURE)).toBe(false);
    expect(verifyRound(QUICKNET, 1000, SIGNATURE.slice(1))).toBe(false);
  });

  test("is refused with any of some bits flipped in every byte", () => {
    let refused = 0;
    for (let at = 0; at < 48; at += 1)
      if (!verifyRound(QUICKNET, 1000, SIGNATURE.with(at, (SIGNATURE[at] ?? 0) ^ (1 << (at % 8)))))
        refused += 1;
    expect(refused).toBe(48);
  });
});

test("a chain of one's own signs rounds that verify", () => {
  const secretKey = beaconSecretKey(new Uint8Array(48).fill(7));
  const publicKey = beaconPublicKey(secretKey);
  expect(verifyRound({ publicKey }, 5, signRound(secretKey, 5))).toBe(true);
  expect(verifyRound({ publicKey }, 6, signRound(secretKey, 5))).toBe(false);
  expect(verifyRound(QUICKNET, 5, signRound(secretKey, 5))).toBe(false);
});

test.each([
  [1_795_219_260_000, 34_138_631, 1_795_219_257_000],
  [1_795_219_261_000, 34_138_631, 1_795_219_257_000],
  [1_795_219_262_000, 34_138_632, 1_795_219_260_000],
])("a draw at %i is decided by round %i, published at %i", (drawAt, round, time) => {
  expect(roundOfDraw(QUICKNET, drawAt)).toBe(round);
  expect(roundTime(QUICKNET, round)).toBe(time);
});

test("rounds are published at their times", () => {
  const first = QUICKNET.genesisS * 1000;
  expect([first - 1, first, first + 2_999, first + 3_000].map((at) => roundAt(QUICKNET, at))).toEqual([
    0, 1, 1, 2,
  ]);
  expect(roundAt(QUICKNET, roundTime(QUICKNET, 1000))).toBe(1000);
});
