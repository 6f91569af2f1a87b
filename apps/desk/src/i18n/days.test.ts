import { expect, test } from "vitest";
import { dayEnd, dayOf, dayStart } from "./days.ts";

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
