import type { PlayerEvents } from "./events.ts";
import { nightsOf } from "./signals.ts";

/** What a player did in some days, compared before and after a case of the desk. Minor units as numbers. */
export interface PlayFigures {
  readonly staked: number;
  readonly recharged: number;
  readonly nights: number;
}

/** Sums up what happened from one instant (epoch ms) up to another. */
export function playFigures(events: PlayerEvents, from: number, to: number): PlayFigures {
  const slots = events.slots.filter(({ at }) => at >= from && at < to);
  return {
    staked: Math.max(0, Math.round(slots.reduce((sum, { staked }) => sum + staked, 0))),
    recharged: events.recharges
      .filter(({ at, passed }) => passed && at >= from && at < to)
      .reduce((sum, { amount }) => sum + amount, 0),
    nights: nightsOf(events, slots),
  };
}
