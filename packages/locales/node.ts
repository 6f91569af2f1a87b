import { readFileSync } from "node:fs";
import { setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { SERVER_AREAS, type Locale, type ServerMessageKey } from "./index.ts";

/** Formats a text of a locale with its values. */
export type Translate = (
  locale: Locale,
  key: ServerMessageKey,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** Reads one area of a locale: key → ICU message. */
export function readArea(locale: Locale, area: string): Record<string, string> {
  const file = new URL(`./${locale}/${area}.json`, import.meta.url);
  // The files are part of this package; locales.test.ts proves their shape.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
}

/** Loads areas of one locale; returns a function that formats their texts. */
export function loadMessages(
  locale: Locale,
  areas: readonly string[],
): (key: string, values?: Readonly<Record<string, string | number>>) => string {
  const i18n = setupI18n();
  i18n.setMessagesCompiler(compileMessage);
  for (const area of areas) i18n.load(locale, readArea(locale, area));
  i18n.activate(locale);
  return (key, values = {}) => i18n._(key, values);
}

/** What was read of each locale: the files never change while a process runs. */
const ofServer = new Map<Locale, ReturnType<typeof loadMessages>>();

/** Returns a function that formats the server's texts. A locale is read when it is first needed. */
export function loadServerMessages(): Translate {
  return (locale, key, values) => {
    const known = ofServer.get(locale) ?? loadMessages(locale, SERVER_AREAS);
    ofServer.set(locale, known);
    return known(key, values);
  };
}
