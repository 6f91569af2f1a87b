import { expect, test } from "vitest";
import { countDays, dayAfter, dayOf, daysOf, lastMonths, noonOf } from "./days.ts";

test("named ranges are relative to today", () => {
  expect(daysOf("today", "2026-03-01")).toEqual({ from: "2026-03-01", to: "2026-03-01" });
  expect(daysOf("yesterday", "2026-03-01")).toEqual({ from: "2026-02-28", to: "2026-02-28" });
  expect(daysOf("7d", "2026-03-03")).toEqual({ from: "2026-02-25", to: "2026-03-03" });
  expect(daysOf("30d", "2026-01-15")).toEqual({ from: "2025-12-17", to: "2026-01-15" });
  expect(daysOf("month", "2026-11-21")).toEqual({ from: "2026-11-01", to: "2026-11-21" });
});

test("the first and the last day both count", () => {
  expect(countDays({ from: "2026-11-21", to: "2026-11-21" })).toBe(1);
  expect(countDays(daysOf("7d", "2026-03-03"))).toBe(7);
  // Clocks are changed within, somewhere in the world.
  expect(countDays({ from: "2026-01-01", to: "2026-12-31" })).toBe(365);
  expect(countDays({ from: "2026-11-22", to: "2026-11-21" })).toBe(0);
});

test("days are those of the player's clock", () => {
  expect(dayOf(new Date(2026, 10, 21, 0, 0).getTime())).toBe("2026-11-21");
  expect(dayOf(new Date(2026, 10, 21, 23, 59).getTime())).toBe("2026-11-21");
  expect(dayOf(noonOf("2028-02-29"))).toBe("2028-02-29");
  expect(dayAfter("2028-02-28", 1)).toBe("2028-02-29");
});

test("the last months are whole, but for the current one, across a new year and February", () => {
  expect(lastMonths("2026-03-09", 4)).toEqual([
    { from: "2026-03-01", to: "2026-03-09" },
    { from: "2026-02-01", to: "2026-02-28" },
    { from: "2026-01-01", to: "2026-01-31" },
    { from: "2025-12-01", to: "2025-12-31" },
  ]);
});
