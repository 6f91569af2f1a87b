import { matchLocale } from "@lotus/locales";
import { gameWords, type GameWords } from "../betting/betting.ts";
import type { DeskDeps } from "./desk-deps.ts";

/** What games, modes and options are called in the language of a request. */
export function wordsOf({ translate }: Pick<DeskDeps, "translate">, locale: string): GameWords {
  return gameWords(translate, matchLocale(locale) ?? "en-US");
}
