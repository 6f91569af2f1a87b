// @vitest-environment node
import { LOCALES } from "@lotus/locales";
import { readArea } from "@lotus/locales/node";
import { expect, test } from "vitest";
import { matchesSearch } from "../../components/matches-search.ts";
import { bodyOf, HELP, titleOf } from "./help-articles.ts";

const ARTICLES = HELP.flatMap(({ articles }) => [...articles]);

/** A word as it is typed by who leaves marks out. */
function bare(word: string): string {
  return word
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/gu, "")
    .replaceAll("đ", "d");
}

test.each(LOCALES)("every help article is found in %s by each word of its title", (locale) => {
  const words = readArea(locale, "service");
  const textsOf = (article: (typeof ARTICLES)[number]): readonly string[] =>
    [titleOf(article), bodyOf(article)].map((key) => words[key] ?? "");
  // Also where words stand without spaces between them.
  const segmenter = new Intl.Segmenter(locale, { granularity: "word" });
  for (const article of ARTICLES) {
    const texts = textsOf(article);
    expect([article, texts.every((text) => text.length > 1)]).toEqual([article, true]);
    const found = [...segmenter.segment(texts[0] ?? "")].filter(({ isWordLike }) => isWordLike === true);
    expect([article, found.length > 0]).toEqual([article, true]);
    for (const { segment } of found)
      for (const typed of [segment, segment.toUpperCase(), bare(segment)])
        expect([article, typed, matchesSearch(typed, texts)]).toEqual([article, typed, true]);
  }
  expect(ARTICLES.filter((article) => matchesSearch("qqzz", textsOf(article)))).toEqual([]);
});
