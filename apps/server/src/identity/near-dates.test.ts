import { expect, test } from "vitest";
import { nearDates } from "./near-dates.ts";

test("dates near another one are those that a slip makes of it, and each of them is a day", () => {
  const near = nearDates("1990-05-12");
  for (const date of ["1990-12-05", "1990-05-13", "1991-05-12", "1989-05-12", "1909-05-12", "1990-05-21"])
    expect(near).toContain(date);
  for (const date of ["1990-05-12", "1990-06-15", "1985-01-12", "1990-05-32"])
    expect(near).not.toContain(date);
  expect(near.length).toBeLessThan(60);
  expect(nearDates("2000-02-29")).not.toContain("2001-02-29");
});
