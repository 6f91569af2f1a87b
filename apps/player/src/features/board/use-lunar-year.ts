import { DEFAULT_TIME_ZONE, findGame, lunarYearOf } from "@lotus/games";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { serverClock } from "../../api/server-clock.ts";
import { currentQuery } from "../game-data/queries.ts";

/** In games without animals no year matters, and none is worked out: dates by time zone are slow to begin with. */
const NO_YEAR = 0;

/**
 * The lunar year in which the running period of a game is drawn; that of the present moment until the period
 * is known, and zero for a game without animals. It only listens to what the screen has loaded, and tells when the
 * year turns, not each period.
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
