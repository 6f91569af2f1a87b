import { GAMES, LUNAR_YEARS, optionsOf, drawFor, type Game, type Option, type Uniform } from "@lotus/games";
import { randomPicks } from "@lotus/games/testing/random-picks";

// Every second draw of Mark Six has its lunar year, the others the time from which to derive it.
function yearOf(id: number, uniform: Uniform): object {
  const year = LUNAR_YEARS.from + uniform(LUNAR_YEARS.to - LUNAR_YEARS.from + 1);
  return id % 2 === 0
    ? { lunarYear: year }
    : { drawAt: new Date(Date.UTC(year, uniform(12), 2 + uniform(26), uniform(24))).toISOString() };
}

function lineOf(id: number, { code, family }: Game, option: Option, uniform: Uniform): string {
  return JSON.stringify({
    id,
    game: code,
    option: option.code,
    groups: randomPicks(option, uniform),
    draw: drawFor(family)(uniform),
    ...(family === "mark-six" ? yearOf(id, uniform) : {}),
  });
}

/**
 * Lines to settle, each a random order and a random draw. They rotate through the options of all games, so that every
 * option occurs equally often.
 */
export function randomLines(count: number, uniform: Uniform): readonly string[] {
  const offered = GAMES.flatMap((game) => optionsOf(game.code).map((option) => ({ game, option })));
  return Array.from({ length: count }, (_, id) => {
    const each = offered[id % offered.length];
    if (each === undefined) throw new RangeError("there is no option");
    return lineOf(id, each.game, each.option, uniform);
  });
}
