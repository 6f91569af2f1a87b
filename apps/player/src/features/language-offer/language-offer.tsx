import { type Locale, matchLocale } from "@lotus/locales";
import { lazy, Suspense } from "react";
import { useSettings } from "../../session/settings.ts";
import { FALLBACK_LOCALE } from "../../i18n/i18n.ts";

type Card = (offered: { locale: Locale }) => React.ReactNode;

/** An offer that does not load is none. */
const loadCard = () =>
  import("./offer-card.tsx").then(
    ({ OfferCard: card }): { default: Card } => ({ default: card }),
    () => ({ default: () => null }),
  );
const OfferCard = lazy(loadCard);

// Few readers need it: theirs is on its way with the page, so that nothing moves when it comes.
if (offeredLocale(useSettings.getState()) !== undefined) void loadCard();

/** Offers a reader of another language the app in it, once. */
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
 * The language to offer to a reader who has never chosen one nor answered such an offer: the first of the browser's
 * languages that the app speaks, if that is another than the app begins with.
 */
function offeredLocale(settings: { locale: Locale; languageAnswered: boolean }): Locale | undefined {
  // Who reads in another language than the first has chosen it.
  if (settings.languageAnswered || settings.locale !== FALLBACK_LOCALE) return undefined;
  const best = navigator.languages.map(matchLocale).find((locale) => locale !== undefined);
  return best === FALLBACK_LOCALE ? undefined : best;
}
