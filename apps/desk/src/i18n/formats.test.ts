import { expect, test } from "vitest";
import { dateLocale, dayPattern, readDay, showDay, showMoney, showTime } from "./formats.ts";

const SAIGON = "Asia/Ho_Chi_Minh";
const AT = Date.UTC(2026, 10, 3, 3, 0, 2);

test("days have the form of the reader's region, and the day first where only the language is known", () => {
  expect(dateLocale("en-US", ["en-US", "en"], SAIGON)).toBe("en-GB");
  expect(dateLocale("en-US", ["en-US"], "America/New_York")).toBe("en-US");
  expect(dateLocale("en-US", ["en-AU", "en"], "America/New_York")).toBe("en-AU");
  expect(dateLocale("en-US", ["vi-VN", "en-GB"], SAIGON)).toBe("en-GB");
  expect(dateLocale("en-US", ["vi"], SAIGON)).toBe("en-GB");
  expect(dateLocale("vi-VN", ["vi", "en-US"], SAIGON)).toBe("vi-VN");
  expect(showDay("2026-11-03", "en-GB")).toBe("03/11/2026");
  expect(showTime(AT, "en-GB", SAIGON)).toBe("03/11/2026, 10:00:02");
});

test("a day is typed as days are written, or with the year first", () => {
  expect([dayPattern("en-GB"), dayPattern("vi-VN"), dayPattern("en-US")]).toEqual([
    "dd/mm/yyyy",
    "dd/mm/yyyy",
    "mm/dd/yyyy",
  ]);
  expect(readDay("3/11/2026", "en-GB")).toBe("2026-11-03");
  expect(readDay("03.11.2026", "vi-VN")).toBe("2026-11-03");
  expect(readDay("11/03/2026", "en-US")).toBe("2026-11-03");
  expect(readDay("2026-11-03", "en-GB")).toBe("2026-11-03");
  for (const none of ["", "3/11", "31/11/2026", "11/21/2026", "3/11/26", "day"])
    expect([none, readDay(none, "en-GB")]).toEqual([none, undefined]);
});

test("an amount carries its currency", () => {
  expect(showMoney("1250.50", "en-US", "K").replaceAll(/\s/gu, " ")).toBe("1,250.50 K");
  expect(showMoney("-1250.50", "vi-VN", "₫").replaceAll(/\s/gu, " ")).toBe("−1.250,50 ₫");
});
