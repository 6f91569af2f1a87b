import { expect, test } from "vitest";
import { LUNAR_YEARS, lunarYearOf } from "./lunar.ts";

const HANOI = "Asia/Ho_Chi_Minh";
const at = (text: string): number => Date.parse(text);

test.each([
  // The new year opens the lunar year at midnight of the draw's own zone.
  ["2026-02-16T23:59:59+07:00", 2025],
  ["2026-02-17T00:00:00+07:00", 2026],
  // Years for which the Chinese calendar of Intl is a day late or early.
  ["2027-02-05T23:59:59+07:00", 2026],
  ["2027-02-06T00:00:00+07:00", 2027],
  ["2030-02-02T23:59:59+07:00", 2029],
  ["2030-02-03T00:00:00+07:00", 2030],
  // The year of the late leap month.
  ["2034-02-18T12:00:00+07:00", 2033],
  ["2034-02-19T12:00:00+07:00", 2034],
  ["1990-01-26T12:00:00+07:00", 1989],
  ["1990-01-27T12:00:00+07:00", 1990],
  ["2000-02-05T00:00:00+07:00", 2000],
  ["2024-02-10T00:00:00+07:00", 2024],
  ["2100-02-09T00:00:00+07:00", 2100],
  ["2026-12-31T23:59:59+07:00", 2026],
])("%s is of the lunar year %i", (text, year) => {
  expect(lunarYearOf(at(text), HANOI)).toBe(year);
});

test("the draw's local date decides", () => {
  const instant = at("2026-02-16T20:00:00Z");
  expect(lunarYearOf(instant, "UTC")).toBe(2025);
  expect(lunarYearOf(instant, HANOI)).toBe(2026);
});

test("every lunar year has whole months: 353 to 355 days, or 383 to 385 with a leap month", () => {
  const day = 86_400_000;
  const turns: number[] = [];
  let year = 1989;
  for (let noon = at("1990-01-01T12:00:00Z"); noon < at("2100-12-31T00:00:00Z"); noon += day) {
    if (lunarYearOf(noon, "UTC") !== year) turns.push(noon);
    year = lunarYearOf(noon, "UTC");
  }
  expect(turns).toHaveLength(LUNAR_YEARS.to - LUNAR_YEARS.from + 1);
  for (const [index, turn] of turns.slice(1).entries()) {
    const days = Math.round((turn - (turns[index] ?? 0)) / day);
    expect([353, 354, 355, 383, 384, 385]).toContain(days);
  }
});

test("a year outside the table throws", () => {
  expect(() => lunarYearOf(at("2101-06-01T00:00:00Z"), HANOI)).toThrow(RangeError);
  expect(() => lunarYearOf(at("1989-06-01T00:00:00Z"), HANOI)).toThrow(RangeError);
});
