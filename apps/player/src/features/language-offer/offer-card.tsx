import type { Locale } from "@lotus/locales";
import { Button, GlobeIcon } from "@lotus/ui";
import { useId } from "react";
import { texts } from "virtual:words/language-offer";
import { useSettings } from "../../session/settings.ts";
import styles from "./offer-card.module.css";

/** The offer, written in the offered language. Either answer is remembered. */
export function OfferCard({ locale }: { locale: Locale }) {
  const words = texts[locale];
  const id = useId();
  const setLocale = useSettings((settings) => settings.setLocale);
  const keepLocale = useSettings((settings) => settings.keepLocale);
  const answer = (button: HTMLElement, answered: () => void) => {
    // The focused button is removed: focus moves to the page.
    button.closest("main")?.focus({ preventScroll: true });
    answered();
  };
  return (
    <section className={styles.offer} lang={locale} aria-labelledby={id}>
      <p id={id} className={styles.words}>
        <GlobeIcon size={20} aria-hidden />
        {words["offer.text"]}
      </p>
      <div className={styles.answers}>
        <Button variant="ghost" size="s" onClick={(event) => answer(event.currentTarget, keepLocale)}>
          {words["offer.no"]}
        </Button>
        <Button
          variant="tint"
          size="s"
          onClick={(event) => answer(event.currentTarget, () => setLocale(locale))}
        >
          {words["offer.yes"]}
        </Button>
      </div>
    </section>
  );
}
