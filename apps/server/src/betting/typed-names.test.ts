import { GAMES, optionsOf, readTyped, typedExample, typedForm, typedText, type Option } from "@lotus/games";
import { LOCALES, type Locale } from "@lotus/locales";
import { loadServerMessages } from "@lotus/locales/node";
import { describe, expect, test } from "vitest";
import { gameWords } from "./game-words.ts";

const translate = loadServerMessages();
const families = new Map(GAMES.map(({ code, family }) => [family, code]));
const options = [...families.values()].flatMap((game) => optionsOf(game));

// The words of a board as a player of a locale has them.
function namesOf(option: Option, locale: Locale) {
  const words = gameWords(translate, locale);
  return option.board.groups.flatMap(({ code, items }) =>
    items.map((item) => ({ group: code, item, name: words.item(option.family, item) })),
  );
}

function leftOf(option: Option, text: string, locale: Locale): string[] {
  const read = readTyped(option, text, namesOf(option, locale));
  if (read?.ok !== true) throw new Error(`${option.code} was not read`);
  return read.leftOut.map(({ reason, from, to }) => `${option.code} ${reason}: ${text.slice(from, to)}`);
}

describe.each(LOCALES)("a list typed in %s", (locale) => {
  test("examples of all options read without a remark", () => {
    const left = options.flatMap((option) =>
      typedForm(option) === undefined
        ? []
        : leftOf(option, typedExample(option, namesOf(option, locale)), locale),
    );
    expect(left).toEqual([]);
  });

  test("every item that is a bet by itself reads as the board writes it, and as no other", () => {
    for (const option of options) {
      const form = typedForm(option);
      if (form?.kind !== "items") continue;
      const combinations = option.board.groups.flatMap(({ items }) => items).map((_, at) => at);
      const text = typedText(option, { form, combinations }, namesOf(option, locale));
      expect(leftOf(option, text, locale)).toEqual([]);
      const read = readTyped(option, text, namesOf(option, locale));
      expect(read?.ok === true && read.combinations.toSorted((a, b) => a - b)).toEqual(combinations);
    }
  });
});
