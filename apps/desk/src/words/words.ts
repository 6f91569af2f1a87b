import { defaultI18nProvider, type I18nProvider } from "react-admin";
import adminVi from "./admin-vi.json";
import en from "./en-US.json";
import vi from "./vi-VN.json";

/** Languages of the desk; each text stands in both. */
export const LOCALES = [
  { locale: "vi-VN", name: "Tiếng Việt" },
  { locale: "en-US", name: "English" },
] as const;
export type Locale = (typeof LOCALES)[number]["locale"];

/** A text of the desk's own. vi-VN types the keys; en-US has the same ones. */
export type WordKey = keyof typeof vi;

const OWN: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  "vi-VN": { ...adminVi, ...vi },
  "en-US": en,
};

let current: Locale = matchLocale(navigator.language);

/** The language that is shown now: requests name it, amounts are written by it. */
export function currentLocale(): Locale {
  return current;
}

/** A text with its values filled in; undefined where the desk has none of its own under this key. */
export function word(locale: Locale, key: string, values: Readonly<Record<string, unknown>> = {}) {
  const text = OWN[locale][key];
  if (text === undefined) return undefined;
  const [one = "", many] = text.split(" |||| ");
  const chosen = many === undefined || values["smart_count"] === 1 ? one : many;
  return chosen.replaceAll(/%\{(\w+)\}/gu, (_match, name: string) => textOf(values[name]));
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Texts for react-admin: the desk's own first, then react-admin's English. */
export const i18nProvider: I18nProvider = {
  translate: (key: string, values?: Readonly<Record<string, unknown>>) =>
    word(current, key, values) ?? defaultI18nProvider.translate(key, values),
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
