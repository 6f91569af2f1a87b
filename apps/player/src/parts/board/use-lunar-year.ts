import { DEFAULT_TIME_ZONE, findGame, lunarYearOf } from "@lotus/games";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { serverClock } from "../../live/server-clock.ts";
import { currentQuery } from "../game-data/queries.ts";

/**
 * The lunar year in which the running period of a game is drawn; that of the present moment until the period
 * is known. It only listens to what the screen has loaded, and tells when the year turns, not each period.
 */
export function useLunarYear(gameCode: string): number {
  const zone = findGame(gameCode)?.timeZone ?? DEFAULT_TIME_ZONE;
  const select = useCallback(({ drawAt }: { drawAt: number }) => lunarYearOf(drawAt, zone), [zone]);
  const year = useQuery({ ...currentQuery(gameCode), enabled: false, select }).data;
  return year ?? lunarYearOf(serverClock.now(), zone);
}
