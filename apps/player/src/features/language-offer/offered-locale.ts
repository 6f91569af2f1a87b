import { type Locale, matchLocale } from "@lotus/locales";
import { FALLBACK_LOCALE } from "../../i18n/i18n.ts";

/**
 * The language to offer to a reader who has never chosen one nor answered such an offer: the first of the browser's
 * languages that the app speaks, if that is another than the app begins with.
 */
export function offeredLocale(settings: { locale: Locale; languageAnswered: boolean }): Locale | undefined {
  // Who reads in another language than the first has chosen it.
  if (settings.languageAnswered || settings.locale !== FALLBACK_LOCALE) return undefined;
  const best = navigator.languages.map(matchLocale).find((locale) => locale !== undefined);
  return best === FALLBACK_LOCALE ? undefined : best;
}
