import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Option } from "../bet.ts";
import { GAMES, optionsOf } from "../catalog.ts";
import { shuffled, writtenOut } from "../testing/typed-lists.ts";
import { seededUniform } from "../testing/random-picks.ts";
import {
  MAX_SPOTS,
  MAX_TYPED_LENGTH,
  readTyped,
  typedLines,
  type TypedName,
  type TypedReading,
} from "./typed.ts";

const families = new Map(GAMES.map(({ code, family }) => [family, code]));
const every = [...families.values()].flatMap((game) => optionsOf(game));
const ROOMY = { maxLines: 5_000, maxBets: 100_000 };

function optionOf(code: string): Option {
  const option = every.find((each) => each.code === code);
  if (option === undefined) throw new Error(`no option ${code}`);
  return option;
}

function read(code: string, text: string, names: readonly TypedName[] = []): TypedReading {
  const reading = readTyped(optionOf(code), text, names);
  if (reading?.ok !== true) throw new Error(`${code} did not read`);
  return reading;
}

// What was read, one combination after the other.
function writtenBy(code: string, text: string, names: readonly TypedName[] = []): string[] {
  const { lines = [] } = typedLines(optionOf(code), read(code, text, names), ROOMY);
  return lines.flatMap((line) => writtenOut(optionOf(code), line)).toSorted();
}

function leftBy(code: string, text: string): string[] {
  return read(code, text).leftOut.map(({ reason, from, to }) => `${reason}: ${text.slice(from, to)}`);
}

const spaced = (numbers: readonly string[]): string[] =>
  numbers.map((number) => Array.from(number).join(" ")).toSorted();

