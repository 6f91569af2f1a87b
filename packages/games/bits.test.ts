import fc from "fast-check";
import { expect, test } from "vitest";
import { bitCount } from "./bits.ts";

const written = (bits: number): number => (bits >>> 0).toString(2).replaceAll("0", "").length;

test.each([0, 1, 0x7fff_ffff, 1 << 31, -1])("counts the ones in binary %d", (bits) => {
  expect(bitCount(bits)).toBe(written(bits));
});

test("counts the ones of any set", () => {
  fc.assert(
    fc.property(fc.integer(), (bits) => {
      expect(bitCount(bits)).toBe(written(bits));
    }),
  );
});
