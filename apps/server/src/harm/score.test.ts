import { expect, test } from "vitest";
import type { PlayerEvents, PlaySlot, Recharge } from "./events.ts";
import { parseWeights } from "../settings/harm-settings.ts";
import { levelOf, scoreFigures, scoreOf } from "./score.ts";
import { measure } from "./signals.ts";
import { SIGNAL_IDS, SIGNALS, THRESHOLDS, weightsWith, type SignalId } from "./weights.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 24);

function eventsOf(events: Partial<PlayerEvents>): PlayerEvents {
  return {
    now: NOW,
    zoneMs: 0,
    slots: [],
    recharges: [],
    raises: [],
    asked: [],
    balance: 0,
    withdrawn: 0,
    ...events,
  };
}

const recharge = (at: number, lostBefore = 100_00, passed = true): Recharge => ({
  at,
  amount: 50_00,
  passed,
  lostBefore,
});
const slot = (at: number, staked = 10_00, won = 0): PlaySlot => ({ at, staked, won });
const figure = (events: Partial<PlayerEvents>, id: SignalId): number => measure(eventsOf(events))[id];
/** Slots of five minutes from a time on, without a pause. */
const playing = (from: number, hours: number): PlaySlot[] =>
  Array.from({ length: hours * 12 }, (_, index) => slot(from + index * 5 * MINUTE));

test("who did nothing scores nothing", () => {
  expect(scoreOf(eventsOf({}), weightsWith())).toEqual({ score: 0, reasons: [] });
});

test("points rise evenly from where a marker begins to its weight, and the score ends at 100", () => {
  const none = measure(eventsOf({}));
  const { from, full, weight } = SIGNALS.rechargeAfterLoss;
  const points = (value: number) => scoreFigures({ ...none, rechargeAfterLoss: value }, weightsWith()).score;
  expect([points(from), points((from + full) / 2), points(full), points(full * 3)]).toEqual([
    0,
    weight / 2,
    weight,
    weight,
  ]);
  const all = Object.fromEntries(SIGNAL_IDS.map((id) => [id, 1000]));
  const most = scoreFigures({ ...none, ...all }, weightsWith());
  expect(most.score).toBe(100);
  expect(most.reasons).toHaveLength(SIGNAL_IDS.length);
});

test("recharges after losses: only those that follow a loss, and one that is split counts once", () => {
  const at = NOW - 5 * DAY;
  const recharges = [recharge(at), recharge(at + DAY, 0), recharge(at + 2 * DAY, 100_00, false)];
  expect(figure({ recharges }, "rechargeAfterLoss")).toBe(1);
  const split = Array.from({ length: 5 }, (_, index) => recharge(at + index * MINUTE));
  expect(figure({ recharges: split }, "rechargeAfterLoss")).toBe(1);
  const chase = Array.from({ length: 5 }, (_, index) => recharge(at + index * 11 * MINUTE));
  expect(figure({ recharges: chase }, "rechargeAfterLoss")).toBe(5);
});

test("splitting a recharge in small ones raises the score and never lowers it", () => {
  const days = Array.from({ length: 6 }, (_, index) => NOW - (index + 1) * 2 * DAY + 12 * HOUR);
  const whole = days.map((at) => recharge(at));
  const split = days.flatMap((at) =>
    [0, 1, 2, 3].map((step) => ({ ...recharge(at + step * MINUTE), amount: 12_50 })),
  );
  const score = (recharges: Recharge[]) => scoreOf(eventsOf({ recharges }), weightsWith()).score;
  expect(score(split)).toBeGreaterThan(score(whole));
});

test("long play: two sessions or two devices on a day add up to the same time", () => {
  const day = NOW - 3 * DAY;
  expect(figure({ slots: playing(day + 9 * HOUR, 3) }, "longPlay")).toBe(1);
  const twice = [...playing(day + 9 * HOUR, 1), ...playing(day + 18 * HOUR, 2)];
  expect(figure({ slots: twice }, "longPlay")).toBe(1);
  expect(figure({ slots: playing(day + 9 * HOUR, 2) }, "longPlay")).toBe(0);
});