describe("what each market writes", () => {
  test.each([
    ["by spaces", "HS.ZX", "123 456", ["123", "456"]],
    ["by commas", "HS.ZX", "123,456", ["123", "456"]],
    ["by lines, as from a spreadsheet", "HS.ZX", "123\r\n456\r\n", ["123", "456"]],
    ["by tabs", "HS.ZX", "123\t456", ["123", "456"]],
    ["Vietnamese: a set of two-digit numbers", "HR.ZX", "12,34,56", ["12", "34", "56"]],
    ["Vietnamese: by hyphens, three and more", "HR.ZX", "01-22-38", ["01", "22", "38"]],
    ["Vietnamese: by dots", "HR.ZX", "01.22.38.", ["01", "22", "38"]],
    ["Vietnamese: under a heading", "HR.ZX", "Dàn 64 số: 12 34", ["12", "34"]],
    ["Chinese: full-width comma", "HS.ZX", "123，456、789", ["123", "456", "789"]],
    [
      "pasted: marks of direction and zero widths",
      "HS.ZX",
      "\u202A123\u200E \u2068456\u2069\u2060\u202C",
      ["123", "456"],
    ],
    ["Chinese: full-width digits", "HS.ZX", "１２３　４５６", ["123", "456"]],
    ["Chinese: semicolons and bars", "HS.ZX", "123；456｜789|012/345", ["012", "123", "345", "456", "789"]],
    ["Japanese: middle dots", "HR.ZX", "12・34・56", ["12", "34", "56"]],
    ["digit by digit, by lines", "HS.ZX", "1 2 3\n4,5,6", ["123", "456"]],
    ["digit by digit, by another sign", "HS.ZX", "1-2-3 4-5-6 7-8-9", ["123", "456", "789"]],
    ["as a range with a wave", "HR.ZX", "08~11", ["08", "09", "10", "11"]],
    ["as a range with two dots", "HR.ZX", "98..99 ０１～０２", ["01", "02", "98", "99"]],
    ["quoted, as from a program", "HS.ZX", '["123", "456"]', ["123", "456"]],
  ])("%s", (_, code, text, numbers) => {
    expect(writtenBy(code, text)).toEqual(spaced(numbers));
    expect(leftBy(code, text).filter((each) => !each.startsWith("unreadable: Dàn"))).toEqual([]);
  });

  test.each([
    ["Chinese: cars by bars", "CQSFS.CQSFS", "01 02 03|04 05 06", ["1 2 3", "4 5 6"]],
    ["Chinese: cars by commas inside", "CQSFS.CQSFS", "01,02,03 10,05,06", ["1 2 3", "10 5 6"]],
    ["cars without zeros", "CQSFS.CQSFS", "1 2 10\n4-5-6", ["1 2 10", "4 5 6"]],
    ["cars run together", "CQEFS.CQEFS", "0102 1003", ["1 2", "10 3"]],
    ["Mark Six: by hyphens", "LM.SQZ", "07-12-33; 01-02-03", ["1 2 3", "7 12 33"]],
    ["Mark Six: by commas", "LM.EQZ", "7,12 33,49", ["33 49", "7 12"]],
    ["Mark Six: with plus", "LM.SQZ", "7+12+33", ["7 12 33"]],
    ["special numbers", "TM.TMA", "07 12,33 / 49", ["12", "33", "49", "7"]],
    ["special numbers as a range", "TM.TMA", "08~11", ["10", "11", "8", "9"]],
    ["a run of numbers", "TM.FW", "1-10, 11-20", ["1-10", "11-20"]],
    ["sums", "HS.ZXHZ", "11 12 03", ["11", "12", "3"]],
    ["digits run together, each a bet", "HS.BDW1", "137", ["1", "3", "7"]],
    ["dice", "SBTH.SBTH", "123 456", ["1 2 3", "4 5 6"]],
    ["pairs of dice", "ETHFX.ETHFX", "11 66", ["11", "66"]],
    ["a pair and a die in any order", "ETHDX.ETHDX", "112 343", ["1 1 2", "3 3 4"]],
    ["numbers with repeats", "SX.Z12", "1123 4546", ["1 1 2 3", "4 4 5 6"]],
    ["numbers in any order", "HS.Z6", "321 123 456", ["1 2 3", "4 5 6"]],
    ["sums and sides", "HZ.HZ", "11, big", ["11", "big"]],
    ["by columns, as in the records", "YX.DWD", "12|-|-|-|7", ["-|-|-|-|7", "1|-|-|-|-", "2|-|-|-|-"]],
    [
      "columns of cars",
      "YZSM.YZSM",
      "1,10|-|-|-|-|-|-|-|-|2",
      ["-|-|-|-|-|-|-|-|-|2", "10|-|-|-|-|-|-|-|-|-", "1|-|-|-|-|-|-|-|-|-"],
    ],
  ])("%s", (_, code, text, written) => {
    expect(writtenBy(code, text)).toEqual(written.toSorted());
    expect(leftBy(code, text)).toEqual([]);
  });
});

describe("words, in the language of the board", () => {
  const named = (group: string, names: Readonly<Record<string, string>>): TypedName[] =>
    Object.entries(names).map(([item, name]) => ({ group, item, name }));
  const sides = (group: string, [big, small, odd, even]: readonly string[]): TypedName[] =>
    named(group, { big: big ?? "", small: small ?? "", odd: odd ?? "", even: even ?? "" });
  const vietnamese = ["place1", "place2"].flatMap((group) => sides(group, ["Tài", "Xỉu", "Lẻ", "Chẵn"]));
  const chinese = ["place1", "place2"].flatMap((group) => sides(group, ["大", "小", "单", "双"]));

  test.each([
    ["run together in Chinese", chinese, "大单，小双"],
    ["apart in Vietnamese", vietnamese, "tài lẻ, xỉu chẵn"],
    ["without accents", vietnamese, "Tai Le, XIU CHAN"],
    ["by first letters", vietnamese, "TL XC"],
    ["by the codes of the records", vietnamese, "big odd | small even"],
  ])("%s", (_, names, text) => {
    expect(writtenBy("DXDS.Q2", text, names)).toEqual(["big odd", "small even"]);
  });

  test("names of several words", () => {
    const names = named("wave", { "red-big": "Đỏ lớn", "red-odd": "Đỏ lẻ", "blue-big": "Xanh dương lớn" });
    expect(writtenBy("BB.BB", "đỏ lớn, xanh duong lon", names)).toEqual(["blue-big", "red-big"]);
  });

  test("animals, as sets of two and of any size", () => {
    const names = named("zodiac", { rat: "鼠", ox: "牛", tiger: "虎", rabbit: "兔" });
    expect(writtenBy("SX.LX2", "鼠牛 虎兔", names)).toEqual(["ox rat", "rabbit tiger"]);
    expect(writtenBy("SX.HX", "鼠牛虎 牛兔", names)).toEqual(["ox rabbit", "ox rat tiger"]);
  });

  test("a word of two items is none", () => {
    const names = named("zodiac", { rat: "x", ox: "x" });
    expect(read("SX.TX", "x", names).leftOut).toEqual([{ reason: "unreadable", from: 0, to: 1 }]);
  });
});

