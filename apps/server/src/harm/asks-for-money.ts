import { ASKING_WORDS } from "./asking-words.ts";

/** A letter or digit on either side makes it another word, in scripts that put spaces between words. */
const SPACED = /^[\p{Script=Latin}\p{M}\p{N}\s'’-]+$/u;

const PATTERNS: readonly RegExp[] = Object.values(ASKING_WORDS)
  .flat()
  .map((words) => {
    const text = plain(words).replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
    return SPACED.test(words)
      ? new RegExp(String.raw`(?<![\p{L}\p{N}])${text}(?![\p{L}\p{N}])`, "u")
      : new RegExp(text, "u");
  });

/** Whether a line of a player asks for money, in any language. */
export function asksForMoney(line: string): boolean {
  const text = plain(line);
  return PATTERNS.some((pattern) => pattern.test(text));
}

/** One form of a text: width, case, spaces and apostrophes do not matter. */
function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll("’", "'").replaceAll(/\s+/gu, " ");
}
