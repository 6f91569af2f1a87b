import { setupI18n, type Messages } from "@lingui/core";
import { type AnyMessageKey, type LaterPart, type Locale, matchLocale } from "@lotus/locales";
import { laterLoaders, loaders } from "virtual:words";

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

/** The parts that were loaded, by locale. */
const loadedParts = new Map<Locale, Set<LaterPart>>();

function partsOf(locale: Locale): Set<LaterPart> {
  const known = loadedParts.get(locale) ?? new Set();
  loadedParts.set(locale, known);
  return known;
}

/**
 * Loads a locale (once) and speaks it from now on; the page is not reloaded. Fails when the chunk cannot be
 * fetched, and the old locale then stays.
 */
export async function speak(locale: Locale): Promise<void> {
  // A part was loaded for a page that may still be shown: it comes along.
  const parts = [...new Set([...loadedParts.values()].flatMap((known) => [...known]))];
  const [app, ...later] = await Promise.all([
    loaders[locale](),
    ...parts.map((part) => laterLoaders[part][locale]()),
  ]);
  i18n.load(locale, Object.assign({}, app.messages, ...later.map(({ messages }) => messages)));
  for (const part of parts) partsOf(locale).add(part);
  i18n.activate(locale);
  firstWords();
  if (typeof document !== "undefined") document.documentElement.lang = locale;
}

/** Adds a part's words to the locale that is spoken, before the page that needs them is shown. */
export async function loadWords(part: LaterPart): Promise<void> {
  // A page that is opened first is fetched while the first words are still on their way.
  await firstSpoken;
  // Only `speak` activates, and only with a Locale.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const locale = i18n.locale as Locale;
  if (partsOf(locale).has(part)) return;
  const { messages } = await laterLoaders[part][locale]();
  partsOf(locale).add(part);
  i18n.load(locale, messages);
}

/** Adds the guide's words: game rules and legal texts. */
export const loadGuide = (): Promise<void> => loadWords("guide");

/** For code outside components, such as a toast after a request. Components use `useWords`. */
export function word(key: AnyMessageKey, values?: Values): string {
  return i18n._(key, values);
}

export type { Messages };
