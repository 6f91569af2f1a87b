import { type AnnouncementText, type AnnouncementTexts, isPlayerReason } from "@lotus/contract";
import { matchLocale, type Locale } from "@lotus/locales";
import type { Translate } from "@lotus/locales/node";
import { displayMoney, parseMoney } from "@lotus/money";
import { reasonText } from "./reason-text.ts";
import { isTemplate, templateKey } from "./templates.ts";

/** Dependencies and settings of message texts. */
export interface WordingOptions {
  readonly translate: Translate;
  /** The name of a game, in a language. */
  readonly nameOf: (game: string, locale: Locale) => string;
  readonly currencySymbol: string;
  /** Time zone of the instants in texts. */
  readonly timeZone: string;
  /** The locale to fall back to if there is no text in the reader's. */
  readonly fallbackLocale: Locale;
}

/** Renders stored messages in the reader's language. */
export interface Wording {
  /** The text of a template in a language. A template of a newer server reads as its name. */
  ofTemplate(template: string, detail: Readonly<Record<string, string>>, locale: Locale): AnnouncementText;
  /** The text in a language, or in the fallback locale, or else the first. */
  ofTexts(texts: AnnouncementTexts, locale: Locale): AnnouncementText;
  /** The operator's locale of a call. */
  localeOf(tag: string): Locale;
}

/** Makes the wording of the inbox. */
export function openWording(options: WordingOptions): Wording {
  const { translate, nameOf, currencySymbol, timeZone, fallbackLocale } = options;

  /** Some reasons have words of their own in the texts: none, what nobody lists, and those of chases and recharges. */
  function reasonSlot(stored: string, locale: Locale): string {
    if (stored.trim() === "" || stored === "other") return "none";
    return isPlayerReason(stored) || stored === "unwitnessed"
      ? reasonText(translate, locale, stored)
      : stored;
  }

  function shown(slot: string, value: string, locale: Locale): string {
    if (slot === "amount" || slot === "asked") {
      const amount = parseMoney(value);
      return amount.ok ? `${displayMoney(amount.value, locale)} ${currencySymbol}` : value;
    }
    if (slot === "game") return nameOf(value, locale);
    if (slot === "until") return instant(Number(value), locale, timeZone);
    if (slot === "reason") return reasonSlot(value, locale);
    return value;
  }

  return {
    ofTemplate: (template, detail, locale) => {
      if (!isTemplate(template)) return { title: template, body: "" };
      const values = Object.fromEntries(
        Object.entries(detail).map(([slot, value]) => [slot, shown(slot, value, locale)]),
      );
      return {
        title: translate(locale, templateKey(template, "title"), values),
        body: translate(locale, templateKey(template, "body"), values).trim(),
      };
    },
    ofTexts: (texts, locale) =>
      texts[locale] ?? texts[fallbackLocale] ?? Object.values(texts)[0] ?? { title: "", body: "" },
    localeOf: (tag) => matchLocale(tag) ?? fallbackLocale,
  };
}

function instant(epochMs: number, locale: Locale, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "short", timeZone }).format(
    epochMs,
  );
}
