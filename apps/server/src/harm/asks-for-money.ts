import { ASKING_WORDS } from "./asking-words.ts";

/** A letter or digit on either side makes it another word, in scripts that put spaces between words. */
const SPACED = /^[\p{Script=Latin}\p{M}\p{N}\s'’-]+$/u;

const LETTER = /[\p{L}\p{N}]/u;

/** What is looked for, and whether only as whole words. */
const ASKING: readonly { readonly words: string; readonly whole: boolean }[] = Object.values(ASKING_WORDS)
  .flat()
  .map((words) => ({ words: plain(words), whole: SPACED.test(words) }));

/** Whether a line of a player asks for money, in any language. */
export function asksForMoney(line: string): boolean {
  const text = plain(line);
  return ASKING.some(({ words, whole }) => (whole ? hasWords(text, words) : text.includes(words)));
}

function hasWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const [before, after] = [text.charAt(at - 1), text.charAt(at + words.length)];
    if (!LETTER.test(before) && !LETTER.test(after)) return true;
  }
  return false;
}

/** One form of a text: width, case, spaces and apostrophes do not matter. */
function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll("’", "'").replaceAll(/\s+/gu, " ");
}
