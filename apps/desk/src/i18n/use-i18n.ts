import { useTranslate } from "react-admin";
import type { WordKey } from "./i18n.ts";

/** Values of placeholders. */
export type WordValues = Readonly<Record<string, string | number>>;

/** The desk's texts by their typed keys, in the current language. */
export function useI18n(): (key: WordKey, values?: WordValues) => string {
  const translate = useTranslate();
  return translate;
}
