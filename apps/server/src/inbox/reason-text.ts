import { isPlayerReason, type PlayerReason } from "@lotus/contract";
import type { Locale } from "@lotus/locales";
import type { Translate } from "@lotus/locales/node";

/** Reasons that nobody at the desk gave. */
const OF_RULES = ["expired", "player", "unwitnessed"] as const;

/**
 * A stored reason in the reader's language. What an operator wrote before there was a list is shown as it is: the player
 * has read it.
 */
export function reasonText(translate: Translate, locale: Locale, stored: string): string {
  const word: PlayerReason | (typeof OF_RULES)[number] | undefined = isPlayerReason(stored)
    ? stored
    : OF_RULES.find((each) => each === stored);
  return word === undefined ? stored : translate(locale, `reason.${word}`);
}
