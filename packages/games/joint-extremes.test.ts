import { describe, expect, test } from "vitest";
import { GAMES, optionsOf, type GameCode } from "./catalog.ts";
import { drawFor } from "./draw.ts";
import { jointExtremes, type JointLine, type JointOutcome } from "./joint-extremes.ts";
import { defaultOdds } from "./odds.ts";
import { everyDraw } from "./testing/draws.ts";
import { mustRead } from "./testing/prove.ts";
import { randomPicks, seededUniform } from "./testing/random-picks.ts";
import { payoutOf, settle } from "./settle.ts";

const LUNAR_YEAR = 2026;
const UNIT = 10_000n;

const option = (game: GameCode, code: string) => {
  const found = optionsOf(game).find((each) => each.code === code);
  if (found === undefined) throw new Error(`no option ${code}`);
  return found;
};

function line(game: GameCode, code: string, groups: Parameters<typeof mustRead>[1]): JointLine {
  const of = option(game, code);
  return { option: of, picks: mustRead(of, groups), odds: defaultOdds(game, of) };
}

const sum = (lines: readonly JointLine[], numbers: readonly number[]) =>
  lines.reduce(
    (paid, { option: of, picks, odds }) =>
      paid + payoutOf(settle(of, picks, { numbers, lunarYear: LUNAR_YEAR }), UNIT, odds),
    0n,
  );

function paidBy(lines: readonly JointLine[]) {
  const { least, most } = jointExtremes(lines, LUNAR_YEAR);
  const paid = ({ outcomes }: JointOutcome) =>
    (outcomes ?? []).reduce((all, outcome, at) => all + payoutOf(outcome, UNIT, lines[at]?.odds ?? {}), 0n);
  return { least: paid(least), most: paid(most), exact: least.exact && most.exact };
}

const directs = (digits: readonly string[]) =>
  digits.map((digit) =>
    line(
      "FFC",
      "QS.ZX",
      ["place1", "place2", "place3"].map((code) => ({ code, items: [digit] })),
    ),
  );

test("different direct numbers are paid only once, whichever is drawn", () => {
  const lines = directs(["1", "2", "3", "4", "5"]);
  const [first] = lines;
  if (first === undefined) throw new Error("no line");
  const one = first.odds["hit"];
  expect(paidBy(lines)).toEqual({ least: one, most: one, exact: true });
});

test("bets that can win together add up", () => {
  const [one, two] = directs(["1", "1"]);
  if (one === undefined || two === undefined) throw new Error("no line");
  expect(paidBy([one, two]).most).toBe(2n * (one.odds["hit"] ?? 0n));
});

const anyLines = (game: GameCode, uniform: (n: number) => number, most: number) => {
  const options = optionsOf(game);
  return Array.from({ length: 2 + uniform(most - 1) }, () => {
    const of = options[uniform(options.length)];
    if (of === undefined) throw new Error("no option");
    return { option: of, picks: mustRead(of, randomPicks(of, uniform)), odds: defaultOdds(game, of) };
  });
};

test("for three dice the range equals that of an enumeration of all draws", () => {
  const uniform = seededUniform(3);
  for (let round = 0; round < 60; round++) {
    const lines = anyLines("K3", uniform, 6);
    const all = everyDraw("dice").map((numbers) => sum(lines, numbers));
    const won = all.filter((paid) => paid > 0n).toSorted((a, b) => Number(a - b));
    expect(paidBy(lines), lines.map((each) => each.option.code).join()).toEqual({
      least: won[0] ?? 0n,
      most: won.at(-1) ?? 0n,
      exact: true,
    });
  }
});

test("of five digits it is never outside, and where it is exact it is that of every draw", () => {
  const uniform = seededUniform(5);
  let exact = 0;
  for (let round = 0; round < 12; round++) {
    const lines = anyLines("FFC", uniform, 3);
    const all = everyDraw("five-digits").map((numbers) => sum(lines, numbers));
    let [least, most] = [0n, 0n];
    for (const paid of all) {
      if (paid > 0n && (least === 0n || paid < least)) least = paid;
      if (paid > most) most = paid;
    }
    const found = paidBy(lines);
    expect(found.most <= most && (found.least === 0n || found.least >= least)).toBe(true);
    if (!found.exact) continue;
    exact++;
    expect(found, lines.map((each) => each.option.code).join()).toMatchObject({ least, most });
  }
  expect(exact).toBeGreaterThan(3);
}, 60_000);

describe.each(GAMES.filter(({ family }) => family === "racing" || family === "mark-six"))(
  "$code",
  ({ code, family }) => {
    test("no draw pays outside a range reported as exact", () => {
      const uniform = seededUniform(11);
      for (let round = 0; round < 25; round++) {
        const lines = anyLines(code, uniform, 4);
        const found = paidBy(lines);
        if (!found.exact) continue;
        for (let draws = 0; draws < 300; draws++) {
          const paid = sum(lines, drawFor(family)(uniform));
          expect(paid <= found.most && (paid === 0n || paid >= found.least)).toBe(true);
        }
      }
    }, 60_000);
  },
);

test("a large slip is computed quickly, exact or not", () => {
  const lines = anyLines("LHC", seededUniform(13), 60);
  const times = Array.from({ length: 3 }, () => {
    const began = performance.now();
    jointExtremes(lines, LUNAR_YEAR);
    return performance.now() - began;
  });
  // Other work on the machine delays the shortest least.
  expect(Math.min(...times)).toBeLessThan(2_000);
});
