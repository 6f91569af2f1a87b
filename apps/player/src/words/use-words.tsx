import { I18nProvider, Trans, useLingui } from "@lingui/react";
import type { AnyMessageKey, Locale } from "@lotus/locales";
import type { ReactElement, ReactNode } from "react";
import { formatsOf, type Formats } from "./formats.ts";
import { i18n, type Values } from "./words.ts";

export interface Words extends Formats {
  /** The text of a key, its placeholders filled in. */
  t: (key: AnyMessageKey, values?: Values) => string;
  locale: Locale;
}

/** The words and formats of the locale that is spoken. The component renders again when it changes. */
export function useWords(): Words {
  const { i18n: spoken } = useLingui();
  // Only `speak` activates a locale, and only a complete one.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const locale = spoken.locale as Locale;
  return { ...formatsOf(locale), t: (key, values) => spoken._(key, values), locale };
}

export interface RichProps {
  id: AnyMessageKey;
  values?: Values;
  /** Elements for the tags of the text: <0>…</0> is the first. */
  parts: readonly ReactElement[];
}

/** A sentence with elements inside, such as links. */
export function Rich({ id, values, parts }: RichProps) {
  return (
    <Trans
      id={id}
      {...(values !== undefined && { values })}
      components={Object.fromEntries(parts.entries())}
    />
  );
}

/** Gives the words to everything below. Render it once a locale is loaded. */
export function WordsProvider({ children }: { children: ReactNode }) {
  return <I18nProvider i18n={i18n}>{children}</I18nProvider>;
}
