import {
  countBets,
  DEFAULT_TIME_ZONE,
  findGame,
  findOption,
  isDraw,
  LUNAR_YEARS,
  lunarYearOf,
  readPicks,
  settle,
  type BadSelection,
  type DrawResult,
  type Game,
  type PickedGroups,
} from "@lotus/games";

/** Why a line could not be settled. */
export type SettleErrorCode =
  | "NOT_JSON"
  | "BAD_LINE"
  | "UNKNOWN_GAME"
  | "UNKNOWN_OPTION"
  | "BAD_SELECTION"
  | "BAD_DRAW"
  | "NO_LUNAR_YEAR";

/** The reply to one line, to be written as JSON. `id` is the line's, null if it has none. */
export type Settled =
  | {
      readonly id: unknown;
      readonly bets: number;
      /** Winning bets by tier; tiers that no bet won are left out. */
      readonly wins: Readonly<Record<string, number>>;
      readonly refunded: number;
    }
  | { readonly id: unknown; readonly error: { readonly code: SettleErrorCode; readonly message: string } };

class Refusal extends Error {
  readonly code: SettleErrorCode;
  constructor(code: SettleErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== "string") throw new Refusal("BAD_LINE", `${name} must be a text`);
  return value;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function groupsOf({ groups }: Fields): PickedGroups {
  if (!Array.isArray(groups)) throw new Refusal("BAD_LINE", "groups must be a list");
  return groups.map((group: unknown) => {
    if (!isFields(group)) throw new Refusal("BAD_LINE", "a group must be an object");
    const { items } = group;
    if (!isTexts(items)) throw new Refusal("BAD_LINE", "the items of a group must be a list of texts");
    return { code: textOf(group, "code"), items };
  });
}

// Only Mark Six uses the year: it is given, or derived from the draw's time in the operator's zone.
function lunarYear({ lunarYear: given, drawAt }: Fields): number {
  if (Number.isInteger(given)) {
    const year = Number(given);
    if (year >= LUNAR_YEARS.from - 1 && year <= LUNAR_YEARS.to) return year;
  }
  const at =
    typeof drawAt === "string" ? Date.parse(drawAt) : typeof drawAt === "number" ? drawAt : Number.NaN;
  const inTable = at >= Date.UTC(LUNAR_YEARS.from, 0, 2) && at < Date.UTC(LUNAR_YEARS.to, 11, 31);
  if (given !== undefined || !inTable) {
    throw new Refusal(
      "NO_LUNAR_YEAR",
      `lunarYear or drawAt must say a year of ${String(LUNAR_YEARS.from)} to ${String(LUNAR_YEARS.to)}`,
    );
  }
  return lunarYearOf(at, DEFAULT_TIME_ZONE);
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((each) => typeof each === "number");
}

function resultOf(game: Game, line: Fields): DrawResult {
  const numbers = line["draw"];
  if (!isNumbers(numbers)) throw new Refusal("BAD_LINE", "draw must be a list of numbers");
  if (!isDraw(game.family, numbers)) throw new Refusal("BAD_DRAW", `${game.code} cannot draw this`);
  return game.family === "mark-six" ? { numbers, lunarYear: lunarYear(line) } : { numbers };
}

function describe({ reason, group, item, min, max }: BadSelection): string {
  const where = group === undefined ? "" : ` in ${group}`;
  const what = item === undefined ? "" : ` (${item})`;
  const bounds =
    min === undefined
      ? ""
      : `; ${max === undefined ? "at least" : `${String(min)} to`} ${String(max ?? min)}`;
  return `${reason}${where}${what}${bounds}`;
}

function settleFields(line: Fields): Omit<Extract<Settled, { bets: number }>, "id"> {
  const game = findGame(textOf(line, "game"));
  if (game === undefined) throw new Refusal("UNKNOWN_GAME", "there is no such game");
  const option = findOption(game.code, textOf(line, "option"));
  if (option === undefined) throw new Refusal("UNKNOWN_OPTION", `${game.code} has no such option`);
  const read = readPicks(option, groupsOf(line));
  if (!read.ok) throw new Refusal("BAD_SELECTION", describe(read.reason));
  const outcome = settle(option, read.picks, resultOf(game, line));
  const wins: Record<string, number> = {};
  for (const { tier, count } of outcome.wins) wins[tier] = (wins[tier] ?? 0) + count;
  return { bets: countBets(option, read.picks), wins, refunded: outcome.refunded };
}

/**
 * Settles one line: a JSON object of id, game, option, groups and draw, and for Mark Six lunarYear or
 * drawAt (epoch ms or an ISO time). Never throws for bad input; the answer then carries the error.
 */
export function settleLine(text: string): Settled {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    return { id: null, error: { code: "NOT_JSON", message: "the line is no JSON" } };
  }
  if (!isFields(line)) return { id: null, error: { code: "BAD_LINE", message: "the line is no object" } };
  const id = line["id"] ?? null;
  try {
    return { id, ...settleFields(line) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { id, error: { code: error.code, message: error.message } };
  }
}
