import type { DrawResult, Option, Outcome, PickedGroups, Picks } from "./bet.ts";
import { drawFor, type Uniform } from "./draw.ts";
import { canonicalGroups, readPicks } from "./picks.ts";

/** An example order of an option: picks, a draw, and its result. */
export interface Example {
  /** Legal picks in board order: the fewest items with two bets, or one if the option never has more. */
  readonly groups: PickedGroups;
  readonly bets: number;
  readonly result: DrawResult;
  /** At least one bet wins. */
  readonly outcome: Outcome;
}

/** The lunar year of examples when none is given: a year of the dragon. */
const LUNAR_YEAR = 2024;
const ATTEMPTS = 20_000;
const BETS = 2;

// Deterministic random numbers seeded by a text. Never used for a draw that is played for.
function chanceOf(text: string): Uniform {
  let state = 0;
  for (const letter of text) state = (Math.imul(state, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // The low bits of such a generator have short periods, so the high ones are used.
    return Math.floor((state / 2 ** 32) * n);
  };
}

function shuffled<T>(things: readonly T[], uniform: Uniform): T[] {
  const left = [...things];
  return things.flatMap(() => left.splice(uniform(left.length), 1));
}

function read(option: Option, groups: PickedGroups): Picks | undefined {
  const picks = readPicks(option, groups);
  return picks.ok ? picks.picks : undefined;
}

/** The largest number of items of each group that the board allows, chosen at random. */
function maxPicks(option: Option, uniform: Uniform): Picks | undefined {
  return read(
    option,
    option.board.groups.map(({ code, items, max }) => ({
      code,
      items: shuffled(items, uniform).slice(0, max),
    })),
  );
}

/**
 * Removes random items while a bet still wins and enough items remain: first many at a time, because a board can have
 * hundreds of items, finally one by one.
 */
function fewestPicks(option: Option, most: Picks, result: DrawResult, uniform: Uniform): Picks {
  const wanted = Math.min(BETS, option.count(most));
  let picks = most;
  let left = shuffled(
    canonicalGroups(most).flatMap(({ code, items }) => items.map((item) => ({ code, item }))),
    uniform,
  );
  for (let size = left.length; size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < left.length;) {
      const rest = left.toSpliced(at, size);
      const groups = Map.groupBy(rest, ({ code }) => code).entries();
      const fewer = read(
        option,
        Array.from(groups, ([code, items]) => ({ code, items: items.map(({ item }) => item) })),
      );
      const wins =
        fewer !== undefined && option.count(fewer) >= wanted && option.settle(fewer, result).wins.length > 0;
      if (wins) [picks, left] = [fewer, rest];
      else at += size;
    }
  }
  return picks;
}

function search(option: Option, lunarYear: number): Example {
  const uniform = chanceOf(`${option.family} ${option.code}`);
  const draw = drawFor(option.family);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const numbers = draw(uniform);
    const result = option.family === "mark-six" ? { numbers, lunarYear } : { numbers };
    const most = maxPicks(option, uniform);
    if (most === undefined || option.settle(most, result).wins.length === 0) continue;
    const picks = fewestPicks(option, most, result, uniform);
    const outcome = option.settle(picks, result);
    return { groups: canonicalGroups(picks), bets: option.count(picks), result, outcome };
  }
  throw new Error(`no draw was found in which ${option.code} wins`);
}

const found = new WeakMap<Option, Map<number, Example>>();

/**
 * An example of an option: the same on every call, in browser and server. `lunarYear` is that of the
 * example's draw and only matters to Mark Six.
 */
export function exampleOf(option: Option, lunarYear: number = LUNAR_YEAR): Example {
  const examples = found.get(option) ?? new Map<number, Example>();
  found.set(option, examples);
  const year = option.family === "mark-six" ? lunarYear : LUNAR_YEAR;
  const example = examples.get(year) ?? search(option, year);
  examples.set(year, example);
  return example;
}
