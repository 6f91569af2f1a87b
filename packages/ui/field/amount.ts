import { tidyTyped } from "@lotus/money";

/**
 * Limits of an edited amount: a string of digits with at most one "." and two decimals, in this form for every locale.
 * The caller parses it into money.
 */
export interface AmountRules {
  /** Decimals allowed, default 2. */
  decimals?: number;
  /** Digits allowed before the point, default 12. */
  wholeDigits?: number;
}

/** Normalizes typed or pasted text: the locale's decimal sign becomes ".", everything else but digits is removed. */
export function cleanAmount(text: string, decimalSign: string, rules: AmountRules = {}): string {
  const { decimals = 2, wholeDigits = 12 } = rules;
  const typed = tidyTyped(text);
  const at = decimalAt(typed, decimalSign);
  const whole = digitsOf(at < 0 ? typed : typed.slice(0, at)).replace(/^0+(?=\d)/u, "");
  if (at < 0 || decimals === 0) return whole.slice(0, wholeDigits);
  return `${whole === "" ? "0" : whole.slice(0, wholeDigits)}.${digitsOf(typed.slice(at)).slice(0, decimals)}`;
}

/** Applies one key of the keypad to an amount. */
export function pressKey(amount: string, key: KeypadKey, rules: AmountRules = {}): string {
  return key === "back" ? amount.slice(0, -1) : cleanAmount(amount + key, ".", rules);
}

/** A key of the keypad: a digit, the decimal sign or "delete the last". */
export type KeypadKey = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "." | "back";

const digitsOf = (text: string) => text.replaceAll(/\D/gu, "");

/** Where the decimals of a typed amount begin; −1 if it has none. */
function decimalAt(typed: string, decimalSign: string): number {
  const [point, comma] = [typed.lastIndexOf("."), typed.lastIndexOf(",")];
  // Of both the last is the decimal sign, in whatever language the text was written.
  if (point >= 0 && comma >= 0) return Math.max(point, comma);
  if (decimalSign === "." || typed.includes(decimalSign)) return typed.indexOf(decimalSign);
  // A "." alone is the keyboard's decimal key, unless it separates thousands.
  return point === typed.indexOf(".") && !/\d\.\d{3}(?!\d)/u.test(typed) ? point : -1;
}
