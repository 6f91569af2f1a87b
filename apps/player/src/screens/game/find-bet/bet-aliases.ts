import { i18n } from "../../../i18n/i18n.ts";
import type { AliasesOf } from "./found-bets.ts";

/** The synonyms of a family's bets in the active language. A code without any has no text. */
export function betAliases(family: string): AliasesOf {
  return (code) => {
    const key = `find.alias.${family}.${code}`;
    return Object.hasOwn(i18n.messages, key) ? i18n._(key).split(",") : [];
  };
}
