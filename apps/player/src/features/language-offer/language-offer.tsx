import type { Locale } from "@lotus/locales";
import { lazy, Suspense } from "react";
import { useSettings } from "../../session/settings.ts";
import { offeredLocale } from "./offered-locale.ts";

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
