import {
  CALLS,
  type CallBody,
  MAX_SAVED,
  MAX_SAVED_LINES,
  type SavedNumbers,
  type SavedSlip,
} from "@lotus/contract";
import {
  canonicalGroups,
  findGame,
  findOption,
  type GameCode,
  GAMES,
  numbersOf,
  readPicks,
} from "@lotus/games";
import { matchLocale } from "@lotus/locales";
import type { Translate } from "@lotus/locales/node";
import { formatMoney, parseMoney } from "@lotus/money";
import { gameWords, type GameWords, slipLineOf } from "../../betting/betting.ts";
import { accept, bind, refuse } from "../../http/handler.ts";
import type { NamedSaved, SavedPicks, SlipPicks } from "../saved-picks.ts";

export interface SavedDeps {
  readonly picks: SavedPicks;
  readonly translate: Translate;
}

/** Saved slips and favourite numbers: list, save, rename, remove. */
export function savedCalls({ picks, translate }: SavedDeps) {
  const wordsIn = (locale: string) => gameWords(translate, matchLocale(locale) ?? "vi-VN");
  return {
    saved: bind(CALLS.saved, async (_request, { caller, locale }) => {
      const all = await picks.list(caller.playerId);
      const words = wordsIn(locale);
      return accept({
        slips: all.flatMap((each) => (each.kind === "slip" ? [slipOf(each, words)] : [])),
        numbers: all.flatMap((each) => (each.kind === "numbers" ? [numbersIn(each)] : [])),
      });
    }),
    saveSlip: bind(CALLS.saveSlip, async ({ body }, { caller, locale }) => {
      const game = findGame(body.game_code);
      if (game === undefined) return refuse("GAME_UNKNOWN");
      if (body.lines.length > MAX_SAVED_LINES)
        return refuse("TOO_MANY_LINES", { values: { max: MAX_SAVED_LINES } });
      const lines = body.lines.map((line) => readLine(game.code, line));
      const wrong = lines.indexOf(null);
      if (wrong >= 0)
        return refuse("SAVED_NOT_A_BET", { values: { line: wrong + 1 }, data: { line: wrong + 1 } });
      const saved = await picks.save(caller.playerId, body.name, {
        kind: "slip",
        picks: { game: game.code, lines: lines.filter((line) => line !== null) },
      });
      if (saved.outcome === "full") return refuse("SAVED_FULL", { values: { max: MAX_SAVED } });
      if (saved.outcome === "taken") return refuse("SAVED_NAME_TAKEN");
      return accept(slipOf(saved.saved, wordsIn(locale)));
    }),
    saveNumbers: bind(CALLS.saveNumbers, async ({ body }, { caller }) => {
      const items = numbersKnown(body.family, body.items);
      if (items === null) return refuse("NUMBERS_UNKNOWN");
      const saved = await picks.save(caller.playerId, body.name, {
        kind: "numbers",
        picks: { family: body.family, items },
      });
      if (saved.outcome === "full") return refuse("SAVED_FULL", { values: { max: MAX_SAVED } });
      if (saved.outcome === "taken") return refuse("SAVED_NAME_TAKEN");
      return accept(numbersIn(saved.saved));
    }),
    renameSaved: bind(CALLS.renameSaved, async ({ body }, { caller }) => {
      const renamed = await picks.rename(caller.playerId, BigInt(body.id), body.name);
      if (renamed.outcome === "unknown") return refuse("SAVED_UNKNOWN");
      if (renamed.outcome === "taken") return refuse("SAVED_NAME_TAKEN");
      return accept({ id: body.id, name: renamed.name });
    }),
    removeSaved: bind(CALLS.removeSaved, async ({ body }, { caller }) =>
      (await picks.remove(caller.playerId, BigInt(body.id)))
        ? accept({ id: body.id })
        : refuse("SAVED_UNKNOWN"),
    ),
  };
}

type SentLine = CallBody<typeof CALLS.saveSlip>["lines"][number];
type SavedLine = SlipPicks["lines"][number];

/** A line as it is kept; null if it is no bet by the rules. Bounds of stakes are checked when it is placed. */
function readLine(game: GameCode, { option_id, groups, amount }: SentLine): SavedLine | null {
  const option = findOption(game, option_id);
  const read = option === undefined ? undefined : readPicks(option, groups);
  const stake = parseMoney(amount);
  if (option === undefined || read?.ok !== true || !stake.ok) return null;
  return {
    option: option.code,
    groups: JSON.stringify(canonicalGroups(read.picks)),
    amount: String(stake.value),
  };
}

/** Numbers that a draw of the family can have, ascending and each once; null if one is none. */
function numbersKnown(family: string, items: readonly string[]): readonly string[] | null {
  const game = GAMES.find((each) => each.family === family);
  if (game === undefined) return null;
  const asked = new Set(items.map(Number));
  const known = numbersOf(game.family).filter((number) => asked.has(number));
  return known.length === asked.size ? known.map(String) : null;
}

function slipOf(
  { id, name, picks, created }: Extract<NamedSaved, { kind: "slip" }>,
  words: GameWords,
): SavedSlip {
  const lines = picks.lines.map(({ option, groups, amount }) =>
    slipLineOf({ game: picks.game, optionId: option, groups, amount: BigInt(amount) }, words),
  );
  const total = lines.reduce(
    (sum, line, at) => sum + BigInt(picks.lines[at]?.amount ?? 0) * BigInt(line.betCount),
    0n,
  );
  return { id: String(id), name, gameCode: picks.game, lines, total: formatMoney(total), time: created };
}

function numbersIn({ id, name, picks, created }: Extract<NamedSaved, { kind: "numbers" }>): SavedNumbers {
  return { id: String(id), name, family: picks.family, items: [...picks.items], time: created };
}
