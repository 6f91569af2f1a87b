import { parseMoney, type Money } from "./money.ts";
import { parseOdds, type Odds } from "./odds.ts";
import type { Read } from "./read.ts";
import { tidyTyped } from "./tidy.ts";

/** Why typed text is not an amount. */
export type MoneyInputProblem = "empty" | "not-a-number" | "bad-grouping" | "too-many-decimals" | "too-large";

interface Separators {
  readonly decimal: string;
  readonly group: string;
  readonly grouped: Intl.NumberFormat;
}

const separators = new Map<string, Separators>();

const plain = (text: string): string => tidyTyped(text).replaceAll("\u2019", "'");

function separatorsOf(locale: string): Separators {
  let found = separators.get(locale);
  if (found === undefined) {
    const grouped = new Intl.NumberFormat(locale, { useGrouping: "always", numberingSystem: "latn" });
    const parts = grouped.formatToParts(1_234_567.8);
    const part = (type: string): string => {
      const sign = parts.find((each) => each.type === type)?.value ?? "";
      return sign.trim() === "" && sign !== "" ? " " : plain(sign);
    };
    found = { decimal: part("decimal"), group: part("group"), grouped };
    separators.set(locale, found);
  }
  return found;
}

/**
 * Parses a non-negative amount typed in a locale's format, with or without grouping, also in groups with gaps between, and with
 * the sign of the currency before or after. A misplaced separator is refused, not guessed: in vi-VN "1.000" is one thousand,
 * "1,5" is 1.50, and "1.5" is bad grouping.
 */
export function parseMoneyInput(text: string, locale: string, sign = ""): Read<Money, MoneyInputProblem> {
  const read = readDecimal(withoutSign(text, sign), locale);
  return read.ok ? parseMoney(read.value) : read;
}

/** Parses odds typed in a locale's format, by the same rules. */
export function parseOddsInput(text: string, locale: string): Read<Odds, MoneyInputProblem> {
  const read = readDecimal(text, locale);
  return read.ok ? parseOdds(read.value) : read;
}

/** An amount without the sign of its currency; a sign alone is no amount. */
function withoutSign(text: string, sign: string): string {
  const [typed, own] = [plain(text), plain(sign)];
  if (own === "" || typed.length <= own.length) return text;
  const [lower, lowerOwn] = [typed.toLowerCase(), own.toLowerCase()];
  if (lower.endsWith(lowerOwn)) return typed.slice(0, -own.length);
  return lower.startsWith(lowerOwn) ? typed.slice(own.length) : text;
}

/** Groups of three with gaps between them mean the same in every language. */
const GAPS = /^\d{1,3}(?: \d{3})+(?!\d)/u;

/** A number typed in a locale's format, as a plain decimal. */
function readDecimal(text: string, locale: string): Read<string, MoneyInputProblem> {
  const given = plain(text);
  if (given === "") return { ok: false, reason: "empty" };
  const { decimal, group, grouped } = separatorsOf(locale);
  const typed = group === " " ? given : given.replace(GAPS, (whole) => whole.replaceAll(" ", ""));
  const [whole = "", decimals, ...more] = typed.split(decimal);
  const digits = whole.replaceAll(group, "");
  if (more.length > 0 || !/^\d+$/.test(digits)) return { ok: false, reason: "not-a-number" };
  if (decimals !== undefined && !/^\d+$/.test(decimals)) return { ok: false, reason: "not-a-number" };
  const bare = digits.replace(/^0+(?=\d)/, "");
  if (bare.length > 15) return { ok: false, reason: "too-large" };
  if (whole !== digits && whole !== plain(grouped.format(BigInt(bare)))) {
    return { ok: false, reason: "bad-grouping" };
  }
  return { ok: true, value: decimals === undefined ? bare : `${bare}.${decimals}` };
}