describe("what is left out, with its place and why", () => {
  test.each([
    ["HS.ZX", "123 12 1234", ["length: 12", "length: 1234"]],
    ["HR.ZX", "5", ["length: 5"]],
    ["HS.ZX", "12x 456", ["unreadable: 12x"]],
    ["HS.ZX", "1234567890123", ["length: 1234567890123"]],
    ["CQEFS.CQEFS", "01 11, 02 03", ["unknown: 01 11"]],
    ["CQEFS.CQEFS", "0111", ["unknown: 0111"]],
    ["CQEFS.CQEFS", "01 01, 02 03", ["repeated: 01 01"]],
    ["CQSFS.CQSFS", "1 2, 3 4 5", ["few: 1 2"]],
    ["CQSFS.CQSFS", "1 2 3 4", ["many: 1 2 3 4"]],
    ["CQSFS.CQSFS", "1 2 3 4 5 6", ["ambiguous: 1 2 3 4 5 6"]],
    ["LM.EQZ", "7-50", ["unknown: 7-50"]],
    ["LM.EQZ", "07-12-33", ["many: 07-12-33"]],
    ["HS.Z6", "112 123", ["repeated: 112"]],
    ["HS.Z6", "12", ["length: 12"]],
    ["SX.Z12", "1122 1123", ["shape: 1122"]],
    ["SBTH.SBTH", "127", ["unknown: 127"]],
    ["HS.ZXHZ", "28 27", ["unknown: 28"]],
    ["TM.TMA", "0 50 00007", ["unknown: 0", "unknown: 50"]],
    ["HR.ZX", "00-09", ["ambiguous: 00-09"]],
    ["TM.TMA", "1-10, 5", ["ambiguous: 1-10"]],
    ["HR.ZX", "09~00 1~5 ~ 12", ["range: 09~00", "range: 1~5 ~ 12"]],
    ["CQEFS.CQEFS", "0102~0104", ["range: 0102~0104"]],
    ["TM.TMA", "45~50", ["unknown: 45~50"]],
    ["YX.DWD", "1|2", ["few: 1|2"]],
    ["YX.DWD", "1|2|a|-|-", ["unreadable: a"]],
    ["HR.ZX", "Dàn 64 số: 12", ["unreadable: Dàn 64 số:"]],
    ["SX.HX", "rat", ["few: rat"]],
  ])("%s: %s", (code, text, left) => {
    expect(leftBy(code, text)).toEqual(left);
  });

  test("what was wanted and found is said where it can be counted", () => {
    expect(read("HS.ZX", "1234").leftOut).toEqual([{ reason: "length", from: 0, to: 4, want: 3, got: 4 }]);
    expect(read("CQEFS.CQEFS", "010203").leftOut[0]).toMatchObject({ want: 4, got: 6 });
    expect(read("LM.SQZ", "1-2").leftOut).toEqual([{ reason: "few", from: 0, to: 3, want: 3, got: 2 }]);
  });

  test("a number that does not exist leaves out what it stands with, and shifts nothing", () => {
    expect(writtenBy("CQSFS.CQSFS", "1 2 11, 3 4 5")).toEqual(["3 4 5"]);
    expect(writtenBy("CQSFS.CQSFS", "11 1 2 3")).toEqual([]);
  });

  test("one that came again is merged, and its place is known", () => {
    const { combinations, repeatCount, repeats } = read("HS.Z6", "123 456 321");
    expect(combinations).toHaveLength(2);
    expect({ repeatCount, repeats }).toEqual({ repeatCount: 1, repeats: [{ from: 8, to: 11 }] });
  });
});

