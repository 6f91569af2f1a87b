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

/** How the amounts of a field are named: the sign of its unit, and the currency that banks know. */
export interface TypedCurrency {
  /** Sign of the unit, as "K". */
  readonly symbol: string;
  /** ISO 4217, as "VND". */
  readonly code?: string;
  /** Units of the bank in one unit of the product: 1 K is 1,000 ₫. */
  readonly bankUnits?: number;
}

/**
 * Parses a non-negative amount typed in a locale's format, with or without grouping, also in groups with gaps between, with a
 * leading "+", and with the unit before or after: the sign of the product's unit, or the sign, code or words of the bank's currency,
 * as "500.000đ" or "5 triệu", which are turned into the product's unit. A misplaced separator is refused, not guessed: in vi-VN
 * "1.000" is one thousand, "1,5" is 1.50, and "1.5" is bad grouping.
 */
export function parseMoneyInput(
  text: string,
  locale: string,
  currency: TypedCurrency = { symbol: "" },
): Read<Money, MoneyInputProblem> {
  const given = plain(text).replace(/^\+ ?(?=.)/u, "");
  const own = withoutSign(given, [currency.symbol]);
  const inBank = own === given ? bankAmountOf(given, currency) : undefined;
  if (inBank === undefined) {
    const read = readDecimal(own, locale);
    return read.ok ? parseMoney(read.value) : read;
  }
  const dong = currency.code === "VND" && inBank.factor === 1n;
  const read = readDecimal(dong ? withoutGroups(inBank.number) : inBank.number, locale);
  return read.ok ? inUnits(read.value, inBank.factor, currency.bankUnits ?? 1) : read;
}

/** Names that the đồng goes by, besides its sign and code. */
const DONG = ["vnđ", "đồng", "dong", "đ"];

/** Vietnamese words behind a number of đồng. */
const WORDS: readonly (readonly [factor: bigint, words: readonly string[]])[] = [
  [1000n, ["nghìn", "nghin", "ngàn", "ngan", "k"]],
  [1_000_000n, ["triệu", "trieu", "tr"]],
];

/** An amount named in units of the bank: its number, and what that counts. */
function bankAmountOf(text: string, { code = "", bankUnits = 1 }: TypedCurrency) {
  if (code === "") return undefined;
  const isDong = code === "VND";
  const sign = (currencyDisplay: "symbol" | "narrowSymbol") =>
    new Intl.NumberFormat("en", { style: "currency", currency: code, currencyDisplay })
      .formatToParts(0)
      .find(({ type }) => type === "currency")?.value ?? "";
  const bare = withoutSign(text, [code, sign("symbol"), sign("narrowSymbol"), ...(isDong ? DONG : [])]);
  for (const [factor, words] of isDong && bankUnits === 1000 ? WORDS : []) {
    const number = withoutSign(bare, words, true);
    if (number !== bare) return { number, factor };
  }
  return bare === text ? undefined : { number: bare, factor: 1n };
}

/** Đồng have no decimals: either sign between groups of three parts thousands, in every language. */
function withoutGroups(text: string): string {
  return /^\d{1,3}(?:(?:\.\d{3})+|(?:,\d{3})+)$/u.test(text) ? text.replaceAll(/[.,]/gu, "") : text;
}

/** So many times a decimal of the bank's currency in units of the product, which must come out even. */
function inUnits(text: string, factor: bigint, bankUnits: number): Read<Money, MoneyInputProblem> {
  const [whole = "", decimals = ""] = text.split(".");
  const [dividend, divisor] = [
    BigInt(whole + decimals) * factor * 100n,
    BigInt(bankUnits) * 10n ** BigInt(decimals.length),
  ];
  if (dividend % divisor !== 0n) return { ok: false, reason: "too-many-decimals" };
  const amount = dividend / divisor;
  return amount < 10n ** 17n ? { ok: true, value: amount } : { ok: false, reason: "too-large" };
}

/** Parses odds typed in a locale's format, by the same rules. */
export function parseOddsInput(text: string, locale: string): Read<Odds, MoneyInputProblem> {
  const read = readDecimal(text, locale);
  return read.ok ? parseOdds(read.value) : read;
}

/** An amount without the first of some signs that it begins or ends with; a sign alone is no amount. */
function withoutSign(typed: string, signs: readonly string[], onlyBehind = false): string {
  const lower = typed.toLowerCase();
  for (const sign of signs) {
    const own = plain(sign).toLowerCase();
    if (own === "" || typed.length <= own.length) continue;
    if (lower.endsWith(own)) return typed.slice(0, -own.length).trim();
    if (!onlyBehind && lower.startsWith(own)) return typed.slice(own.length).trim();
  }
  return typed;
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
