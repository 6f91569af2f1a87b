import { tidyCode } from "@lotus/money";

/**
 * The number of a record as typed or pasted: spaces and case do not matter, and where all numbers begin with one letter, it
 * may be left out. Null if it is none of these records.
 */
export function readNumber(typed: string, letters: readonly string[]): string | null {
  const text = tidyCode(typed).replaceAll("#", "").toUpperCase();
  const [letter] = letters;
  const whole = letters.length === 1 && /^\d+$/u.test(text) ? `${letter ?? ""}${text}` : text;
  return /^[A-Z]\d{9,30}$/u.test(whole) && letters.includes(whole.charAt(0)) ? whole : null;
}

/** "T, B, R or W" in a language. */
export function lettersText(letters: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: "disjunction" }).format(letters);
}
