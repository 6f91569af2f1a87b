import { describe, expect, test } from "vitest";
import { daysBefore, isDay, spanOf } from "./calendar-days.ts";

describe("a day", () => {
  test.each(["2026-11-21", "2028-02-29", "0001-01-01", "9999-12-31"])("%s is one", (text) => {
    expect(isDay(text)).toBe(true);
  });

  test.each(["2026-11-31", "2026-02-29", "0000-01-01", "2026-1-1", "2026-11-21T00:00", "yesterday", ""])(
    "%j is none",
    (text) => {
      expect(isDay(text)).toBe(false);
    },
  );
});

test("days are counted over the ends of months and years", () => {
  expect(daysBefore("2027-01-01", 1)).toBe("2026-12-31");
  expect(daysBefore("2028-03-01", 1)).toBe("2028-02-29");
});

test("a range has today in it; without one every day is", () => {
  expect(spanOf("3d", "2026-11-21")).toEqual({ from: "2026-11-19", to: null });
  expect(spanOf("today", "2026-11-21")).toEqual({ from: "2026-11-21", to: null });
  expect(spanOf(undefined, "2026-11-21")).toEqual({ from: null, to: null });
});
