import { expect, test } from "vitest";
import { LOCALES, matchLocale } from "./locale.ts";

test.each(["en-US", "id-ID", "ja-JP", "ko-KR", "pt-BR", "vi-VN", "zh-TW"])(
  "%s is a supported locale",
  (tag) => {
    expect(LOCALES).toContain(tag);
    expect(matchLocale(tag)).toBe(tag);
  },
);

test.each([
  ["zh-Hans", "zh-CN"],
  ["zh-Hant", "zh-TW"],
  ["en", "en-US"],
  ["fr", "fr"],
  ["es", "es"],
])("%s resolves to %s", (tag, locale) => {
  expect(matchLocale(tag)).toBe(locale);
});
