import type { SlipLine } from "@lotus/contract";
import { countBets, findGame, findOption, type PickedGroups, readPicks } from "@lotus/games";
import { formatMoney, type Money, stake } from "@lotus/money";
import type { GameWords } from "./game-words.ts";
import { pickedText } from "./picked-text.ts";

/** A line as it was stored: its groups are canonical JSON. */
export interface StoredLine {
  readonly game: string;
  readonly optionId: string;
  readonly groups: string;
  /** Stake of one bet. */
  readonly amount: Money;
}

/** A stored line as a player is shown it, counted by the rules of today: no bet without them. */
export function slipLineOf(line: StoredLine, words: GameWords): SlipLine {
  const game = findGame(line.game);
  const option = game === undefined ? undefined : findOption(game.code, line.optionId);
  // Stored as canonical JSON by what checked it.
  const groups: PickedGroups = JSON.parse(line.groups);
  const read = option === undefined ? undefined : readPicks(option, groups);
  const betCount = option !== undefined && read?.ok === true ? countBets(option, read.picks) : 0;
  return {
    optionId: line.optionId,
    modeName: option === undefined ? "" : words.mode(option.family, option.mode),
    optionName: option === undefined ? line.optionId : words.option(option.family, "option", option.code),
    groups: groups.map(({ code, items }) => ({ code, items: [...items] })),
    picks: pickedText(line, words),
    betCount,
    amount: formatMoney(line.amount),
    total: formatMoney(stake(line.amount, betCount)),
  };
}
