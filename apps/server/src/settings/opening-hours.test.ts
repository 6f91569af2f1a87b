import { expect, test } from "vitest";
import { formatMinute, isWithin, parseHours } from "./opening-hours.ts";

const HANOI = "Asia/Ho_Chi_Minh";
// Seven hours behind Hanoi.
const at = (hours: number, minutes: number): number => Date.UTC(2026, 10, 21, hours - 7, minutes);

test.each([
  ["08:00-22:30", { opens: 480, closes: 1350 }],
  ["20:00-02:00", { opens: 1200, closes: 120 }],
  ["00:00-24:00", { opens: 0, closes: 1440 }],
])("%s is read", (text, hours) => {
  expect(parseHours(text)).toEqual(hours);
});

test.each(["", "8:00-22:00", "08:00-25:00", "08:60-09:00", "08:00-08:00", "24:00-01:00", "08:00"])(
  "%j is refused",
  (text) => {
    expect(parseHours(text)).toBeNull();
  },
);

test("the first minute is open, the last is not; on the server's clock", () => {
  const hours = { opens: 480, closes: 1350 };
  const open = [at(7, 59), at(8, 0), at(22, 29), at(22, 30)].map((instant) =>
    isWithin(hours, instant, HANOI),
  );
  expect(open).toEqual([false, true, true, false]);
  expect(isWithin(hours, at(8, 0), "UTC")).toBe(false);
});

test("hours may run past midnight", () => {
  const hours = { opens: 1200, closes: 120 };
  const open = [at(19, 59), at(20, 0), at(24, 30), at(26, 0)].map((instant) =>
    isWithin(hours, instant, HANOI),
  );
  expect(open).toEqual([false, true, true, false]);
  expect(isWithin({ opens: 0, closes: 1440 }, at(23, 59), HANOI)).toBe(true);
});

test("a minute of the day is written as a clock shows it", () => {
  expect([0, 485, 1440].map(formatMinute)).toEqual(["00:00", "08:05", "24:00"]);
});
