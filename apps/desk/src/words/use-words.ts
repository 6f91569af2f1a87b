import { useTranslate } from "react-admin";
import type { WordKey } from "./words.ts";

/** Values that stand in a text. */
export type WordValues = Readonly<Record<string, string | number>>;

/** The desk's texts by their typed keys, in the language that is shown. */
export function useWords(): (key: WordKey, values?: WordValues) => string {
  const translate = useTranslate();
  return translate;
}
