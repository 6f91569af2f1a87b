import { DEFAULT_TIME_ZONE, findGame, lunarYearOf } from "@lotus/games";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { serverClock } from "../../api/server-clock.ts";
import { currentQuery } from "../game-data/queries.ts";

/** Games without animals need no year, and computing one is avoided: the first date in a time zone is slow. */
const NO_YEAR = 0;

/**
 * The lunar year in which the running period of a game is drawn; that of the present moment until the period
 * is known, and zero for a game without animals. It only subscribes to what the screen has loaded, and re-renders when
 * the year changes, not with each period.
 */
export function useLunarYear(gameCode: string): number {
  const game = findGame(gameCode);
  const hasAnimals = game?.family === "mark-six";
  const zone = game?.timeZone ?? DEFAULT_TIME_ZONE;
  const select = useCallback(
    ({ drawAt }: { drawAt: number }) => (hasAnimals ? lunarYearOf(drawAt, zone) : NO_YEAR),
    [hasAnimals, zone],
  );
  const year = useQuery({ ...currentQuery(gameCode), enabled: false, select }).data;
  return year ?? (hasAnimals ? lunarYearOf(serverClock.now(), zone) : NO_YEAR);
}
