import type { Locale, ServerMessageKey } from "@lotus/locales";
import type { Translate } from "@lotus/locales/node";

/**
 * Words of the games in one locale by their short key: "mode.HS" reads `game.mode.HS`. Keys are made from codes, so
 * the type of the keys cannot hold them; a test proves that every code of the catalogue has its words.
 */
export function gameWord(translate: Translate, locale: Locale): (key: string) => string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (key) => translate(locale, `game.${key}` as ServerMessageKey);
}
