import type { Option, PickedGroups, Picks } from "../bet.ts";
import { GAMES, optionsOf, type GameCode } from "../catalog.ts";
import { drawFor, type Uniform } from "../draw.ts";
import { defaultOdds } from "../odds.ts";
import { maxPaid } from "../max-paid.ts";
import { readPicks } from "../picks.ts";
import { everyPick, randomPicks } from "./random-picks.ts";
import { possiblePayout } from "../settle.ts";

/**
 * Time of an order of an option in microseconds, for the slowest of some selections: counting and settling it, its
 * smallest and largest payout, and what the server computes before placing it.
 */
export interface OptionTime {
  readonly game: GameCode;
  readonly option: string;
  /** Bets in the fullest selection. */
  readonly bets: number;
  readonly medianUs: number;
  readonly worstUs: number;
  readonly payoutRangeUs: number;
  /** Reading a selection that was never seen, counting it and telling the most it can be paid. */
  readonly firstReadUs: number;
}

/** Dependencies of a measurement: a clock in milliseconds and a source of randomness. */
export interface BenchDeps {
  readonly now: () => number;
  readonly uniform: Uniform;
  /** Samples for each option. */
  readonly samples?: number;
}

// A single order is faster than a clock can tell, so a sample is the mean of some in a row.
const ORDERS_A_SAMPLE = 50;
const RANGES_A_SAMPLE = 5;
const DRAWS = 64;
const LUNAR_YEAR = 2026;
// Beside the fullest selection, which is not the slowest of every option.
const RANDOM_SELECTIONS = 2;
const DIFFERENT_SELECTIONS = 19;

function mustRead(option: Option, groups: PickedGroups): Picks {
  const read = readPicks(option, groups);
  if (!read.ok) throw new Error(`${option.code} refuses its fullest selection: ${read.reason.reason}`);
  return read.picks;
}

interface Times {
  readonly median: number;
  readonly worst: number;
}

const slowest = (times: readonly Times[]): Times =>
  times.reduce((slow, each) => (each.median > slow.median ? each : slow), { median: 0, worst: 0 });

// Runs something so often before it is measured as while it is; then it is no colder than in an operator.
function timesOf(samples: number, sample: (at: number) => number): Times {
  for (let at = 0; at < samples; at++) sample(at);
  const times = Array.from({ length: samples }, (_, at) => sample(at)).sort((a, b) => a - b);
  // The slowest hundredth is left to the garbage collector and the other processes of the machine.
  const [median = 0, worst = 0] = [0.5, 0.99].map((share) => times[Math.floor(samples * share)] ?? 0);
  return { median, worst };
}

function timeSettling(option: Option, picks: Picks, { now, uniform, samples = 400 }: BenchDeps): Times {
  const draw = drawFor(option.family);
  const results = Array.from({ length: DRAWS }, () => ({ numbers: draw(uniform), lunarYear: LUNAR_YEAR }));
  let seen = 0;
  const times = timesOf(samples, (at) => {
    const from = now();
    for (let order = 0; order < ORDERS_A_SAMPLE; order++) {
      const result = results[(at + order) % DRAWS];
      if (result === undefined) continue;
      // The sum prevents the engine from eliminating work whose result is unused.
      seen += option.count(picks) + option.settle(picks, result).wins.length;
    }
    return ((now() - from) * 1_000) / ORDERS_A_SAMPLE;
  });
  if (seen === 0) throw new Error("nothing was counted");
  return times;
}

function timePayoutRange(
  game: GameCode,
  option: Option,
  picks: Picks,
  { now, samples = 400 }: BenchDeps,
): Times {
  const odds = defaultOdds(game, option);
  let seen = 0n;
  const times = timesOf(Math.ceil(samples / 8), () => {
    const from = now();
    for (let order = 0; order < RANGES_A_SAMPLE; order++)
      seen += possiblePayout(option, picks, 100n, odds).max;
    return ((now() - from) * 1_000) / RANGES_A_SAMPLE;
  });
  if (seen === 0n) throw new Error("nothing can be won");
  return times;
}

// All of the selections in turn, which is all that a server sees of a slip whose lines are all different.
function timeFirstRead(
  game: GameCode,
  option: Option,
  selections: readonly PickedGroups[],
  { now, samples = 400 }: BenchDeps,
): Times {
  const odds = defaultOdds(game, option);
  let seen = 0n;
  const times = timesOf(Math.ceil(samples / 8), () => {
    const from = now();
    for (const groups of selections) {
      const picks = mustRead(option, groups);
      seen += BigInt(option.count(picks)) + maxPaid(option, picks, 100n, odds, LUNAR_YEAR);
    }
    return ((now() - from) * 1_000) / selections.length;
  });
  if (seen === 0n) throw new Error("nothing can be won");
  return times;
}

function timeOption(game: GameCode, option: Option, deps: BenchDeps): OptionTime {
  const fullest = mustRead(option, everyPick(option));
  const others = Array.from({ length: RANDOM_SELECTIONS }, () =>
    mustRead(option, randomPicks(option, deps.uniform)),
  );
  const selections = [fullest, ...others];
  const settling = slowest(selections.map((picks) => timeSettling(option, picks, deps)));
  const range = slowest(selections.map((picks) => timePayoutRange(game, option, picks, deps)));
  const different = Array.from({ length: DIFFERENT_SELECTIONS }, () => randomPicks(option, deps.uniform));
  const firstRead = timeFirstRead(game, option, [everyPick(option), ...different], deps);
  return {
    game,
    option: option.code,
    bets: option.count(fullest),
    medianUs: settling.median,
    worstUs: settling.worst,
    payoutRangeUs: range.median,
    firstReadUs: firstRead.median,
  };
}

/** Times the orders of every option, once for each family. */
export function benchOptions(deps: BenchDeps): readonly OptionTime[] {
  const families = new Map(GAMES.toReversed().map(({ code, family }) => [family, code]));
  return [...families.values()].flatMap((game) =>
    optionsOf(game).map((option) => timeOption(game, option, deps)),
  );
}
