import { expect, test } from "vitest";
import { lettersText, readNumber } from "./read-number.ts";

test("a number is read as people copy it, and only if these records can have it", () => {
  const bet = "B2026112100000000001";
  for (const typed of [
    bet,
    ` ${bet.toLowerCase()}\n`,
    "B 2026 1121 0000 0000 001",
    bet.slice(1),
    `\u202A${bet}\u202C`,
    "Ｂ2026–1121–00000000001",
  ])
    expect(readNumber(typed, ["B"])).toBe(bet);
  for (const typed of [
    "",
    "B",
    "B12",
    "R2026112100000000001",
    "BB2026112100000000001",
    "2026x",
    `B${"1".repeat(31)}`,
  ])
    expect(readNumber(typed, ["B"])).toBeNull();
  expect(readNumber(bet, ["T", "B"])).toBe(bet);
  // Digits alone could be any of several.
  expect(readNumber(bet.slice(1), ["T", "B"])).toBeNull();
});

test("its letters are named in the reader's language", () => {
  expect(lettersText(["T", "B", "R"], "en-US")).toBe("T, B, or R");
  expect(lettersText(["B"], "vi-VN")).toBe("B");
});
