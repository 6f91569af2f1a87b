import { findGame, findOption, type Option, type PickedGroups } from "@lotus/games";
import type { GameWords } from "./game-words.ts";

/** The picks of a stored order as text: "Hundreds: 1, 2 · Tens: 7"; the only group of a board has no label. */
export function pickedText(
  {
    game: code,
    optionId,
    groups,
  }: { readonly game: string; readonly optionId: string; readonly groups: string },
  words: GameWords,
): string {
  const game = findGame(code);
  const option = game === undefined ? undefined : findOption(game.code, optionId);
  // Stored as canonical JSON by the statement that accepted the order.
  return option === undefined ? "" : groupsText(option, JSON.parse(groups), words);
}

/** The picks of an order in short: "1 2 | 7 | 0 5" where every row of digits has some, else as `pickedText`. */
export function picksInShort(option: Option, groups: PickedGroups, words: GameWords): string {
  const rows = option.board.groups.map(({ code, items }) => ({
    isDigits: items.every((item) => /^\d$/u.test(item)),
    picked: groups.find((group) => group.code === code)?.items ?? [],
  }));
  if (rows.every(({ isDigits, picked }) => isDigits && picked.length > 0))
    return rows.map(({ picked }) => picked.join(" ")).join(" | ");
  return groupsText(option, groups, words);
}

function groupsText({ family, board }: Option, groups: PickedGroups, words: GameWords): string {
  return groups
    .filter(({ items }) => items.length > 0)
    .map(({ code, items }) => {
      const names = items.map((id) => words.item(family, id)).join(", ");
      return board.groups.length === 1 ? names : `${words.group(family, code)}: ${names}`;
    })
    .join(" · ");
}
