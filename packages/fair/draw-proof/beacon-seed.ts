import { concat, type Hashing, nobleHashing, u64, utf8 } from "@lotus/tlog";
import { lengthPrefixed, tag } from "../fields.ts";
import { uniformOf } from "../stream.ts";

/** Everything a draw of `lot-fair/2` depends on: a round of a public beacon, and which draw it is. Nothing else. */
export interface BeaconDraw {
  /** Hash of the beacon's chain, 32 bytes. */
  readonly chainHash: Uint8Array;
  readonly round: number;
  /** SHA-256 of the round's signature, 32 bytes. */
  readonly randomness: Uint8Array;
  /** The game code. */
  readonly game: string;
  readonly periodNo: string;
}

/** d, the 32 bytes from which the numbers of a draw are derived. @throws RangeError for fields of another length */
export function beaconSeed(draw: BeaconDraw, hashing: Hashing = nobleHashing): Uint8Array {
  const { chainHash, round, randomness, game, periodNo } = draw;
  if (chainHash.length !== 32 || randomness.length !== 32)
    throw new RangeError("a chain hash and a randomness have 32 bytes");
  return hashing.sha256(
    concat(
      tag("seed"),
      lengthPrefixed(chainHash),
      u64(round),
      lengthPrefixed(randomness),
      lengthPrefixed(utf8(game)),
      lengthPrefixed(utf8(periodNo)),
    ),
  );
}

/** U(n) over the stream of a draw of `lot-fair/2`. */
export function beaconUniform(seed: Uint8Array, hashing: Hashing = nobleHashing): (n: number) => number {
  return uniformOf(seed, hashing);
}
