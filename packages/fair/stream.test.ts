import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { streamBytes, uniformFrom, type StreamStep } from "./stream.ts";

function choices(bytes: readonly number[], n: number): { values: number[]; steps: StreamStep[] } {
  const [left, steps, values] = [[...bytes], [] as StreamStep[], [] as number[]];
  const next = () => left.shift() ?? 0;
  const uniform = uniformFrom(next, (step) => steps.push(step));
  while (left.length > 0) values.push(uniform(n));
  return { values, steps };
}

test("bytes that would favour small values are skipped", () => {
  expect(choices([250, 255, 251, 9, 19, 249], 10).values).toEqual([9, 9, 9]);
  expect(choices([252, 253, 254, 255, 5], 6).values).toEqual([5]);
  expect(choices([245, 244], 49).values).toEqual([48]);
});

test("each byte is reported with what became of it", () => {
  expect(choices([250, 18], 10).steps).toEqual([
    { n: 10, byte: 250, value: null },
    { n: 10, byte: 18, value: 8 },
  ]);
});

test("over all 256 bytes every choice comes equally often", () => {
  for (let n = 1; n <= 256; n++) {
    const counts = new Map<number, number>();
    for (let byte = 0; byte < 256; byte++) {
      const value = choices([byte], n).steps[0]?.value ?? null;
      if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    expect(counts.size).toBe(n);
    expect(new Set(counts.values())).toEqual(new Set([Math.floor(256 / n)]));
  }
});

test("a choice among none or more than a byte holds is a bug", () => {
  for (const n of [0, -1, 257, 1.5, Number.NaN]) expect(() => uniformFrom(() => 0)(n)).toThrow(RangeError);
});

test("blocks follow each other without a seam", () => {
  const seed = new Uint8Array(32).fill(5);
  const next = streamBytes(seed);
  const block = (i: number) =>
    createHmac("sha256", seed)
      .update(Buffer.from(`\0\x11lot-fair/2/stream\0\0\0${String.fromCodePoint(i)}`, "latin1"))
      .digest();
  const expected = Buffer.concat([block(0), block(1), block(2)]);
  expect(Buffer.from(Array.from({ length: 96 }, () => next()))).toEqual(expected);
});
