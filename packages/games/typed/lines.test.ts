import { describe, expect, test } from "vitest";
import type { Option, PickedGroups } from "../bet.ts";
import { GAMES, optionsOf } from "../catalog.ts";
import { drawFor, type Uniform } from "../draw.ts";
import { readPicks } from "../picks.ts";
import { someOf } from "../testing/expand.ts";
import { formOf, randomList, shuffled, writtenOut } from "../testing/typed-lists.ts";
import { seededUniform } from "../testing/random-picks.ts";
import { readTyped, typedForm, typedLines, type TypedLines } from "./typed.ts";

const BOUNDS = { maxLines: 200, maxBets: 100_000 };
const ROOMY = { maxLines: 5_000, maxBets: 100_000 };

const families = new Map(GAMES.map(({ code, family }) => [family, code]));
const every = [...families.values()].flatMap((game) => optionsOf(game));
const typed = every.filter((option) => typedForm(option) !== undefined);

function optionOf(code: string): Option {
  const option = every.find((each) => each.code === code);
  if (option === undefined) throw new Error(`no option ${code}`);
  return option;
}

function linesOf(option: Option, text: string, bounds = BOUNDS): TypedLines {
  const read = readTyped(option, text);
  if (read?.ok !== true) throw new Error(`${option.code} was not read`);
  expect(read.leftOut.map(({ from, to }) => text.slice(from, to))).toEqual([]);
  return typedLines(option, read, bounds);
}

function betsOf(option: Option, groups: PickedGroups): number {
  const read = readPicks(option, groups);
  if (!read.ok) throw new Error(`${option.code} refuses ${JSON.stringify(groups)}: ${read.reason.reason}`);
  return option.count(read.picks);
}

// Winning bets by tier and class, and refunds, of some lines together.
function wonBy(
  option: Option,
  lines: readonly PickedGroups[],
  numbers: readonly number[],
): Record<string, number> {
  const won: Record<string, number> = {};
  for (const groups of lines) {
    const read = readPicks(option, groups);
    if (!read.ok) throw new Error(read.reason.reason);
    const { wins, refunded } = option.settle(read.picks, { numbers, lunarYear: 2026 });
    for (const { tier, class: of = "", count } of wins)
      won[`${tier} ${of}`] = (won[`${tier} ${of}`] ?? 0) + count;
    if (refunded > 0) won["refund"] = (won["refund"] ?? 0) + refunded;
  }
  return won;
}

const DIGITS = Array.from("0123456789");
const pad = (number: number, digits: number): string => String(number).padStart(digits, "0");
const numbersOf = (digits: number): string[] =>
  Array.from({ length: 10 ** digits }, (_, at) => pad(at, digits));

test("all options can be typed but those with a single thing to tick", () => {
  const missing = every.filter((option) => !typed.includes(option)).map(({ code }) => code);
  expect(missing).toEqual(["STHTX.STHTX", "SLHTX.SLHTX"]);
});

describe.each(typed.map((option) => [option.code, option] as const))("%s", (code, option) => {
  test("lines are exactly the typed combinations, each once", () => {
    const uniform = seededUniform(code.length * 31 + code.charCodeAt(0));
    for (let round = 0; round < 6; round++) {
      const list = randomList(option, uniform, 30 * 3 ** (round % 3));
      const { lines, betCount, count } = linesOf(option, list.join("\n"), ROOMY);
      expect(lines?.length).toBe(count);
      const expanded = (lines ?? []).flatMap((line) => writtenOut(option, line));
      expect(expanded.toSorted()).toEqual(list.toSorted());
      const bets = (lines ?? []).reduce((sum, line) => sum + betsOf(option, line), 0);
      expect(betCount).toBe(bets);
    }
  });

  test("what the lines win is what the combinations would win one by one", () => {
    const uniform = seededUniform(code.length * 17 + code.charCodeAt(1));
    const draw = drawFor(option.family);
    const list = randomList(option, uniform, 60);
    const { lines = [], betCount } = linesOf(option, list.join("\n"), ROOMY);
    const alone = list.flatMap((each) => linesOf(option, each).lines ?? []);
    expect(alone.length).toBe(list.length);
    expect(betCount).toBe(alone.reduce((sum, line) => sum + betsOf(option, line), 0));
    for (let round = 0; round < 8; round++) {
      const numbers = draw(uniform);
      expect(wonBy(option, lines, numbers)).toEqual(wonBy(option, alone, numbers));
    }
  });
});

describe("random lists of every density over places", () => {
  const places = typed.filter(
    (option) =>
      (formOf(option).kind === "places" && option.family !== "five-digits") ||
      /^(?:HR|HS|SX|WX)\.ZX$/u.test(option.code),
  );
  test.each(places.map((option) => [option.code, option] as const))("%s", (_, option) => {
    const uniform: Uniform = seededUniform(33);
    const all = writtenOut(
      option,
      option.board.groups.map(({ code, items }) => ({ code, items })),
    ).slice(0, 3_000);
    for (const share of [0.02, 0.3, 0.7, 0.97]) {
      const list = shuffled(all, uniform).slice(0, Math.ceil(all.length * share));
      const { lines = [] } = linesOf(option, list.join(";"), ROOMY);
      expect(lines.flatMap((line) => writtenOut(option, line)).toSorted()).toEqual(list.toSorted());
    }
  });
});

