import type { PlayerEvents, PlaySlot } from "./events.ts";
import {
  AFTER_LOSS_MINUTES,
  KNOWN_DAYS,
  LATEST_DAYS,
  LONG_HOURS,
  MANY_RECHARGES,
  NIGHT,
  PLAYED_BACK,
  RECENT_DAYS,
  type SignalId,
} from "./weights.ts";

/** Measures each marker of harm in what is known of a player. Pure: no I/O, no clock. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SLOT_MS = 5 * MINUTE_MS;
/** A pause up to this between two slots is play as well: periods of some games take ten minutes. */
const PAUSE_MS = 15 * MINUTE_MS;
/** Days with play on both sides without which stakes are not compared. */
const COMPARED_DAYS = 3;
/** Wins from this multiple of the usual stake of a day are big. */
const BIG_WIN_DAYS = 2;

/** The figure of each marker. */
export type Figures = Readonly<Record<SignalId, number>>;

/** Measures all markers. */
export function measure(events: PlayerEvents): Figures {
  const since = events.now - RECENT_DAYS * DAY_MS;
  const recent = events.slots.filter(({ at }) => at >= since && at <= events.now);
  const recharges = events.recharges.filter(({ at }) => at >= since && at <= events.now);
  const within = (times: readonly number[]): number =>
    times.filter((at) => at >= since && at <= events.now).length;
  return {
    rechargeAfterLoss: countAfterLoss(recharges),
    risingStakes: stakesRose(events),
    nights: nightsOf(events, recent),
    raisedLimits: within(events.raises),
    rechargesADay: daysWithMany(events, recharges),
    failedRecharges: recharges.filter(({ passed }) => !passed).length,
    longPlay: longDays(events, recent),
    playedBack: winsPlayedBack(recent),
    askedForMoney: within(events.asked),
    shareLost: recharges.some(({ passed }) => passed) ? shareLost(events, recent) : 0,
    daysPlayed: dayTotals(events, recent).size,
  };
}

/** The day of the house's calendar, as a number. */
function dayOf({ zoneMs }: Pick<PlayerEvents, "zoneMs">, at: number): number {
  return Math.floor((at + zoneMs) / DAY_MS);
}

/** Recharges made within minutes of each other are one, so that splitting one neither hides nor adds anything. */
function countAfterLoss(recharges: PlayerEvents["recharges"]): number {
  let [count, last] = [0, Number.NEGATIVE_INFINITY];
  for (const { at, passed, lostBefore } of recharges) {
    if (!passed || lostBefore <= 0) continue;
    if (at - last <= AFTER_LOSS_MINUTES * MINUTE_MS) continue;
    count += 1;
    last = at;
  }
  return count;
}

function dayTotals(events: Pick<PlayerEvents, "zoneMs">, slots: readonly PlaySlot[]): Map<number, number> {
  const days = new Map<number, number>();
  for (const { at, staked } of slots) {
    if (staked <= 0) continue;
    const day = dayOf(events, at);
    days.set(day, (days.get(day) ?? 0) + staked);
  }
  return days;
}

/** 0 where there is too little to compare. */
function stakesRose(events: PlayerEvents): number {
  const split = dayOf(events, events.now) - LATEST_DAYS;
  const first = dayOf(events, events.now) - KNOWN_DAYS;
  const [latest, before]: [number[], number[]] = [[], []];
  for (const [day, staked] of dayTotals(events, events.slots))
    if (day > split) latest.push(staked);
    else if (day >= first) before.push(staked);
  if (latest.length < COMPARED_DAYS || before.length < COMPARED_DAYS) return 0;
  return rounded(mean(latest) / mean(before));
}

/** Nights in which something was played: from midnight of the house's clock. */
export function nightsOf(events: Pick<PlayerEvents, "zoneMs">, slots: readonly PlaySlot[]): number {
  const nights = new Set<number>();
  for (const { at, staked } of slots) {
    const hour = Math.floor(((at + events.zoneMs) % DAY_MS) / HOUR_MS);
    if (staked > 0 && hour >= NIGHT.from && hour < NIGHT.to) nights.add(dayOf(events, at));
  }
  return nights.size;
}

function daysWithMany(events: PlayerEvents, recharges: PlayerEvents["recharges"]): number {
  const counts = new Map<number, number>();
  for (const { at, passed } of recharges)
    if (passed) counts.set(dayOf(events, at), (counts.get(dayOf(events, at)) ?? 0) + 1);
  return [...counts.values()].filter((count) => count >= MANY_RECHARGES).length;
}

/** Time of play adds up over a day, so that neither pauses nor a second device shorten it. */
function longDays(events: PlayerEvents, slots: readonly PlaySlot[]): number {
  const played = new Map<number, number>();
  let last = Number.NEGATIVE_INFINITY;
  for (const { at, staked } of slots) {
    if (staked <= 0) continue;
    const pause = at - last - SLOT_MS;
    const day = dayOf(events, at);
    const time = SLOT_MS + (pause > 0 && pause <= PAUSE_MS ? pause : 0);
    played.set(day, (played.get(day) ?? 0) + time);
    last = at;
  }
  return [...played.values()].filter((time) => time >= LONG_HOURS * HOUR_MS).length;
}

/** Big wins after which nearly all of it was lost within the hours that follow; one after the other. */
function winsPlayedBack(slots: readonly PlaySlot[]): number {
  const days = dayTotals({ zoneMs: 0 }, slots);
  if (days.size === 0) return 0;
  const big = BIG_WIN_DAYS * mean([...days.values()]);
  let [count, index] = [0, 0];
  while (index < slots.length) {
    const win = slots[index];
    index += 1;
    if (win === undefined || win.won - win.staked < big) continue;
    const until = win.at + PLAYED_BACK.hours * HOUR_MS;
    let net = 0;
    for (let next = index; next < slots.length; next += 1) {
      const slot = slots[next];
      if (slot === undefined || slot.at > until) break;
      net += slot.won - slot.staked;
      if (-net * 100 < (win.won - win.staked) * PLAYED_BACK.percent) continue;
      count += 1;
      index = next + 1;
      break;
    }
  }
  return count;
}

/** Of all that was at hand, what was lost: the rest is still there or was withdrawn. */
function shareLost({ balance, withdrawn }: PlayerEvents, slots: readonly PlaySlot[]): number {
  const lost = slots.reduce((sum, { staked, won }) => sum + staked - won, 0);
  return lost <= 0 ? 0 : Math.round((lost * 100) / (lost + balance + withdrawn));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
