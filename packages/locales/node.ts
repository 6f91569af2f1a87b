import { readFileSync } from "node:fs";
import { setupI18n, type I18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { LOCALES, SERVER_AREAS, type Locale, type ServerMessageKey } from "./index.ts";

/** A text in one locale, its values filled in. */
export type Translate = (
  locale: Locale,
  key: ServerMessageKey,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** Reads one area of a locale as it is written: key → ICU message. */
export function readArea(locale: Locale, area: string): Record<string, string> {
  const file = new URL(`./${locale}/${area}.json`, import.meta.url);
  // The files are part of this package; locales.test.ts proves their shape.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
}

/** Loads the server's areas of every locale once and answers texts from them. */
export function loadServerMessages(): Translate {
  const byLocale = new Map<Locale, I18n>();
  for (const locale of LOCALES) {
    // Object.assign of a spread list has no type; the areas are records of texts.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const messages = Object.assign({}, ...SERVER_AREAS.map((area) => readArea(locale, area))) as Record<
      string,
      string
    >;
    const i18n = setupI18n();
    i18n.setMessagesCompiler(compileMessage);
    i18n.load(locale, messages);
    i18n.activate(locale);
    byLocale.set(locale, i18n);
  }
  return (locale, key, values = {}) => byLocale.get(locale)?._(key, values) ?? key;
}
