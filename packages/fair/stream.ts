import { concat, u32 } from "@lotus/tlog";
import { tag } from "./fields.ts";
import { nobleHashing, type Hashing } from "@lotus/tlog";

/** One byte of the stream and what became of it: a choice among n, or skipped since it would favour some. */
export interface StreamStep {
  readonly n: number;
  readonly byte: number;
  /** The choice, 0 to n − 1; null when the byte was skipped. */
  readonly value: number | null;
}

/** The bytes B_0‖B_1‖… of a draw seed, B_i = MAC(d, TAG("stream")‖u32(i)), in order, without end. */
export function streamBytes(seed: Uint8Array, hashing: Hashing = nobleHashing): () => number {
  const message = concat(tag("stream"), u32(0));
  let block: Uint8Array = new Uint8Array(0);
  let [index, at] = [0, 0];
  return () => {
    if (at === block.length) {
      message.set(u32(index++), message.length - 4);
      block = hashing.hmac(seed, message);
      at = 0;
    }
    const byte = block[at++];
    if (byte === undefined) throw new RangeError("a hash of no bytes");
    return byte;
  };
}

/**
 * U(n) over a source of bytes: with L = 256 − (256 mod n), a byte of L or more is skipped, for the rest would
 * fall on the small values more often; else the choice is the byte mod n. n is 1 to 256. `onStep` sees each byte.
 */
export function uniformFrom(
  nextByte: () => number,
  onStep?: (step: StreamStep) => void,
): (n: number) => number {
  return (n) => {
    if (!Number.isInteger(n) || n < 1 || n > 256) throw new RangeError(`a choice among ${n}`);
    const limit = 256 - (256 % n);
    for (;;) {
      const byte = nextByte();
      const value = byte >= limit ? null : byte % n;
      onStep?.({ n, byte, value });
      if (value !== null) return value;
    }
  };
}

/** U(n) over the stream of a draw seed: what a family's draw takes. */
export function uniformOf(
  seed: Uint8Array,
  hashing: Hashing = nobleHashing,
  onStep?: (step: StreamStep) => void,
): (n: number) => number {
  return uniformFrom(streamBytes(seed, hashing), onStep);
}
