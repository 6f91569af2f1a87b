import * as z from "zod/mini";
import { filled, typed, typedCode } from "./typed-fields.ts";

/** The fields of withdrawal addresses, each with the rule that browser and server both check. */

/** The networks a wallet may be on. Coins sent on another one than the wallet's are lost. */
export const NETWORKS = ["tron", "ethereum", "bitcoin"] as const;
export type Network = (typeof NETWORKS)[number];

/** 2–60 letters of any script, with the separators of names. */
const nameField = (blank: string) =>
  typed(...filled(140, blank), z.refine<string>(isRealName, { error: "validation.realNameFormat" }));

/** The name on a card. */
export const realName = nameField("validation.realNameBlank");

/** The name of a person. */
export const personName = nameField("validation.nameBlank");

/** Name of the card's bank, as the player writes it. */
export const bankName = typed(
  ...filled(140, "validation.bankNameBlank"),
  z.regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'’()/-]{0,59}$/u, { error: "validation.bankNameFormat" }),
);

/** Number of a card or of a bank account, as printed or without its spaces: 8–19 digits. A number of a card brand must have a valid check digit. */
export const cardNumber = typedCode(
  ...filled(140, "validation.cardNumberBlank"),
  z.regex(/^\d{8,19}$/, { error: "validation.cardNumberFormat", abort: true }),
  z.refine<string>((value) => !isCardBrand(value) || hasLuhnDigit(value), {
    error: "validation.cardNumberWrong",
  }),
);

/** Network of a wallet. */
export const network = z.enum(NETWORKS, { error: "validation.networkBlank" });

/** Address of a wallet as typed. `readWalletAddress`, which is loaded with its page, verifies the checksum. */
export const walletAddress = typedCode(
  ...filled(140, "validation.walletAddressBlank"),
  z.regex(/^[0-9A-Za-z]{10,100}$/, { error: "validation.walletAddressFormat" }),
);

/** As servers that do not know migration 075 compare names: for the index by which they find them, and nothing else. */
export function foldName(name: string): string {
  return name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("đ", "d")
    .replaceAll(/[^\p{L}]+/gu, " ")
    .trim();
}

function isRealName(name: string): boolean {
  const letters = name.match(/\p{L}/gu)?.length ?? 0;
  return letters >= 2 && letters <= 60 && /^\p{L}(?:[\p{L}\p{M} .'’-]|\u200C|\u200D)*$/u.test(name);
}

/**
 * Whether a number belongs to a card brand, by prefix and length: Visa, Mastercard, JCB, American Express,
 * Discover, UnionPay. Bank account numbers, which have no such check digit, are shorter or have other prefixes.
 */
function isCardBrand(digits: string): boolean {
  return CARD_BRANDS.some((brand) => brand.test(digits));
}

const CARD_BRANDS = [
  /^4(?:\d{15}|\d{18})$/u,
  /^(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}$/u,
  /^35(?:2[89]|[3-8]\d)\d{12}$/u,
  /^3[47]\d{13}$/u,
  /^6(?:011|4[4-9]\d|5\d\d)\d{12}$/u,
  /^62\d{14,17}$/u,
];

/** Whether the last digit is the Luhn check digit of those before it. */
function hasLuhnDigit(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
