import type { Trend, TrackTrend } from "@lotus/contract";
import {
  DEFAULT_TIME_ZONE,
  findGame,
  type Fraction,
  lunarYearOf,
  omissionChance,
  shareOf,
  valueChance,
} from "@lotus/games";
import type { Omission } from "../board/omissions.ts";

const MINUTE_MS = 60_000;

/** An omission with the chance of a single draw to show the value. */
export interface OmissionOfValue extends Omission {
  readonly chance: Fraction | undefined;
}

/** How long a value of a track has not been drawn, and what share of such runs has that in a fair game. */
export function omissionOf(trend: Trend, track: TrackTrend, value: string): OmissionOfValue | undefined {
  const draws = track.omission[track.values.indexOf(value)];
  if (draws === undefined || trend.draws.length === 0) return undefined;
  const chance = valueChance(trend.family, track, value, lunarYearOfRun(trend, draws));
  const share = draws === 0 || chance === undefined ? undefined : shareOf(omissionChance(chance, draws));
  return { draws, share, chance };
}

/** The lunar year of a run of draws up to the last; undefined if it spans two, in which animals have other chances. */
function lunarYearOfRun({ gameCode, draws }: Trend, length: number): number | undefined {
  const game = findGame(gameCode);
  const last = draws.at(-1)?.drawAt;
  if (game?.family !== "mark-six" || last === undefined) return undefined;
  const zone = game.timeZone ?? DEFAULT_TIME_ZONE;
  const [first, now] = [last - length * game.cycleMinutes * MINUTE_MS, last].map((at) =>
    lunarYearOf(at, zone),
  );
  return first === now ? now : undefined;
}
