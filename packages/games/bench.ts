import type { Option, PickedGroups, Picks } from "./bet.ts";
import { GAMES, optionsOf, type GameCode } from "./catalog.ts";
import { readPicks } from "./picks.ts";
import { drawFor, type Uniform } from "./draw.ts";

/** How long counting and settling one order of an option took, microseconds. */
export interface OptionTime {
  readonly game: GameCode;
  readonly option: string;
  readonly bets: number;
  readonly medianUs: number;
  readonly worstUs: number;
}

/** What a measurement needs from outside: a clock in milliseconds and a source of chance. */
export interface BenchDeps {
  readonly now: () => number;
  readonly uniform: Uniform;
  /** Samples for each option. */
  readonly samples?: number;
}

// A single order is faster than a clock can tell, so a sample is the mean of some in a row.
const ORDERS_A_SAMPLE = 50;
const DRAWS = 64;
const LUNAR_YEAR = 2026;

/** The selection with the most bets that the board allows. */
function fullestPicks(option: Option): Picks {
  const groups: PickedGroups = option.board.groups.map(({ code, max, items }) => ({
    code,
    items: items.slice(0, max),
  }));
  const read = readPicks(option, groups);
  if (!read.ok) throw new Error(`${option.code} refuses its fullest selection: ${read.reason.reason}`);
  return read.picks;
}

function timeOption(game: GameCode, option: Option, { now, uniform, samples = 400 }: BenchDeps): OptionTime {
  const picks = fullestPicks(option);
  const draw = drawFor(option.family);
  const results = Array.from({ length: DRAWS }, () => ({ numbers: draw(uniform), lunarYear: LUNAR_YEAR }));
  let seen = 0;
  const sample = (at: number): number => {
    const from = now();
    for (let order = 0; order < ORDERS_A_SAMPLE; order++) {
      const result = results[(at + order) % DRAWS];
      if (result === undefined) continue;
      // The sum keeps the engine from leaving out work whose answer nobody reads.
      seen += option.count(picks) + option.settle(picks, result).wins.length;
    }
    return ((now() - from) * 1_000) / ORDERS_A_SAMPLE;
  };
  for (let at = 0; at < samples; at++) sample(at);
  const times = Array.from({ length: samples }, (_, at) => sample(at)).sort((a, b) => a - b);
  if (seen === 0) throw new Error("nothing was counted");
  // The slowest hundredth is left to the garbage collector and the other processes of the machine.
  const [medianUs = 0, worstUs = 0] = [0.5, 0.99].map((share) => times[Math.floor(samples * share)] ?? 0);
  return { game, option: option.code, bets: option.count(picks), medianUs, worstUs };
}

/** Times counting and settling the fullest order of every option, once for each family. */
export function benchOptions(deps: BenchDeps): readonly OptionTime[] {
  const families = new Map(GAMES.toReversed().map(({ code, family }) => [family, code]));
  return [...families.values()].flatMap((game) =>
    optionsOf(game).map((option) => timeOption(game, option, deps)),
  );
}
