import { setupI18n, type Messages } from "@lingui/core";
import { type AnyMessageKey, type LaterPart, type Locale, matchLocale } from "@lotus/locales";
import { type Catalogue, type LaterLoaders, loaders } from "virtual:words";
import { remoteConfig } from "../api/remote-config.ts";

/** Values of a text's placeholders. */
export type Values = Readonly<Record<string, string | number | Date>>;

/** The locale of a reader who never chose, and what product texts fall back to unless the server says otherwise. */
export const FALLBACK_LOCALE: Locale = "vi-VN";

/** The one catalogue of the app. Components read it through `useI18n`. */
export const i18n = setupI18n();

/** The locale to use for a stored or asked-for tag; for a language that there is not, what the server falls back to. */
export function chosenLocale(tag: string | undefined): Locale {
  if (tag === undefined) return FALLBACK_LOCALE;
  return matchLocale(tag) ?? matchLocale(remoteConfig.fallbackLocale) ?? FALLBACK_LOCALE;
}

let firstWords = (): void => undefined;
const firstSpoken = new Promise<void>((resolve) => (firstWords = resolve));

/** Resolves once there are words at all. What must be said before then waits for it. */
export function whenSpoken(): Promise<void> {
  return firstSpoken;
}

/** The parts that pages asked for so far, in whatever language. */
const askedParts = new Set<LaterPart>();

/** How the spoken locale's later parts are loaded, and which of them were. */
let spoken: { readonly later: LaterLoaders; readonly parts: Set<LaterPart> } | undefined;

let wanted: Locale | undefined;

/**
 * Loads a locale (once) and speaks it from now on; the page is not reloaded. Fails when the chunk cannot be
 * fetched, and the old locale then stays. Of several that are asked for in a hurry the last is spoken.
 */
export async function activateLocale(locale: Locale): Promise<void> {
  wanted = locale;
  const app = await loaders[locale]();
  // A part was asked for by a page that may still be shown: it comes along, and so does what is asked for meanwhile.
  let parts: Set<LaterPart>;
  let later: readonly (Catalogue | undefined)[];
  do {
    parts = new Set(askedParts);
    later = await Promise.all([...parts].map((part) => app.later[part]().catch(notForTheFirst)));
  } while (parts.size < askedParts.size);
  if (wanted !== locale) return firstSpoken;
  i18n.load(locale, Object.assign({}, app.messages, ...later.map((part) => part?.messages)));
  spoken = { later: app.later, parts: new Set([...parts].filter((_, at) => later[at] !== undefined)) };
  i18n.activate(locale);
  firstWords();
  if (typeof document !== "undefined") document.documentElement.lang = locale;
}

/**
 * A part that does not load keeps the old locale, where one is spoken. At the start there is none, and the app opens
 * all the same: the page that needs the part does not, and says so.
 */
function notForTheFirst(error: unknown): undefined {
  if (spoken !== undefined) throw error;
  return undefined;
}

/** Adds a part's words to the locale that is spoken, before the page that needs them is shown. */
export async function loadCatalog(part: LaterPart): Promise<void> {
  askedParts.add(part);
  // A page that is opened first is fetched while the first words are still on their way.
  await firstSpoken;
  const now = spoken;
  if (now === undefined || now.parts.has(part)) return;
  const { messages } = await now.later[part]();
  // Another language is spoken by now.
  if (now !== spoken) return loadCatalog(part);
  now.parts.add(part);
  i18n.load(i18n.locale, messages);
}

/** Adds the guide's words: game rules and legal texts. */
export const loadGuide = (): Promise<void> => loadCatalog("guide");

/** For code outside components, such as a toast after a request. Components use `useI18n`. */
export function word(key: AnyMessageKey, values?: Values): string {
  return i18n._(key, values);
}

export type { Messages };
