import { tidyTyped } from "@lotus/money";

/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = { đ: "d", œ: "oe", æ: "ae", ß: "ss" };

/**
 * Letters without marks, case and width, so that "xuc xac" finds "Xúc xắc" and "ＰＫ１０" finds PK10. Katakana is folded to
 * Hiragana; a half-typed Korean syllable matches within complete ones.
 */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[đœæß]/gu, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/[ァ-ヶ]/gu, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - 0x60));
}

const squeezed = (text: string): string => plain(text).replaceAll(/[\s.·-]+/gu, "");

/**
 * How well a query is met by texts of falling importance: the place of the first texts that, with those before
 * them, have each word of it; null if even all together lack one. A query written as one word also finds a text of
 * several: "taixiu" finds "tài xỉu".
 */
export function searchRank(typed: string, texts: readonly (readonly string[])[]): number | null {
  const query = squeezed(tidyTyped(typed));
  for (let rank = 0; rank < texts.length; rank += 1) {
    const known = texts.slice(0, rank + 1).flat();
    if (matchesSearch(typed, known) || known.some((text) => squeezed(text).includes(query))) return rank;
  }
  return null;
}

/** Whether each word of the query occurs in one of the texts. An empty query matches all. */
export function matchesSearch(typed: string, texts: readonly string[]): boolean {
  const all = plain(texts.join(" "));
  return plain(tidyTyped(typed))
    .split(/\s+/u)
    .every((word) => all.includes(word));
}
