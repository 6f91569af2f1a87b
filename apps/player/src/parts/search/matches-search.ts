/** Letters without marks and case, so that "xuc xac" finds "Xúc xắc". */
function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(/[đĐ]/gu, "d").toLowerCase();
}

/** Whether each word typed is found in one of the texts. Nothing typed finds everything. */
export function matchesSearch(typed: string, texts: readonly string[]): boolean {
  const all = plain(texts.join(" "));
  return plain(typed)
    .split(/\s+/u)
    .every((word) => all.includes(word));
}
