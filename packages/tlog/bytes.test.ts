import { describe, expect, test } from "vitest";
import { compareBytes, fromBase64, fromHex, toBase64, toHex, u16, u32, u64, u8, utf8 } from "./bytes.ts";

test("whole numbers are big-endian and must fit", () => {
  expect([u8(1), u16(258), u32(16_909_060), u64(4_294_967_297)].map(toHex)).toEqual([
    "01",
    "0102",
    "01020304",
    "0000000100000001",
  ]);
  expect(toHex(u64(Number.MAX_SAFE_INTEGER))).toBe("001fffffffffffff");
  for (const write of [
    () => u8(256),
    () => u16(65_536),
    () => u32(2 ** 32),
    () => u64(2 ** 53),
    () => u8(-1),
  ])
    expect(write).toThrow(RangeError);
  expect(() => u32(1.5)).toThrow(RangeError);
});

describe("hex", () => {
  test("goes there and back", () => {
    const all = Uint8Array.from({ length: 256 }, (_, i) => i);
    expect(fromHex(toHex(all))).toEqual(all);
  });

  test("is lower case, whole and of the asked length, or null", () => {
    for (const wrong of ["0", "0G", "AA", " 00", "00\n", null, 0, undefined, ["00"]])
      expect(fromHex(wrong)).toBeNull();
    expect(fromHex("00ff", 1)).toBeNull();
    expect(fromHex("00ff", 2)).toEqual(Uint8Array.of(0, 255));
  });
});

test("bytes are ordered as unsigned numbers, the shorter first", () => {
  const sorted = ["", "00", "0001", "7f", "80", "ff"].map((hex) => fromHex(hex) ?? new Uint8Array(0));
  expect(sorted.toReversed().sort(compareBytes)).toEqual(sorted);
});

describe("base64", () => {
  test.each([
    ["", ""],
    ["f", "Zg=="],
    ["fo", "Zm8="],
    ["foo", "Zm9v"],
    ["foobar", "Zm9vYmFy"],
  ])("the vector %j of RFC 4648", (text, encoded) => {
    expect(toBase64(utf8(text))).toBe(encoded);
    expect(fromBase64(encoded)).toEqual(utf8(text));
  });

  test.each(["Zg", "Zg=", "Zh==", "Zm9", "Zm9v\n", " Zm9v", "Zm-v", "=", "Zg==Zg=="])(
    "refuses %j",
    (text) => {
      expect(fromBase64(text)).toBeNull();
    },
  );
});
