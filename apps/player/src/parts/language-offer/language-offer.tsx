import { lazy, Suspense } from "react";
import { useSettings } from "../../session/settings.ts";
import { offeredLocale } from "./offered-locale.ts";

const loadCard = () => import("./offer-card.tsx").then(({ OfferCard }) => ({ default: OfferCard }));
// An offer that does not load is none.
const OfferCard = lazy(() => loadCard().catch(() => ({ default: () => null })));

// Few readers need it: theirs is on its way with the page, so that nothing moves when it comes.
if (offeredLocale(useSettings.getState()) !== undefined) void loadCard().catch(() => undefined);

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
