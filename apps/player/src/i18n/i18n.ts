import { setupI18n, type Messages } from "@lingui/core";
import { type AnyMessageKey, type LaterPart, type Locale, matchLocale } from "@lotus/locales";
import { type Catalogue, type LaterLoaders, loaders } from "virtual:words";
import { remoteConfig } from "../api/remote-config.ts";

/** Values of a message's placeholders. */
export type Values = Readonly<Record<string, string | number | Date>>;

/** Locale of a reader who has chosen none, and the fallback of product texts unless the server sets another. */
export const FALLBACK_LOCALE: Locale = "vi-VN";

/** The catalogue of the app. Components read it through `useI18n`. */
export const i18n = setupI18n();

/** The locale for a stored or requested tag; for an unsupported language, the server's fallback. */
export function chosenLocale(tag: string | undefined): Locale {
  if (tag === undefined) return FALLBACK_LOCALE;
  return matchLocale(tag) ?? matchLocale(remoteConfig.fallbackLocale) ?? FALLBACK_LOCALE;
}

let firstWords = (): void => undefined;
const firstSpoken = new Promise<void>((resolve) => (firstWords = resolve));

/** Resolves once the first catalogue is active. Messages shown before that wait for it. */
export function whenSpoken(): Promise<void> {
  return firstSpoken;
}

/** Catalogue parts that pages have requested so far, in any language. */
const requestedParts = new Set<LaterPart>();

/** Loaders of the active locale's later parts, and which of them are loaded. */
let active: { readonly later: LaterLoaders; readonly parts: Set<LaterPart> } | undefined;

let wanted: Locale | undefined;

/**
 * Loads a locale (once) and activates it without a page reload. Rejects when the chunk cannot be fetched; the old
 * locale then stays active. Of several concurrent calls the last one wins.
 */
export async function activateLocale(locale: Locale): Promise<void> {
  wanted = locale;
  const app = await loaders[locale]();
  // Parts requested by pages that may still be shown are loaded too, and those requested while this loads.
  let parts: Set<LaterPart>;
  let later: readonly (Catalogue | undefined)[];
  do {
    parts = new Set(requestedParts);
    later = await Promise.all([...parts].map((part) => app.later[part]().catch(notForTheFirst)));
  } while (parts.size < requestedParts.size);
  if (wanted !== locale) return firstSpoken;
  i18n.load(locale, Object.assign({}, app.messages, ...later.map((part) => part?.messages)));
  active = { later: app.later, parts: new Set([...parts].filter((_, at) => later[at] !== undefined)) };
  i18n.activate(locale);
  firstWords();
  if (typeof document !== "undefined") document.documentElement.lang = locale;
}

/**
 * If a part fails to load, the previous locale stays active. At the start there is none, and the app opens
 * nevertheless: the page that needs the part shows the failure.
 */
function notForTheFirst(error: unknown): undefined {
  if (active !== undefined) throw error;
  return undefined;
}

/** Adds a part to the active catalogue, before the page that needs it is shown. */
export async function loadCatalog(part: LaterPart): Promise<void> {
  requestedParts.add(part);
  // The first page may be requested while the first catalogue is still loading.
  await firstSpoken;
  const now = active;
  if (now === undefined || now.parts.has(part)) return;
  const { messages } = await now.later[part]();
  // The locale has changed meanwhile.
  if (now !== active) return loadCatalog(part);
  now.parts.add(part);
  i18n.load(i18n.locale, messages);
}

/** Adds the messages of the guide: game rules and legal texts. */
export const loadGuide = (): Promise<void> => loadCatalog("guide");

/** Translates outside components, such as in a toast after a request. Components use `useI18n`. */
export function word(key: AnyMessageKey, values?: Values): string {
  return i18n._(key, values);
}

export type { Messages };