test("nights are those of the house's clock", () => {
  const slots = [slot(NOW - 3 * DAY + 20 * HOUR), slot(NOW - 5 * DAY + 2 * HOUR)];
  expect(figure({ slots }, "nights")).toBe(1);
  // Seven hours ahead: 20:00 UTC is 3:00, and 2:00 UTC is 9:00.
  expect(figure({ slots, zoneMs: 7 * HOUR }, "nights")).toBe(1);
  expect(figure({ slots: slots.slice(1), zoneMs: 7 * HOUR }, "nights")).toBe(0);
});

test("rising stakes: the last 10 days against those before, if both were played", () => {
  const before = [20, 30, 40].map((days) => slot(NOW - days * DAY, 10_00));
  const latest = [2, 4, 6].map((days) => slot(NOW - days * DAY, 30_00));
  const sorted = (slots: PlaySlot[]) => slots.toSorted((one, other) => one.at - other.at);
  expect(figure({ slots: sorted([...before, ...latest]) }, "risingStakes")).toBe(3);
  expect(figure({ slots: sorted(latest) }, "risingStakes")).toBe(0);
});

test("a big win that is lost again within two days is played back; one that is kept is not", () => {
  const usual = [10, 12, 14].map((days) => slot(NOW - days * DAY, 10_00));
  const win = slot(NOW - 6 * DAY, 10_00, 200_00);
  const lose = [1, 2, 3, 4].map((hours) => slot(NOW - 6 * DAY + hours * HOUR, 50_00));
  const slots = (more: PlaySlot[]) => [...usual, win, ...more].toSorted((one, other) => one.at - other.at);
  expect(figure({ slots: slots(lose) }, "playedBack")).toBe(1);
  expect(figure({ slots: slots([]) }, "playedBack")).toBe(0);
  expect(
    figure({ slots: slots(lose.map((each) => ({ ...each, at: each.at + 3 * DAY }))) }, "playedBack"),
  ).toBe(0);
});

test("share lost: what was withdrawn was at hand, and without a recharge nothing is counted", () => {
  const slots = [slot(NOW - DAY, 90_00)];
  const recharges = [recharge(NOW - 2 * DAY)];
  expect(figure({ slots, recharges, balance: 10_00 }, "shareLost")).toBe(90);
  expect(figure({ slots, recharges, balance: 10_00, withdrawn: 100_00 }, "shareLost")).toBe(45);
  expect(figure({ slots, balance: 10_00 }, "shareLost")).toBe(0);
});

test("what is older than 30 days, or later than now, is not counted", () => {
  for (const at of [NOW - 31 * DAY, NOW + 1]) {
    const events = { raises: [at], asked: [at], recharges: [recharge(at)], slots: [slot(at)] };
    expect(scoreOf(eventsOf(events), weightsWith()).score).toBe(0);
  }
});

test("levels begin at the thresholds", () => {
  expect([0, 29, 30, 49, 50, 69, 70, 100].map((score) => levelOf(score, THRESHOLDS))).toEqual([
    0, 0, 1, 1, 2, 2, 3, 3,
  ]);
});

test("weights of an operator: known markers, whole numbers up to 100, each once", () => {
  expect(parseWeights("")).toEqual({});
  expect(parseWeights("nights=4, shareLost=0")).toEqual({ nights: 4, shareLost: 0 });
  for (const wrong of ["nights", "nights=101", "nights=-1", "sleep=3", "nights=1,nights=2", "nights=1.5"])
    expect(parseWeights(wrong)).toBeNull();
  expect(weightsWith({ nights: 0 })).toMatchObject({ nights: 0, longPlay: SIGNALS.longPlay.weight });
});
