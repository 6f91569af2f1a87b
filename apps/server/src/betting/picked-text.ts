import { findGame, findOption, type PickedGroups } from "@lotus/games";
import type { GameWords } from "./game-words.ts";

/** The picks of a stored order as text: "Hundreds: 1 2 · Tens: 7"; a single group has no label. */
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
  if (option === undefined) return "";
  // Stored as canonical JSON by the statement that accepted the order.
  const stored: PickedGroups = JSON.parse(groups);
  const picked = stored.filter(({ items }) => items.length > 0);
  return picked
    .map((group) => {
      const items = group.items.map((id) => words.item(option.family, id)).join(", ");
      return picked.length === 1 ? items : `${words.group(option.family, group.code)}: ${items}`;
    })
    .join(" · ");
}
