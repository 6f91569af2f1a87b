import { type Locale, matchLocale } from "@lotus/locales";
import { lazy, Suspense } from "react";
import { useSettings } from "../../session/settings.ts";
import { FALLBACK_LOCALE } from "../../i18n/i18n.ts";

type Card = (offered: { locale: Locale }) => React.ReactNode;

/** If the card fails to load, there is no offer. */
const loadCard = () =>
  import("./offer-card.tsx").then(
    ({ OfferCard: card }): { default: Card } => ({ default: card }),
    () => ({ default: () => null }),
  );
const OfferCard = lazy(loadCard);

// Loaded with the page for the few readers who need it, so that it causes no layout shift.
if (offeredLocale(useSettings.getState()) !== undefined) void loadCard();

/** Offers the app once in the reader's own language. */
export function LanguageOffer() {
  const locale = useSettings(offeredLocale);
  if (locale === undefined) return null;
  return (
    <Suspense>
      <OfferCard locale={locale} />
    </Suspense>
  );
}

/**
 * The language to offer to a reader who has neither chosen one nor answered an offer: the first of the browser's
 * languages that the app has, if it is not the one the app starts with.
 */
function offeredLocale(settings: { locale: Locale; languageAnswered: boolean }): Locale | undefined {
  // A locale other than the default was chosen by the reader.
  if (settings.languageAnswered || settings.locale !== FALLBACK_LOCALE) return undefined;
  const best = navigator.languages.map(matchLocale).find((locale) => locale !== undefined);
  return best === FALLBACK_LOCALE ? undefined : best;
}