describe("nothing is lost, whatever is typed", () => {
  const uniform = seededUniform(9);
  const GAPS = [" ", ", ", "\n", "；", "|", "\t", "  ", "/"];

  test("combinations, repeats and what was left out are all the pieces", () => {
    for (const digits of [2, 3, 4, 5]) {
      const code = ["", "", "HR.ZX", "HS.ZX", "SX.ZX", "WX.ZX"][digits] ?? "";
      const good = Array.from({ length: 300 }, () => String(uniform(10 ** digits)).padStart(digits, "0"));
      const bad = ["x", "12ab", "9".repeat(digits + 1), "1".repeat(digits - 1 || 1), "?!"].flatMap((each) => [
        each,
        each,
      ]);
      const pieces = shuffled([...good, ...bad], uniform);
      const text = pieces.map((each) => `${each}${GAPS[uniform(GAPS.length)] ?? " "}`).join("");
      const { combinations, repeatCount, leftOutCount } = read(code, text);
      expect(combinations).toHaveLength(new Set(good).size);
      expect(combinations.length + repeatCount).toBe(good.length);
      // Single digits in a row may be left out as one.
      expect(leftOutCount).toBeGreaterThan(bad.length - 3);
      expect(leftOutCount).toBeLessThanOrEqual(bad.length);
    }
  });

  test.each(every.map((option) => [option.code]))("%s: any text is read, within its bounds", (code) => {
    const characters = fc.constantFrom(..."0123456789 ,;-|~.:\nｘ１，大a#\u{1F600}".split(""));
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 60 }), (text) => {
        const reading = readTyped(optionOf(code), text);
        if (reading === undefined) return;
        if (!reading.ok) throw new Error("a short text was too long");
        for (const { from, to } of [...reading.leftOut, ...reading.repeats]) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(text.length);
        }
        expect(new Set(reading.combinations).size).toBe(reading.combinations.length);
        const { lines = [], betCount } = typedLines(optionOf(code), reading, ROOMY);
        expect(betCount >= reading.combinations.length).toBe(true);
        expect(lines.length > 0).toBe(reading.combinations.length > 0);
      }),
      { numRuns: 60, seed: 33 },
    );
  });
});

describe("a text has a limit", () => {
  test("a longer one is not read at all", () => {
    const text = "12 ".repeat(400_000);
    expect(readTyped(optionOf("HR.ZX"), text)).toEqual({
      ok: false,
      length: 1_200_000,
      max: MAX_TYPED_LENGTH,
    });
  });

  test.each([
    ["WX.ZX", "a "],
    ["WX.ZX", "1 "],
    ["CQWFS.CQWFS", "1,2 3-4.5 "],
    ["CQWFS.CQWFS", "1\n"],
    ["LM.SQZ", "50 "],
    ["TM.TMA", "~"],
    ["YX.DWD", "1|\n"],
    ["SX.LX2", "ab-c "],
    ["HZ.HZ", "大"],
    ["WX.ZX", "00000~99999 "],
  ])("%s: the longest of %j keeps few places and counts all", (code, unit) => {
    const text = unit.repeat(Math.floor(MAX_TYPED_LENGTH / unit.length));
    const { leftOut, repeats, leftOutCount, repeatCount } = read(code, text);
    expect(leftOut.length).toBe(Math.min(leftOutCount, MAX_SPOTS));
    expect(repeats.length).toBe(Math.min(repeatCount, MAX_SPOTS));
  });
});

test("an option with a single thing to tick is not typed", () => {
  expect(readTyped(optionOf("STHTX.STHTX"), "1")).toBeUndefined();
});