describe("lists as players have them take few lines", () => {
  const uniform = seededUniform(5);
  const cars = (places: number): string[][] => {
    const add = (row: string[][]): string[][] =>
      row.flatMap((each) =>
        Array.from({ length: 10 }, (_, at) => pad(at + 1, 2))
          .filter((car) => !each.includes(car))
          .map((car) => [...each, car]),
      );
    return Array.from({ length: places }).reduce<string[][]>(add, [[]]);
  };
  const balls = (of: number, size: number): string[] =>
    someOf(
      Array.from({ length: of }, (_, at) => pad(at + 1, 2)),
      size,
    ).map((each) => each.join("-"));

  test.each([
    [
      "all five-digit numbers that begin with 1",
      "WX.ZX",
      numbersOf(5).filter((each) => each.startsWith("1")),
      1,
    ],
    ["a set of 64 two-digit numbers", "HR.ZX", shuffled(numbersOf(2), uniform).slice(0, 64), 10],
    ["half of all three-digit numbers", "HS.ZX", shuffled(numbersOf(3), uniform).slice(0, 500), 100],
    ["all but one of the four-digit numbers", "SX.ZX", numbersOf(4).filter((each) => each !== "4711"), 4],
    [
      "odd, even, big and small by place",
      "SX.ZX",
      numbersOf(4).filter((each) => /^[13579][02468][56789][01234]$/u.test(each)),
      1,
    ],
    [
      "two products that overlap",
      "WX.ZX",
      numbersOf(5).filter((each) => /^[0-4]{3}..$/u.test(each) || /^[3-7]..[3-5]{2}$/u.test(each)),
      8,
    ],
    ["all orders of four cars", "CQSIFS.CQSIFS", cars(4).map((each) => each.join("")), 1],
    [
      "all orders of three cars, the first an odd one",
      "CQSFS.CQSFS",
      cars(3)
        .filter(([first]) => Number(first) % 2 === 1)
        .map((each) => each.join(" ")),
      1,
    ],
    ["every two of forty-nine balls", "LM.EQZ", balls(49, 2), 1],
    ["every three of twenty balls", "LM.SQZ", balls(20, 3), 1],
    ["every six of twelve balls", "QBZ.QBZ6", balls(12, 6), 1],
    [
      "all numbers with two equal and two other digits",
      "SX.Z12",
      writtenOut(optionOf("SX.Z12"), [
        { code: "double", items: DIGITS },
        { code: "single", items: DIGITS },
      ]),
      1,
    ],
    ["all sets of five digits", "WX.Z120", someOf(DIGITS, 5).map((each) => each.join("")), 1],
  ])(
    "%s",
    (_, code, list, most) => {
      const option = optionOf(code);
      const { count, betCount } = linesOf(
        option,
        shuffled(list, uniform).join(code.startsWith("CQ") ? "\n" : " ; "),
      );
      expect(count).toBeLessThanOrEqual(most);
      expect(betCount).toBe(list.length);
    },
    60_000,
  );

  test("a line never has more bets than a slip takes of one line", () => {
    const option = optionOf("WX.ZH");
    const list = numbersOf(5).filter((each) => Number(each) < 30_000);
    const { lines = [], betCount } = linesOf(option, list.join(" "));
    expect(betCount).toBe(150_000);
    expect(lines.map((line) => betsOf(option, line)).every((bets) => bets <= BOUNDS.maxBets)).toBe(true);
    expect(lines.flatMap((line) => writtenOut(option, line))).toHaveLength(30_000);
  });

  test("cars of a line are those that one would pick", () => {
    expect(linesOf(optionOf("CQEFS.CQEFS"), "01 02, 01 03, 01 04").lines).toEqual([
      [
        { code: "place1", items: ["1"] },
        { code: "place2", items: ["2", "3", "4"] },
      ],
    ]);
    expect(linesOf(optionOf("CQEFS.CQEFS"), "02 01, 02 03, 03 01, 03 02").count).toBe(1);
    const [line] = linesOf(optionOf("CQSFS.CQSFS"), "01 02 03, 01 03 02").lines ?? [];
    expect(line?.map(({ items }) => items.join())).toEqual(["1", "2,3", "2,3"]);
  });

  test("a guard number is a line by itself", () => {
    expect(linesOf(optionOf("HS.ZUXBD"), "1 5 7").lines).toEqual(
      ["1", "5", "7"].map((item) => [{ code: "guard", items: [item] }]),
    );
  });
});

test("more lines than a slip takes are counted and not made", () => {
  const option = optionOf("WX.ZX");
  const list = shuffled(numbersOf(5), seededUniform(3)).slice(0, 2_000);
  const { lines, count, betCount } = linesOf(option, list.join(" "));
  expect(lines).toBeUndefined();
  expect(count).toBeGreaterThan(200);
  expect(betCount).toBe(2_000);
});

test("nothing typed is no line", () => {
  expect(linesOf(optionOf("HR.ZX"), " , \n")).toEqual({ count: 0, lines: [], betCount: 0 });
});
