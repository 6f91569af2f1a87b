import { ALL_AREAS, type AnyMessageKey, type Locale, type ServerMessageKey } from "@lotus/locales";
import { loadMessages, readArea } from "@lotus/locales/node";

/** The language of journeys: the app's default. */
const LOCALE: Locale = "vi-VN";

const translate = loadMessages(LOCALE, ALL_AREAS);
const written = new Map(ALL_AREAS.flatMap((area) => Object.entries(readArea(LOCALE, area))));

/** Whether the catalogue has such a key. */
export function isKey(word: string): word is Key {
  return written.has(word);
}

type Key = AnyMessageKey | ServerMessageKey;
type Values = Readonly<Record<string, string | number>>;

/** The app's text for a catalogue key, in the language under test. */
export function text(key: Key, values: Values = {}): string {
  const message = translate(key, values);
  if (message === key) throw new Error(`no catalogue has ${key}`);
  return message;
}

/** Placeholder of a missing value. */
const BLANK = "\uE000";

/** The same as a pattern: missing values match anything. */
export function pattern(key: Key, values: Values = {}): RegExp {
  const names = (written.get(key) ?? "").matchAll(/\{(\w+)/gu);
  const blanks = Object.fromEntries(Array.from(names, ([, name = ""]) => [name, BLANK]));
  // A placeholder in a plural is written as NaN.
  return new RegExp(
    literal(text(key, { ...blanks, ...values }))
      .replaceAll(BLANK, ".+")
      .replaceAll("NaN", "[\\d.]+"),
    "u",
  );
}

/** Escapes a text for use in a pattern. */
export function literal(plain: string): string {
  return plain.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}
