import {
  APP_AREAS,
  LATER_AREAS,
  SERVER_AREAS,
  type AnyMessageKey,
  type Locale,
  type ServerMessageKey,
} from "@lotus/locales";
import { loadMessages, readArea } from "@lotus/locales/node";

/** The language that journeys are made in: the one an app speaks whose reader has chosen none. */
const LOCALE: Locale = "vi-VN";

const AREAS = [...new Set([...APP_AREAS, ...SERVER_AREAS, ...Object.values(LATER_AREAS).flat()])];
const translate = loadMessages(LOCALE, AREAS);
const written = new Map(AREAS.flatMap((area) => Object.entries(readArea(LOCALE, area))));

type Key = AnyMessageKey | ServerMessageKey;
type Values = Readonly<Record<string, string | number>>;

/** What the app says for a key of the catalogue, in the language under test. */
export function text(key: Key, values: Values = {}): string {
  const message = translate(key, values);
  if (message === key) throw new Error(`no catalogue has ${key}`);
  return message;
}

/** Stands where a value is not given. */
const BLANK = "\uE000";

/** The same as a pattern: values that are not given may be anything. */
export function pattern(key: Key, values: Values = {}): RegExp {
  const names = (written.get(key) ?? "").matchAll(/\{(\w+)/gu);
  const blanks = Object.fromEntries(Array.from(names, ([, name = ""]) => [name, BLANK]));
  // A blank where a number is counted is written as NaN.
  return new RegExp(
    literal(text(key, { ...blanks, ...values }))
      .replaceAll(BLANK, ".+")
      .replaceAll("NaN", "[\\d.]+"),
    "u",
  );
}

/** A text as a part of a pattern. */
export function literal(plain: string): string {
  return plain.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}
