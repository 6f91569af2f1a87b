import { expect, test } from "vitest";
import { dayEnd, dayOf, dayStart, showOffset } from "./days.ts";

const SAIGON = "Asia/Ho_Chi_Minh";

test("a day begins and ends at the operator's midnight", () => {
  expect(dayStart("2026-11-21", SAIGON)).toBe(Date.UTC(2026, 10, 20, 17));
  expect(dayEnd("2026-11-21", SAIGON)).toBe(Date.UTC(2026, 10, 21, 17));
  expect(dayOf(Date.UTC(2026, 10, 21, 16, 59, 59), SAIGON)).toBe("2026-11-21");
  expect(dayOf(Date.UTC(2026, 10, 21, 17), SAIGON)).toBe("2026-11-22");
});

test("nights with a change of clocks have their actual length", () => {
  expect(dayStart("2026-03-29", "Europe/Berlin")).toBe(Date.UTC(2026, 2, 28, 23));
  expect(dayEnd("2026-03-29", "Europe/Berlin")).toBe(Date.UTC(2026, 2, 29, 22));
  expect(dayEnd("2026-12-31", "Europe/Berlin")).toBe(Date.UTC(2026, 11, 31, 23));
});

test("an invalid day has no start", () => {
  expect(dayStart("", SAIGON)).toBeUndefined();
  expect(dayEnd("2026-13-01", SAIGON)).toBeUndefined();
});

test("the offset of a zone is shown as it is at that instant", () => {
  const [winter, summer] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)];
  expect(showOffset(winter, SAIGON)).toBe("UTC+7");
  expect(showOffset(winter, "UTC")).toBe("UTC+0");
  expect(showOffset(winter, "Asia/Kathmandu")).toBe("UTC+5:45");
  expect([winter, summer].map((at) => showOffset(at, "America/St_Johns"))).toEqual(["UTC−3:30", "UTC−2:30"]);
});

test("a day whose midnight is skipped begins when it does, and ends where the next begins", () => {
  expect(dayStart("2026-09-06", "America/Santiago")).toBe(Date.UTC(2026, 8, 6, 4));
  expect(dayEnd("2026-09-05", "America/Santiago")).toBe(Date.UTC(2026, 8, 6, 4));
  expect(dayOf(Date.UTC(2026, 8, 6, 3, 59), "America/Santiago")).toBe("2026-09-05");
  expect(dayStart("2026-04-24", "Africa/Cairo")).toBe(Date.UTC(2026, 3, 23, 22));
  expect(dayStart("2026-10-25", "Atlantic/Azores")).toBe(Date.UTC(2026, 9, 25));
});
