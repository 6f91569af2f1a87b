import { CALLS } from "@lotus/contract";
import { DEFAULT_LIMITS, defaultOdds, optionsOf } from "@lotus/games";
import { loadServerMessages } from "@lotus/locales/node";
import { expect, test } from "vitest";
import { lunarYears } from "./lunar-years.ts";
import { ruleReplies } from "./rule-tree.ts";

const ZONE = "Asia/Ho_Chi_Minh";
// The year of the goat begins on 6 February 2027; in Vietnam that is at 17:00 UTC of the day before.
const NEW_YEAR = Date.UTC(2027, 1, 5, 17);
const MINUTE = 60_000;

test("the year turns with the first draw of the lunar new year", () => {
  let now = NEW_YEAR - 11 * MINUTE;
  const years = lunarYears(ZONE, () => now);
  expect(years.current("LHC")).toBe(2026);
  // 23:49: the period draws at 23:50. From then on the next draw is at midnight, in the new year.
  now = NEW_YEAR - 10 * MINUTE - 1;
  expect(years.current("LHC")).toBe(2026);
  now = NEW_YEAR - 10 * MINUTE;
  expect(years.current("LHC")).toBe(2027);
  now = NEW_YEAR + 1;
  expect(years.current("LHC")).toBe(2027);
  // A clock that is set back is followed.
  now = NEW_YEAR - 11 * MINUTE;
  expect(years.current("LHC")).toBe(2026);
});

test("a period has the lunar year of its draw, in the zone of the server", () => {
  const years = lunarYears(ZONE, () => 0);
  expect(years.ofPeriod("LHC", "20270205143")).toBe(2026);
  // The last period of a day draws at the midnight that ends it.
  expect(years.ofPeriod("LHC", "20270205144")).toBe(2027);
  expect(years.ofPeriod("LHC", "20270206001")).toBe(2027);
  expect(years.ofPeriod("LHC", "20270205145")).toBeUndefined();
  expect(years.ofPeriod("LHC", "nothing")).toBeUndefined();
  expect(lunarYears("UTC", () => NEW_YEAR + MINUTE).current("LHC")).toBe(2026);
});

test("other games have none", () => {
  const years = lunarYears(ZONE, () => NEW_YEAR);
  expect(years.current("FFC")).toBeUndefined();
  expect(years.ofPeriod("FFC", "202702060001")).toBeUndefined();
});

test("the rule tree puts an animal's odds under it, and is made anew when the year turns", () => {
  let now = NEW_YEAR - 11 * MINUTE;
  const options = optionsOf("LHC").map((option) => [option.code, defaultOdds("LHC", option)] as const);
  const version = { version: 1, odds: { LHC: Object.fromEntries(options) } };
  const replyOf = ruleReplies({
    odds: { current: () => version },
    translate: loadServerMessages(),
    lunarYear: lunarYears(ZONE, () => now).current,
    limits: { of: () => DEFAULT_LIMITS, version: () => 0 },
  });
  const oddsUnder = (optionCode: string): Record<string, string | undefined> => {
    const { data } = JSON.parse(replyOf("LHC", "vi-VN").text) as { data: unknown };
    const { rules } = CALLS.rule.data.parse(data);
    const option = rules.flatMap(({ childrens }) => childrens).find(({ code }) => code === optionCode);
    const items = option?.groups.flatMap((group) => group.items) ?? [];
    return Object.fromEntries(items.map(({ id, odds }) => [id, odds]));
  };
  expect(oddsUnder("SX.TX")).toMatchObject({ rat: "11.94", horse: "9.55", goat: "11.94" });
  expect(replyOf("LHC", "vi-VN")).toBe(replyOf("LHC", "vi-VN"));
  now = NEW_YEAR;
  expect(oddsUnder("SX.TX")).toMatchObject({ rat: "11.94", horse: "11.94", goat: "9.55" });
  expect(oddsUnder("SX.ZX")).toMatchObject({ horse: "2.13", goat: "1.78" });
  // One bet, whatever is picked: its odds go by how many animals that is.
  expect(oddsUnder("SX.HX")["goat"]).toBeUndefined();
});
