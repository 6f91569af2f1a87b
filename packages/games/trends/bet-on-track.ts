import type { Group, Option } from "../bet.ts";
import { familyOf, type GameCode, optionsOf } from "../catalog.ts";
import { drawFor } from "../draw.ts";
import { facts } from "../facts.ts";
import { readPicks } from "../picks.ts";
import { type Track, tracksOf, valuesOf } from "./tracks.ts";

/** Where a value of a track can be bet on: each value is an item of the group. */
export interface BetOnTrack {
  readonly option: Option;
  readonly group: Group;
}

interface Named extends Pick<Track, "fact"> {
  readonly place?: number | undefined;
}

/** Enough draws to tell apart bets that win alike now and then: of ten values each comes some ten times. */
const SAMPLES = 120;
const LUNAR_YEAR = 2024;

const same = (a: Named, b: Named): boolean => a.fact === b.fact && a.place === b.place;

const found = new Map<string, BetOnTrack | null>();

/**
 * The first option of a game on which a single pick wins exactly when a draw shows it on the track; null if there is
 * none. Judged by settling sample draws: nothing has to be said twice, in the options and here.
 */
export function betOnTrack(game: GameCode, track: Named): BetOnTrack | null {
  const family = familyOf(game);
  const key = `${family} ${track.fact} ${String(track.place ?? "")}`;
  const known = found.get(key);
  if (known !== undefined) return known;
  const at = tracksOf(family).findIndex((each) => same(each, track));
  const values = tracksOf(family)[at]?.values;
  const bet = values === undefined ? null : search(game, at, values);
  found.set(key, bet);
  return bet;
}

function search(game: GameCode, at: number, values: readonly string[]): BetOnTrack | null {
  const shown = samples(game).map(({ result, all }) => ({ result, values: all[at] ?? [] }));
  for (const option of optionsOf(game)) {
    for (const group of option.board.groups) {
      if (!values.every((value) => group.items.includes(value))) continue;
      const wins = values.every((value) => {
        const read = readPicks(option, [{ code: group.code, items: [value] }]);
        return (
          read.ok &&
          option.count(read.picks) === 1 &&
          shown.every(
            (draw) => option.settle(read.picks, draw.result).wins.length > 0 === draw.values.includes(value),
          )
        );
      });
      if (wins) return { option, group };
    }
  }
  return null;
}

/** Draws of a game with what they show, the same ones each time. */
function samples(game: GameCode) {
  const family = familyOf(game);
  const draw = drawFor(family);
  let state = 1;
  const uniform = (n: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  return Array.from({ length: SAMPLES }, () => {
    const numbers = draw(uniform);
    const result = family === "mark-six" ? { numbers, lunarYear: LUNAR_YEAR } : { numbers };
    return { result, all: valuesOf({ numbers, facts: facts(game, numbers, LUNAR_YEAR) }) };
  });
}

/**
 * The track that a group of a board is about: a number at its place, also where only several places together are a bet,
 * or a track on which its items are bets; null for any other.
 */
export function trackOfGroup(game: GameCode, option: Option, groupCode: string): Track | null {
  const tracks = tracksOf(familyOf(game));
  const place = /^(?:place|ball)(\d+)$/u.exec(groupCode)?.[1];
  const number = tracks.find((track) => track.fact === "number" && track.place === Number(place));
  if (number !== undefined) return number;
  return (
    tracks.find((track) => {
      const bet = track.kind === "sides" ? null : betOnTrack(game, track);
      return bet?.option === option && bet.group.code === groupCode;
    }) ?? null
  );
}
