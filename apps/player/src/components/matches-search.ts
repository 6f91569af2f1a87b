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

/** Whether each word of the query occurs in one of the texts. An empty query matches all. */
export function matchesSearch(typed: string, texts: readonly string[]): boolean {
  const all = plain(texts.join(" "));
  return plain(typed)
    .split(/\s+/u)
    .every((word) => all.includes(word));
}
