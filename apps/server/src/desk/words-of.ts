import { matchLocale } from "@lotus/locales";
import { gameWords, type GameWords } from "../betting/betting.ts";
import type { DeskDeps } from "./desk-deps.ts";

/** Names of games, modes and options in the language of a request. */
export function wordsOf({ translate }: Pick<DeskDeps, "translate">, locale: string): GameWords {
  return gameWords(translate, matchLocale(locale) ?? "en-US");
}
