import { expect, test } from "vitest";
import { GAMES, optionsOf } from "../catalog.ts";
import { randomList } from "../testing/typed-lists.ts";
import { seededUniform } from "../testing/random-picks.ts";
import { readTyped, typedExample, typedForm, typedText } from "./typed.ts";

const families = new Map(GAMES.map(({ code, family }) => [family, code]));
const every = [...families.values()].flatMap((game) => optionsOf(game));
const typed = every.filter((option) => typedForm(option) !== undefined);

test.each(typed.map((option) => [option.code, option] as const))(
  "%s: what is written reads the same",
  (_, option) => {
    const uniform = seededUniform(option.code.length);
    for (let round = 0; round < 4; round++) {
      const read = readTyped(option, randomList(option, uniform, 80).join("\n"));
      if (read?.ok !== true) throw new Error("not read");
      const text = typedText(option, read);
      const again = readTyped(option, text);
      if (again?.ok !== true) throw new Error("not read again");
      expect(again.leftOut.map(({ from, to }) => text.slice(from, to))).toEqual([]);
      expect(new Set(again.combinations)).toEqual(new Set(read.combinations));
      expect(typedText(option, again)).toBe(text);
    }
  },
);

test.each(typed.map((option) => [option.code, option] as const))(
  "%s: its example reads without a remark",
  (_, option) => {
    const text = typedExample(option);
    const read = readTyped(option, text);
    if (read?.ok !== true) throw new Error("not read");
    expect({ text, ...read }).toMatchObject({ leftOutCount: 0, repeatCount: 0 });
    expect(read.combinations.length).toBeGreaterThan(0);
  },
);

test.each([
  ["WX.ZX", "12345 67890 12345", "12345 67890"],
  ["HS.Z6", "321 654", "123 456"],
  ["CQSFS.CQSFS", "10 2 3|1 2 3", "01 02 03, 10 02 03"],
  ["LM.SQZ", "33-7-12; 1-2-3", "01-02-03, 07-12-33"],
  ["SX.Z12", "4511 2233", "1145"],
  ["HS.ZXHZ", "12 3 11", "03, 11, 12"],
  ["YX.DWD", "3|-|-|-|7\n1|-|-|-|-", "13|-|-|-|7"],
])("%s: %s is sorted as %s", (code, text, sorted) => {
  const option = every.find((each) => each.code === code);
  const read = option === undefined ? undefined : readTyped(option, text);
  if (option === undefined || read?.ok !== true) throw new Error("not read");
  expect(typedText(option, read)).toBe(sorted);
});

test("examples show each kind of writing", () => {
  const shown = [
    "HR.ZX",
    "WX.ZX",
    "CQSFS.CQSFS",
    "LM.SQZ",
    "SX.Z12",
    "HS.ZXHZ",
    "YX.DWD",
    "TM.TMA",
    "HZ.HZ",
  ].map((code) => {
    const option = every.find((each) => each.code === code);
    return option === undefined ? "" : typedExample(option);
  });
  expect(shown).toEqual([
    "12 34 56",
    "12345 67890",
    "02 03 04, 05 06 07, 08 09 10",
    "02-03-04, 05-06-07, 08-09-10",
    "1123 4456 7789",
    "01, 03, 05",
    "01|-|-|-|1",
    "02, 04, 06",
    "04, 06, 08",
  ]);
});
