import { expect, test } from "vitest";
import { parsePhone } from "./phone.ts";

test.each([
  ["0912345678", "VN", "+84912345678"],
  ["+84 912 345 678", "US", "+84912345678"],
  ["(415) 555-2671", "US", "+14155552671"],
  ["0084912345678", "VN", "+84912345678"],
  ["+44 20 7946 0958", "VN", "+442079460958"],
])("%s of %s is %s", (typed, country, e164) => {
  expect(parsePhone(typed, country)).toBe(e164);
});

test.each([
  "",
  "12",
  "0123",
  "+84 12",
  "+999 123456789",
  "call 0912345678",
  "0912345678;ext=3",
  "+840912345678901",
])("no number: %s", (typed) => {
  expect(parsePhone(typed, "VN")).toBeUndefined();
});
