import { type DrawResult, explain, findGame, findOption, type PickedGroups, readPicks } from "@lotus/games";
import type { Mark } from "./item-token.tsx";
import { litPlaces } from "./lit-places.ts";

/** Which picks, and which places of the draw, count for a win or a refund. */
export interface Marks {
  markOf: (group: string, item: string) => Mark | undefined;
  /** The marks in use, wins first. */
  readonly used: readonly Mark[];
  /** Places of the draw that count; undefined if none can be named. */
  readonly lit: readonly number[] | undefined;
}

/** Marks of picks against a draw; undefined if this build does not have the option or cannot read the picks. */
export function marksOf(
  gameCode: string,
  line: { readonly optionId: string; readonly groups: PickedGroups },
  result: DrawResult,
): Marks | undefined {
  const game = findGame(gameCode);
  const option = game === undefined ? undefined : findOption(game.code, line.optionId);
  if (option === undefined) return undefined;
  const read = readPicks(option, line.groups);
  if (!read.ok) return undefined;
  const { groups } = explain(option, read.picks, result);
  const keys = (take: "won" | "refunded") =>
    new Set(groups.flatMap((group) => group[take].map((item) => `${group.code}/${item}`)));
  const [won, refunded] = [keys("won"), keys("refunded")];
  return {
    markOf: (group, item) => {
      const key = `${group}/${item}`;
      return won.has(key) ? "won" : refunded.has(key) ? "refunded" : undefined;
    },
    lit: litPlaces(option, read.picks, result),
    used: [
      ...(won.size > 0 ? (["won"] as const) : []),
      ...(refunded.size > 0 ? (["refunded"] as const) : []),
    ],
  };
}
