import gameEn from "@lotus/locales/en-US/game.json";
import gameVi from "@lotus/locales/vi-VN/game.json";
import english from "ra-language-english";
import type { I18nProvider } from "react-admin";
import adminVi from "./admin-vi.json";
import en from "./en-US.json";
import vi from "./vi-VN.json";

/** Languages of the desk; every text exists in both. */
export const LOCALES = [
  { locale: "vi-VN", name: "Tiếng Việt" },
  { locale: "en-US", name: "English" },
] as const;
export type Locale = (typeof LOCALES)[number]["locale"];

/** Key of a text of the desk. vi-VN defines the keys; en-US has the same ones. */
export type WordKey = keyof typeof vi;

const OWN: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  "vi-VN": { ...adminVi, ...vi },
  "en-US": en,
};

const GAME_WORDS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  "vi-VN": gameVi,
  "en-US": gameEn,
};

let current: Locale = matchLocale(navigator.language);

/** The current language, sent with requests and used for formats. */
export function currentLocale(): Locale {
  return current;
}

/** A text with its values; undefined if the desk has no text with this key. */
export function word(locale: Locale, key: string, values: Readonly<Record<string, unknown>> = {}) {
  const text = OWN[locale][key];
  return text === undefined ? undefined : fill(text, values);
}

/** What players call a game, in the operator's language. */
export function gameName(code: string): string {
  return GAME_WORDS[current][`game.name.${code}`] ?? code;
}

/** A period of a game, as players know it. */
export function periodName({ gameCode, periodNo }: { gameCode: string; periodNo: string }): string {
  return `${gameName(gameCode)} ${periodNo}`;
}

/** The same by the period's id, such as "FFC-202611210003"; what is none stays as it is. */
export function periodNameOf(id: string): string {
  const [gameCode = "", periodNo] = id.split("-");
  return periodNo === undefined ? id : periodName({ gameCode, periodNo });
}

/** react-admin's own text under a key such as "ra.action.save". */
function adminWord(key: string): string | undefined {
  let found: unknown = english;
  for (const part of key.split(".")) {
    if (typeof found !== "object" || found === null) return undefined;
    // The messages are records of records of texts.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    found = (found as Readonly<Record<string, unknown>>)[part];
  }
  return typeof found === "string" ? found : undefined;
}

/** Fills placeholders with values and selects the part of "one |||| many" by `smart_count`. */
function fill(text: string, values: Readonly<Record<string, unknown>>): string {
  const [one = "", many] = text.split(" |||| ");
  const chosen = many === undefined || values["smart_count"] === 1 ? one : many;
  return chosen.replaceAll(/%\{(\w+)\}/gu, (_match, name: string) => textOf(values[name]));
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Texts for react-admin: those of the desk, else react-admin's English, else the caller's fallback. */
export const i18nProvider: I18nProvider = {
  translate: (key: string, values: Readonly<Record<string, unknown>> = {}) => {
    const text = OWN[current][key] ?? adminWord(key) ?? textOf(values["_"]);
    return text === "" ? key : fill(text, values);
  },
  changeLocale: (locale: string) => {
    current = matchLocale(locale);
    document.documentElement.lang = current;
    return Promise.resolve();
  },
  getLocale: () => current,
  getLocales: () => [...LOCALES],
};

function matchLocale(tag: string): Locale {
  return tag.toLowerCase().startsWith("en") ? "en-US" : "vi-VN";
}
