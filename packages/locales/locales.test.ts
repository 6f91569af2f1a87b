import { readdirSync } from "node:fs";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { describe, expect, test, vi } from "vitest";
import { ALL_AREAS, LOCALES, matchLocale } from "./index.ts";
import { readArea } from "./node.ts";

const [first, ...others] = LOCALES;

/** The placeholders and tags of a text, whatever their order; those inside plural branches count too. */
function placeholders(text: string): string[] {
  const names = new Set(text.match(/<\/?\d+\/?>/gu));
  const visit = (part: unknown) => {
    if (!Array.isArray(part)) return;
    const [name, , branches] = part;
    if (typeof name === "string") names.add(name);
    if (typeof branches !== "object" || branches === null) return;
    for (const branch of Object.values(branches)) if (Array.isArray(branch)) branch.forEach(visit);
  };
  const compiled = compileMessage(text);
  if (Array.isArray(compiled)) compiled.forEach(visit);
  return [...names].sort();
}

/** The strings in a compiled text. */
function plainTexts(part: unknown): string[] {
  if (typeof part === "string") return [part];
  return typeof part === "object" && part !== null ? Object.values(part).flatMap(plainTexts) : [];
}

describe.each(ALL_AREAS)("%s.json", (area) => {
  const source = readArea(first, area);

  test.each(others)("%s has the same keys", (locale) => {
    expect(Object.keys(readArea(locale, area)).sort()).toEqual(Object.keys(source).sort());
  });

  test.each(LOCALES)("%s has no empty text, and each is valid ICU", (locale) => {
    for (const [key, text] of Object.entries(readArea(locale, area))) {
      expect(text.trim(), key).not.toBe("");
      expect(text, key).not.toMatch(/[^\S\n]{2}|^[^\S\n]|[^\S\n]$/u);
      // The form of another formatter, which would be shown as it is.
      expect(text, key).not.toMatch(/%\{|\$\{/u);
      // The compiler reports a broken text on the console and leaves it as it is.
      const complaint = vi.spyOn(console, "error").mockImplementation(() => undefined);
      // Doubled braces are one in the text, but two where a placeholder begins a branch.
      expect(plainTexts(compileMessage(text)).join(" "), key).not.toMatch(/[{}]/u);
      expect(complaint, key).not.toHaveBeenCalled();
      complaint.mockRestore();
    }
  });

  test.each(others)("%s has the placeholders of the first locale", (locale) => {
    const translated = readArea(locale, area);
    for (const [key, text] of Object.entries(source)) {
      expect(placeholders(translated[key] ?? ""), key).toEqual(placeholders(text));
    }
  });
});

test("doubled braces are seen unless they begin a branch", () => {
  expect(plainTexts(compileMessage("Hi {{name}}")).join("")).toContain("{");
  expect(plainTexts(compileMessage("{n, select, one {{name}} other {{n}}}")).join("")).not.toMatch(/[{}]/u);
});

test("placeholders are found in plural branches and tags", () => {
  expect(placeholders("{n, plural, one {# of {all}} other {# of {all}}} <0>x</0>")).toEqual([
    "</0>",
    "<0>",
    "all",
    "n",
  ]);
  expect(placeholders("plain")).toEqual([]);
});

test("players read the names of games, not their codes", () => {
  const codes = /\b(?:FFC|SFC|WFC|K3|PK10|XYFT|LHC)\b/u;
  // Searches find bets by what people call them, codes too.
  const found = LOCALES.flatMap((locale) =>
    ALL_AREAS.filter((area) => area !== "find").flatMap((area) =>
      Object.entries(readArea(locale, area)).filter(([, text]) => codes.test(text)),
    ),
  );
  expect(found).toEqual([]);
});

test("no key is in two areas", () => {
  const keys = ALL_AREAS.flatMap((area) => Object.keys(readArea(first, area)));
  expect(keys.length).toBe(new Set(keys).size);
});

test("every locale has every area and nothing else, and every folder is a locale", () => {
  const folders = readdirSync(new URL(".", import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
    .map(({ name }) => name);
  expect(folders.toSorted()).toEqual(LOCALES.toSorted());
  for (const locale of LOCALES) {
    const files = readdirSync(new URL(`./${locale}`, import.meta.url)).sort();
    expect(files, locale).toEqual(ALL_AREAS.map((area) => `${area}.json`).sort());
  }
});

test("texts about past draws predict nothing", () => {
  const words = LOCALES.flatMap((locale) =>
    ["trends", "omission"].flatMap((area) => Object.values(readArea(locale, area))),
  );
  const foretelling = /\b(hot|cold|due|overdue|likely|predict)|nóng|lạnh|sắp ra|dự đoán/iu;
  expect(words.filter((text) => foretelling.test(text))).toEqual([]);
});

test.each([
  ["EN", "en-US"],
  ["en_GB", "en-US"],
  ["vi-vn", "vi-VN"],
  ["zh-Hant", "zh-TW"],
  ["zh-Hant-CN", "zh-TW"],
  ["zh-HK", "zh-TW"],
  ["zh-Hans", "zh-CN"],
  ["zh-Hans-TW", "zh-CN"],
  ["zh", "zh-CN"],
  ["zh-SG", "zh-CN"],
  ["fr-CA", "fr"],
  ["es-419", "es"],
  ["pt", "pt-BR"],
  ["pt-PT", "pt-BR"],
  ["id", "id-ID"],
  ["ja", "ja-JP"],
  ["ko-kr", "ko-KR"],
  ["sw-KE", undefined],
  ["xx-VN", undefined],
  ["", undefined],
])("the nearest locale of %j is %s", (tag, locale) => {
  expect(matchLocale(tag)).toBe(locale);
});
