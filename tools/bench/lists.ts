import { findOption, readTyped, typedLines } from "@lotus/games";
import type { Figure } from "../budget/bars.ts";
import { firstLists, type List } from "./first-list.ts";
import { percentile } from "./percentile.ts";
import type { Section } from "./section.ts";

const COMBINATIONS = 10_000;
const SAMPLES = 40;
/** A phone is counted as this many times slower than this machine. */
const SLOWDOWN = 6;
const MAX_MS = 50;
const BOUNDS = { maxLines: 200, maxBets: 100_000 };

/** A typed list of 10,000 combinations: reading it, counting its bets, and putting it together into lines. */
export const lists: Section = async ({ random }) => {
  const below = (bound: number): number => Math.floor(random() * bound);
  const made = listsOf(below);
  return [...made.map((list) => figureOf(list)), ...(await firstLists(made))];
};

function figureOf([words, game, code, text]: List): Figure {
  const option = findOption(game, code);
  if (option === undefined) throw new Error(`${game} has no option ${code}`);
  let [combinations, lines] = [0, 0];
  const times = Array.from({ length: SAMPLES }, () => {
    const from = performance.now();
    const read = readTyped(option, text);
    if (read?.ok !== true) throw new Error(`${code} did not read its list`);
    ({ count: lines } = typedLines(option, read, BOUNDS));
    combinations = read.combinations.length;
    return performance.now() - from;
  });
  const named = `${code}: ${combinations} ${words}, in ${lines} lines, ${SLOWDOWN}× slower`;
  const value = percentile(times, 0.5) * SLOWDOWN;
  return { section: "lists", name: named, value, unit: "ms", bar: { of: "value", most: MAX_MS } };
}

function listsOf(below: (bound: number) => number): readonly List[] {
  const digits = (number: number): string => String(number).padStart(5, "0");
  const every = shuffled(
    Array.from({ length: 100_000 }, (_, number) => digits(number)),
    below,
  );
  const cars = (): string =>
    shuffled(
      Array.from({ length: 10 }, (_, at) => String(at + 1).padStart(2, "0")),
      below,
    )
      .slice(0, 5)
      .join(" ");
  return [
    ["at random", "FFC", "WX.ZX", every.slice(0, COMBINATIONS).join(" ")],
    ["that begin with 1", "FFC", "WX.ZX", every.filter((each) => each.startsWith("1")).join(",")],
    [
      "of two sides by place",
      "FFC",
      "WX.ZX",
      every.filter((each) => /^[13579].[02468].[5-9]$/u.test(each)).join("\n"),
    ],
    ["at random, some twice", "PK10", "CQWFS.CQWFS", Array.from({ length: COMBINATIONS }, cars).join("\n")],
  ];
}

function shuffled<T>(items: readonly T[], below: (bound: number) => number): T[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = below(at + 1);
    const [one, two] = [mixed[at], mixed[other]];
    if (one !== undefined && two !== undefined) [mixed[at], mixed[other]] = [two, one];
  }
  return mixed;
}
