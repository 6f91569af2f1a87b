import { setupI18n, type Messages } from "@lingui/core";
import { matchLocale, type GuideMessageKey, type Locale, type MessageKey } from "@lotus/locales";
import { guideLoaders, loaders } from "virtual:words";

/** Values of a text's placeholders. */
export type Values = Readonly<Record<string, string | number | Date>>;

/** What product texts fall back to, and the locale of a reader who never chose. */
export const FALLBACK_LOCALE: Locale = "vi-VN";

/** The one catalogue of the app. Components read it through `useWords`. */
export const i18n = setupI18n();

/** The locale to use for a stored or asked-for tag. */
export function chosenLocale(tag: string | undefined, fallback: Locale = FALLBACK_LOCALE): Locale {
  return (tag === undefined ? undefined : matchLocale(tag)) ?? fallback;
}

let firstWords = (): void => undefined;
const firstSpoken = new Promise<void>((resolve) => (firstWords = resolve));

/** Resolves once there are words at all. What must be said before then waits for it. */
export function whenSpoken(): Promise<void> {
  return firstSpoken;
}

const loadedGuides = new Set<Locale>();

/**
 * Loads a locale (once) and speaks it from now on; the page is not reloaded. Fails when the chunk cannot be
 * fetched, and the old locale then stays.
 */
export async function speak(locale: Locale): Promise<void> {
  // The guide was loaded for a page that is still shown: it comes along.
  const [app, guide] = await Promise.all([
    loaders[locale](),
    loadedGuides.size > 0 ? guideLoaders[locale]() : undefined,
  ]);
  i18n.load(locale, { ...app.messages, ...guide?.messages });
  if (guide !== undefined) loadedGuides.add(locale);
  i18n.activate(locale);
  firstWords();
  if (typeof document !== "undefined") document.documentElement.lang = locale;
}

/** Adds the guide's words (game rules, legal texts) to the locale that is spoken. */
export async function loadGuide(): Promise<void> {
  // Only `speak` activates, and only with a Locale.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const locale = i18n.locale as Locale;
  if (loadedGuides.has(locale)) return;
  const { messages } = await guideLoaders[locale]();
  loadedGuides.add(locale);
  i18n.load(locale, messages);
}

/** For code outside components, such as a toast after a request. Components use `useWords`. */
export function word(key: MessageKey | GuideMessageKey, values?: Values): string {
  return i18n._(key, values);
}

export type { Messages };
