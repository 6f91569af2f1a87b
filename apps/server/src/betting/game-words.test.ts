import { readFileSync } from "node:fs";
import { type Family, modeOf } from "@lotus/games";
import { LOCALES, type Locale } from "@lotus/locales";
import { loadServerMessages, readArea, type Translate } from "@lotus/locales/node";
import { describe, expect, test } from "vitest";
import { gameWords } from "./game-words.ts";

/** An option of a fixture; only its codes are used here. */
interface Written {
  readonly option: string;
  readonly groups: readonly { readonly code: string; readonly items: readonly string[] }[];
  readonly tiers: readonly {
    readonly code: string;
    readonly classes: readonly { readonly class?: string }[];
  }[];
}

const FAMILIES: readonly Family[] = ["five-digits", "dice", "racing", "mark-six"];
const NAME_LENGTH = 24;
const HINT_LENGTH = 48;

const translate = loadServerMessages();

/** Every option of a family in the fixtures, whether or not it is implemented. */
function writtenDown(family: Family): readonly Written[] {
  const file = new URL(`../../../../packages/games/fixtures/${family}.json`, import.meta.url);
  // The tests of the games check the shape of the fixtures.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(readFileSync(file, "utf8")) as Written[];
}

/** Every text about a family, by its purpose. */
function wordsOf(family: Family, locale: Locale, translateWith: Translate = translate): Map<string, string> {
  const words = gameWords(translateWith, locale);
  const texts = new Map<string, string>();
  for (const { option, groups, tiers } of writtenDown(family)) {
    texts.set(`mode ${modeOf(option)}`, words.mode(family, modeOf(option)));
    for (const kind of ["option", "hint", "help"] as const) {
      texts.set(`${kind} ${option}`, words.option(family, kind, option));
    }
    for (const group of groups) {
      texts.set(`group ${group.code}`, words.group(family, group.code));
      for (const item of group.items) texts.set(`item ${item}`, words.item(family, item));
    }
    for (const tier of tiers) {
      texts.set(`tier ${tier.code}`, words.tier(family, tier.code));
      for (const { class: code } of tier.classes) {
        if (code !== undefined) texts.set(`class ${code}`, words.class(family, code));
      }
    }
  }
  return texts;
}

describe.each(LOCALES)("the words in %s", (locale) => {
  test.each(FAMILIES)("of %s are there for every code, with nothing left to fill in", (family) => {
    for (const [what, text] of wordsOf(family, locale)) {
      // A missing text reads as its key, also for places inside a text.
      expect(text, what).not.toMatch(/\b(?:game|five-digits|dice|racing|mark-six)\.[a-z]/u);
      expect(text, what).not.toMatch(/[{}]/u);
      expect(text, what).not.toMatch(/[^\S\n]{2}|^\s|\s$/u);
      expect(text.trim(), what).not.toBe("");
    }
  });

  test.each(FAMILIES)("of %s fit where they stand", (family) => {
    for (const [what, text] of wordsOf(family, locale)) {
      if (/^(?:mode|option) /u.test(what)) expect(text.length, text).toBeLessThanOrEqual(NAME_LENGTH);
      if (what.startsWith("hint ")) expect(text.length, text).toBeLessThanOrEqual(HINT_LENGTH);
      // Scripts without capital letters begin with any letter and may have their own full stop.
      if (what.startsWith("help ")) expect(text, what).toMatch(/^[\p{Lu}\p{Lo}\d].*[.)。]$/u);
    }
  });

  test.each(FAMILIES)("of %s tell its modes, and the options of a mode, apart", (family) => {
    const words = gameWords(translate, locale);
    const options = writtenDown(family).map(({ option }) => option);
    const modes = [...new Set(options.map(modeOf))];
    expect(new Set(modes.map((mode) => words.mode(family, mode))).size).toBe(modes.length);
    const names = options.map((option) => `${modeOf(option)} ${words.option(family, "option", option)}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(FAMILIES)("of %s ask for nothing that is not filled in", (family) => {
    // A placeholder with another name would silently be left out of the text.
    for (const [key, text] of Object.entries(readArea(locale, family))) {
      const placeholders = Array.from(text.matchAll(/\{\s*(\w+)/gu), ([, name]) => name);
      expect(["places", "n"], key).toEqual(expect.arrayContaining(placeholders));
    }
  });

  test.each(FAMILIES)("of %s are all used", (family) => {
    const found = new Set<string>();
    wordsOf(family, locale, (where, key, values) => {
      const text = translate(where, key, values);
      if (text !== key) found.add(key);
      return text;
    });
    expect(Object.keys(readArea(locale, family)).filter((key) => !found.has(key))).toEqual([]);
  });
});

test("what modes share is said once, with their places and numbers in it", () => {
  const vi = gameWords(translate, "vi-VN");
  expect(vi.option("five-digits", "help", "QS.Z6")).toContain("ba số đầu (Chục nghìn, Nghìn, Trăm)");
  expect(vi.option("five-digits", "help", "HS.Z6")).toContain("ba số cuối (Trăm, Chục, Đơn vị)");
  expect(vi.option("five-digits", "option", "DXDS.Z3")).toBe("Ba số giữa");
  expect(vi.option("mark-six", "option", "QBZ.QBZ12")).toBe("Trượt 12 số");
  const en = gameWords(translate, "en-US");
  expect(en.option("five-digits", "hint", "HS.BDW1")).toBe("Pick at least 1 digit");
  expect(en.option("five-digits", "hint", "HS.BDW2")).toBe("Pick at least 2 digits");
  expect(en.tier("mark-six", "hits1")).toBe("1 regular ball");
  expect(en.tier("mark-six", "zodiacs11")).toBe("11 animals picked");
});

test("a class of its own name, else the item's, and a number is its own name", () => {
  const vi = gameWords(translate, "vi-VN");
  expect(vi.class("mark-six", "year")).toBe("Con giáp của năm");
  expect(vi.class("mark-six", "red-big")).toBe("Đỏ tài");
  expect(vi.class("racing", "dragon")).toBe("Rồng");
  expect(vi.item("mark-six", "rabbit")).toBe("Mèo");
  expect(vi.item("mark-six", "ox")).toBe("Trâu");
  expect(vi.item("mark-six", "07")).toBe("07");
});

test("a text that is missing reads as its key", () => {
  const words = gameWords((_locale, key) => key, "vi-VN");
  expect(words.option("dice", "help", "HZ.HZ")).toBe("dice.help.HZ.HZ");
  expect(words.class("mark-six", "year")).toBe("mark-six.item.year");
});
