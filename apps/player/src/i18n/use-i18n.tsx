import { I18nProvider, Trans, useLingui } from "@lingui/react";
import type { AnyMessageKey, Locale } from "@lotus/locales";
import type { ReactElement, ReactNode } from "react";
import { formatsOf, type Formats } from "./formats.ts";
import { i18n, type Values } from "./i18n.ts";

export interface I18n extends Formats {
  /** The text of a key with its placeholders filled in. */
  t: (key: AnyMessageKey, values?: Values) => string;
  locale: Locale;
}

/** Messages and formats of the active locale. The component re-renders when the locale changes. */
export function useI18n(): I18n {
  return wordsIn(useLingui());
}

type LinguiContext = ReturnType<typeof useLingui>;

// One object for all components, until the catalogue changes.
const known = new WeakMap<LinguiContext, I18n>();

function wordsIn(context: LinguiContext): I18n {
  const before = known.get(context);
  if (before !== undefined) return before;
  const { i18n: catalogue } = context;
  // Only `activateLocale` activates a locale, and only a complete one.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const locale = catalogue.locale as Locale;
  const words = {
    ...formatsOf(locale),
    t: (key: AnyMessageKey, values?: Values) => catalogue._(key, values),
    locale,
  };
  known.set(context, words);
  return words;
}

export interface RichProps {
  id: AnyMessageKey;
  values?: Values;
  /** Elements for the tags of the message: <0>…</0> is the first. */
  parts: readonly ReactElement[];
}

/** A message with embedded elements, such as links. */
export function Rich({ id, values, parts }: RichProps) {
  return (
    <Trans
      id={id}
      {...(values !== undefined && { values })}
      components={Object.fromEntries(parts.entries())}
    />
  );
}

/** Provides the catalogue to its children. Render it once a locale is loaded. */
export function WordsProvider({ children }: { children: ReactNode }) {
  return <I18nProvider i18n={i18n}>{children}</I18nProvider>;
}
