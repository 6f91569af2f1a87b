import { setupI18n } from "@lingui/core";
import { I18nProvider, useLingui } from "@lingui/react";
import { type ReactNode, useMemo } from "react";

const own = (key: string): string => `practice.over.${key}`;

/**
 * The words of the parts around, with those of practice in place of those of money: the slip is a practice slip, its
 * button bets points. One catalogue says both, so that no part has to ask where it stands.
 */
export function PracticeWords({ children }: { children: ReactNode }) {
  const { i18n } = useLingui();
  const { messages, locale } = i18n;
  // A catalogue that comes later is added to the same object.
  const known = Object.keys(messages).length;
  const words = useMemo(() => {
    const over = Object.keys(messages).flatMap((key) => {
      const text = messages[own(key)];
      return text === undefined ? [] : [[key, text] as const];
    });
    const made = setupI18n();
    made.load(locale, { ...messages, ...Object.fromEntries(over) });
    made.activate(locale);
    return made;
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [messages, known, locale]);
  return <I18nProvider i18n={words}>{children}</I18nProvider>;
}
