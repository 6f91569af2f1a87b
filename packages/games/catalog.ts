import type { Family, Option } from "./bet.ts";
import { DICE_OPTIONS } from "./dice/options.ts";
import { FIVE_DIGITS_OPTIONS } from "./five-digits/options.ts";
import { MARK_SIX_OPTIONS } from "./mark-six/options.ts";
import { RACING_OPTIONS } from "./racing/options.ts";
import { DEFAULT_TIME_ZONE, type Schedule } from "./schedule.ts";

/** A game of a family, with its schedule. */
interface GameLine extends Omit<Schedule, "timeZone"> {
  readonly code: string;
  readonly family: Family;
}

const ALL_DAY = { from: "00:00", to: "24:00" } as const;

// A new game of a family that exists is one line here and its name in each locale.
const LINES = [
  { code: "FFC", family: "five-digits", cycleMinutes: 1, closeSeconds: 8, day: ALL_DAY },
  { code: "SFC", family: "five-digits", cycleMinutes: 3, closeSeconds: 10, day: ALL_DAY },
  { code: "WFC", family: "five-digits", cycleMinutes: 5, closeSeconds: 10, day: ALL_DAY },
  { code: "K3", family: "dice", cycleMinutes: 1, closeSeconds: 8, day: ALL_DAY },
  { code: "PK10", family: "racing", cycleMinutes: 3, closeSeconds: 10, day: ALL_DAY },
  {
    code: "XYFT",
    family: "racing",
    cycleMinutes: 5,
    closeSeconds: 30,
    day: { from: "13:09", to: "04:04" },
  },
  { code: "LHC", family: "mark-six", cycleMinutes: 10, closeSeconds: 30, day: ALL_DAY },
] as const satisfies readonly GameLine[];

/** The code of a game. */
export type GameCode = (typeof LINES)[number]["code"];

/** A game with its default schedule. Operators may change the schedule, by version. */
export interface Game extends Schedule {
  readonly code: GameCode;
  readonly family: Family;
}

/** Every game, in lobby order. */
export const GAMES: readonly Game[] = LINES.map((line) => ({ ...line, timeZone: DEFAULT_TIME_ZONE }));

/** The options of one code of the rule tree, in board order. */
export interface Mode {
  readonly code: string;
  readonly options: readonly Option[];
}

const OPTIONS: Readonly<Record<Family, readonly Option[]>> = {
  "five-digits": FIVE_DIGITS_OPTIONS,
  dice: DICE_OPTIONS,
  racing: RACING_OPTIONS,
  "mark-six": MARK_SIX_OPTIONS,
};

const games = new Map<string, Game>(GAMES.map((game) => [game.code, game]));

/** The game of a code, or undefined when there is none. */
export function findGame(code: string): Game | undefined {
  return games.get(code);
}

function gameOf(code: GameCode): Game {
  const game = games.get(code);
  if (game === undefined) throw new RangeError(`no game ${code}`);
  return game;
}

/** The family of a game. */
export function familyOf(game: GameCode): Family {
  return gameOf(game).family;
}

const byFamily = new Map(
  Object.entries(OPTIONS).map(([family, options]) => [
    family,
    {
      modes: [...Map.groupBy(options, (option) => option.mode)].map(([code, within]) => ({
        code,
        options: within,
      })),
      options: new Map(options.map((option) => [option.code, option])),
    },
  ]),
);

/** The rule tree of a game: its modes, and in each its options, in board order. */
export function modesOf(game: GameCode): readonly Mode[] {
  return byFamily.get(familyOf(game))?.modes ?? [];
}

/** Every option of a game, in board order. */
export function optionsOf(game: GameCode): readonly Option[] {
  return OPTIONS[familyOf(game)];
}

/** The option of a code in a game, or undefined when the game has none. */
export function findOption(game: GameCode, optionCode: string): Option | undefined {
  return byFamily.get(familyOf(game))?.options.get(optionCode);
}
