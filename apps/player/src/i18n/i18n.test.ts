import { LOCALES } from "@lotus/locales";
import { expect, test } from "vitest";
import { formatsOf } from "./formats.ts";
import { runtimeWord } from "./runtime-words.ts";
import { chosenLocale, FALLBACK_LOCALE, loadCatalog, activateLocale, word } from "./i18n.ts";

test("a reader who never chose reads vi-VN, and so does one of a locale that is not there", () => {
  expect(chosenLocale(undefined)).toBe("vi-VN");
  expect(chosenLocale("xx-XX")).toBe(FALLBACK_LOCALE);
  expect(chosenLocale("en")).toBe("en-US");
});

test("runtime texts fall back to en: the other reading", () => {
  expect(runtimeWord("runtime.network", "sw-KE")).toBe("Network error");
  expect(runtimeWord("runtime.network", "zh-TW")).toBe("網路異常");
  expect(runtimeWord("runtime.network", "zh-Hans")).toBe("网络异常");
  expect(runtimeWord("runtime.network", "vi-VN")).toBe("Lỗi mạng");
});

test("every locale of the server has runtime texts of its own", () => {
  const texts = LOCALES.map((locale) => runtimeWord("runtime.reload", locale));
  expect(new Set(texts).size).toBe(LOCALES.length);
});

test("zh-Hant and en are other names of zh-TW and en-US, zh-Hans of zh-CN", () => {
  expect(["zh-Hant", "zh-Hans", "en", "fr", "es"].map((tag) => chosenLocale(tag))).toEqual([
    "zh-TW",
    "zh-CN",
    "en-US",
    "fr",
    "es",
  ]);
});

test("a change of language also loads the parts of the open page, and those requested meanwhile", async () => {
  await activateLocale("fr");
  await loadCatalog("withdraw");
  expect(word("withdraw.send")).toBe("Retirer");
  const [activated, loaded] = [activateLocale("pt-BR"), loadCatalog("payment")];
  await Promise.all([activated, loaded]);
  expect(word("withdraw.send")).toBe("Sacar");
  expect(word("payment.paid")).toBe("Já paguei");
});

test("of two languages chosen at once, the last one is activated", async () => {
  await Promise.all([activateLocale("ja-JP"), activateLocale("es"), activateLocale("id-ID")]);
  expect(word("auth.login")).toBe("Masuk");
  expect(document.documentElement.lang).toBe("id-ID");
});

test("numbers of things take the plural of the language", async () => {
  await activateLocale("fr");
  expect([0, 1, 2].map((count) => word("play.bets", { count }))).toEqual(["0 pari", "1 pari", "2 paris"]);
  await activateLocale("es");
  expect([0, 1, 2].map((count) => word("play.bets", { count }))).toEqual([
    "0 apuestas",
    "1 apuesta",
    "2 apuestas",
  ]);
});

test("the language changes without a reload", async () => {
  await activateLocale("vi-VN");
  expect(word("auth.login")).toBe("Đăng nhập");
  await activateLocale("en-US");
  expect(word("auth.login")).toBe("Log in");
  expect(word("app.unread", { count: 1 })).toBe("1 unread message");
  expect(document.documentElement.lang).toBe("en-US");
});

test("money and odds are written by the locale", () => {
  expect(formatsOf("vi-VN").money("12480.50")).toBe("12.480,50");
  expect(formatsOf("en-US").money("-5.00")).toBe("−5.00");
  expect(formatsOf("en-US").money("5.00", { signed: true })).toBe("+5.00");
  expect(formatsOf("vi-VN").odds("9.80")).toBe("9,80");
  expect(formatsOf("vi-VN").decimalSign).toBe(",");
});

test.each(["vi-VN", "en-US", "id-ID", "ja-JP", "ko-KR", "pt-BR", "zh-TW", "zh-CN", "fr", "es"])(
  "the time of day is written in %s as Intl does",
  (locale) => {
    const seconds = new Intl.DateTimeFormat(locale, {
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    });
    const minutes = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    for (const at of [
      new Date(2026, 10, 21, 9, 5, 7),
      new Date(2026, 10, 21, 0, 0, 0),
      new Date(2026, 5, 1, 23, 59, 59),
    ]) {
      expect(formatsOf(locale).time(at.getTime())).toBe(seconds.format(at));
      expect(formatsOf(locale).clock(at.getTime())).toBe(minutes.format(at));
    }
  },
);
