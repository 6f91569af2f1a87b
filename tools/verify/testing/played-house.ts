import type { LoggedSums } from "@lotus/fair/returns";
import {
  countBets,
  defaultOdds,
  drawFor,
  type DrawResult,
  findGame,
  findOption,
  type GameCode,
  type Option,
  type OddsTable,
  optionsOf,
  payoutOf,
  type Picks,
  readPicks,
  returnRanges,
  type ReturnRange,
  settle,
  type Uniform,
} from "@lotus/games";
import { randomPicks } from "@lotus/games/testing/random-picks";

/** A bet that many place again and again. */
interface Habit {
  readonly option: Option;
  readonly odds: OddsTable;
  readonly picks: Picks;
  readonly bets: number;
}

/** The table of default odds, as the log has its hash. */
export function defaultTable(...games: readonly GameCode[]): string {
  return JSON.stringify(
    Object.fromEntries(
      games.map((game) => [
        game,
        Object.fromEntries(
          optionsOf(game).map((option) => [
            option.code,
            Object.fromEntries(
              Object.entries(defaultOdds(game, option)).map(([key, odds]) => [key, Number(odds)]),
            ),
          ]),
        ),
      ]),
    ),
  );
}

/** The exact returns of a game under the default odds. */
export function defaultReturns(game: GameCode): ReturnRange {
  const range = returnRanges(defaultTable(game))?.get(game);
  if (range === undefined) throw new Error(`no returns of ${game}`);
  return range;
}

/**
 * Periods of a game with ten orders each, by a seed: random picks of these options (of all without any), drawn and settled by the
 * rules at the default odds. `pays` is the share of its payouts that the house states; 1 is honest.
 */
export function* playedPeriods(
  gameCode: GameCode,
  {
    seed,
    options = [],
    pays = 1,
  }: { readonly seed: number; readonly options?: readonly string[]; readonly pays?: number },
): Generator<LoggedSums & { readonly sums: NonNullable<LoggedSums["sums"]> }, never> {
  const game = findGame(gameCode);
  if (game === undefined) throw new Error(`no game ${gameCode}`);
  const uniform = seededChance(seed);
  const known = (options.length === 0 ? optionsOf(gameCode).map(({ code }) => code) : options).flatMap(
    (code) => {
      const option = findOption(gameCode, code);
      return option === undefined ? [] : [option];
    },
  );
  const habits = known.flatMap((option): Habit[] =>
    Array.from({ length: 6 }, () => {
      const picks = fewPicks(option, uniform);
      return { option, odds: defaultOdds(gameCode, option), picks, bets: countBets(option, picks) };
    }),
  );
  const draw = drawFor(game.family);
  for (let n = 1; ; n += 1) {
    const result: DrawResult = {
      numbers: draw(uniform),
      ...(game.family === "mark-six" ? { lunarYear: 2026 } : {}),
    };
    const sums = { stake: 0, refund: 0, paid: 0 };
    for (let order = 0; order < 10; order += 1) {
      const habit = habits[uniform(habits.length)];
      if (habit === undefined) throw new Error("no habit");
      const { option, odds, picks, bets } = habit;
      // About the same stake whatever is bet.
      const amount = Math.max(100, 100 * Math.round(100 / bets));
      const outcome = settle(option, picks, result);
      sums.stake += amount * bets;
      sums.refund += amount * outcome.refunded;
      sums.paid += Number(payoutOf(outcome, BigInt(amount), odds));
    }
    sums.paid = Math.floor(sums.paid * pays);
    yield {
      game: gameCode,
      periodNo: `20261121${String(n).padStart(4, "0")}`,
      sums,
      state: "counted",
      odds: [1],
    };
  }
}

/** Of some selections the one with the fewest bets: the smaller, the rarer it wins. */
function fewPicks(option: Option, uniform: Uniform): Picks {
  const all = Array.from({ length: 20 }, () => readPicks(option, randomPicks(option, uniform)));
  const [fewest] = all
    .flatMap((read) => (read.ok ? [read.picks] : []))
    .toSorted((a, b) => countBets(option, a) - countBets(option, b));
  if (fewest === undefined) throw new Error(`no selection of ${option.code}`);
  return fewest;
}

/** The generator mulberry32. A linear congruence, as other tests use, would draw dice that depend on each other. */
function seededChance(seed: number): Uniform {
  let state = seed;
  return (n) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return Math.floor((((word ^ (word >>> 14)) >>> 0) / 2 ** 32) * n);
  };
}
