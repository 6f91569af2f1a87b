import { matchLocale, type Locale } from "@lotus/locales";
import { StartupError } from "./settings/startup-error.ts";

/**
 * The locale of a language tag of the settings.
 * @throws StartupError if there is no such locale
 */
export function localeOf(tag: string): Locale {
  const locale = matchLocale(tag);
  if (locale === undefined)
    throw new StartupError(`FALLBACK_LOCALE ${tag} is not among the operator's locales`);
  return locale;
}
