import fc from "fast-check";
import { expect, test } from "vitest";
import { tidyCode, tidyTyped } from "./tidy.ts";

test.each([
  // From a contact, between marks of direction.
  ["\u202A+84 912 345 678\u202C", "+84 912 345 678"],
  ["\u2066\u2068anh@example.com\u2069\u2069", "anh@example.com"],
  ["\uFEFF0912\u200B345\u2060678\u200E", "0912345678"],
  ["minh\u00ADanh", "minhanh"],
  ["\u3164\u3164", ""],
  // Each dash.
  ["0912\u2010345\u2011678", "0912-345-678"],
  ["1\u20122\u20133\u20144\u20155\u22126\uFF0D7", "1-2-3-4-5-6-7"],
  ["０９０ー１２３４ー５６７８", "090-1234-5678"],
  ["090ｰ1234ｰ5678", "090-1234-5678"],
  // Each width and script of digits.
  ["ＡＢＣ１２３＠ｘ．ｃｏｍ", "ABC123@x.com"],
  ["٠٩١٢٣٤٥٦٧٨", "0912345678"],
  ["۰۹۱۲ ०९१२ ๐๙๑๒ 𝟎𝟗𝟏𝟐 𑛐𑛙𑛚𑛣", "0912 0912 0912 0912 0909"],
  // Each kind of white space.
  ["\u3000 Nguyễn\u00A0\u202F Văn\tAn\r\n\u2028\u0085", "Nguyễn Văn An"],
  ["Nguyễn".normalize("NFD"), "Nguyễn"],
  ["e\u200B\u0301", "é"],
  ["O\u00B4Brien", "O'Brien"],
  // A letter in a name is no dash.
  ["マリー", "マリー"],
  ["ﾏﾘｰ", "マリー"],
  // Joiners that are part of a word, or of an emoji, and others.
  ["می\u200Cخواهم", "می\u200Cخواهم"],
  ["क\u094D\u200Dष", "क\u094D\u200Dष"],
  ["രാജന\u0D4D\u200D", "രാജന\u0D4D\u200D"],
  [
    "\u{1F468}\u200D\u{1F469}\u200D\u{1F467} \u2764\uFE0F\u200D\u{1F525}",
    "\u{1F468}\u200D\u{1F469}\u200D\u{1F467} \u2764\uFE0F\u200D\u{1F525}",
  ],
  ["09\u200D12\u200C34", "091234"],
  ["An\u200Dna", "Anna"],
  ["李\u200D明", "李明"],
  // The first joiner parts two marks; without it they change places, and the second follows a mark of no script.
  ["\u0301\u200D\u0BCD\u200C", "\u0BCD\u0301"],
])("%j is meant as %j", (text, meant) => {
  expect(tidyTyped(text)).toBe(meant);
});

test("a number in groups is read without them", () => {
  expect(tidyCode("\u202A4111 1111–1111\u00A01111\u202C")).toBe("4111111111111111");
});

test("the digits of every script that this machine knows are read", () => {
  for (const system of Intl.supportedValuesOf("numberingSystem")) {
    const digits = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(9_876_543_210);
    if (!/^\p{Nd}{10}$/u.test(digits)) continue;
    expect([system, tidyTyped(digits)]).toEqual([system, "9876543210"]);
  }
});

test("a tidy text stays as it is, whatever it was before", () => {
  const odd = fc.constantFrom(
    ...Array.from(
      "\u200B\u200C\u200D\u202A\u202C\u2066\uFEFF\u00AD\u3164\u30FC\u0301\u3099\u094D\u00B4\uFE0F٣９ aeかन0-",
    ),
  );
  const texts = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: odd }));
  fc.assert(
    fc.property(texts, (text) => {
      const tidy = tidyTyped(text);
      expect(tidyTyped(tidy)).toBe(tidy);
      expect(tidy).not.toMatch(/^\s|\s$|\s\s/u);
    }),
    { numRuns: 2_000 },
  );
});
