import { findGame, lunarYearOf, periodAt, periodByNo, type Game, type GameCode } from "@lotus/games";

/** Lunar years of the draws of games with animals; undefined for all others. */
export interface LunarYears {
  /** Lunar year of the next draw. */
  readonly current: (game: GameCode) => number | undefined;
  /** Lunar year of the draw of a period; undefined for an unknown period number too. */
  readonly ofPeriod: (game: GameCode, periodNo: string) => number | undefined;
}

/** Computes lunar years in the operator's time zone. `now` is the server's clock, epoch ms. */
export function lunarYears(timeZone: string, now: () => number): LunarYears {
  // Cached until the next draw, since computing it from the schedule costs more than reading the clock.
  const known = new Map<
    GameCode,
    { readonly from: number; readonly drawAt: number; readonly year: number }
  >();
  return {
    current: (code) => {
      const game = gameWithAnimals(code);
      if (game === undefined) return undefined;
      const at = now();
      const last = known.get(code);
      if (last !== undefined && at >= last.from && at < last.drawAt) return last.year;
      const { drawAt } = periodAt({ ...game, timeZone }, at);
      const year = lunarYearOf(drawAt, timeZone);
      known.set(code, { from: at, drawAt, year });
      return year;
    },
    ofPeriod: (code, periodNo) => {
      const game = gameWithAnimals(code);
      const period = game === undefined ? null : periodByNo({ ...game, timeZone }, periodNo);
      return period === null ? undefined : lunarYearOf(period.drawAt, timeZone);
    },
  };
}

function gameWithAnimals(code: GameCode): Game | undefined {
  const game = findGame(code);
  return game?.family === "mark-six" ? game : undefined;
}
