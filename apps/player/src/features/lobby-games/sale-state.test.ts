import { expect, test } from "vitest";
import { saleState } from "./sale-state.ts";

const current = {
  prizeNo: "202611210582",
  openAt: 100_000,
  closeAt: 155_000,
  drawAt: 160_000,
  serverTime: 0,
  status: "open",
  commitment: "",
} as const;

test("a sale counts down to its close, then to its draw", () => {
  const at = (nowMs: number) => saleState({ on: true, current }, nowMs);
  expect(at(99_001)).toEqual({ kind: "opening", seconds: 1 });
  expect(at(100_000)).toEqual({ kind: "selling", seconds: 55 });
  expect(at(154_999)).toEqual({ kind: "selling", seconds: 1 });
  expect(at(155_000)).toEqual({ kind: "closed", seconds: 5 });
  expect(at(160_000)).toEqual({ kind: "drawing" });
});

test("a game that opens hours later is resting; a switched-off game is off whatever its period", () => {
  const later = { ...current, openAt: 5 * 3_600_000, closeAt: 5 * 3_600_000 + 1, drawAt: 5 * 3_600_000 + 2 };
  expect(saleState({ on: true, current: later }, 0)).toEqual({ kind: "resting", opensAt: 5 * 3_600_000 });
  expect(saleState({ on: false, current }, 120_000)).toEqual({ kind: "off" });
  expect(saleState({ on: true, current: null }, 120_000)).toEqual({ kind: "off" });
});
