import { formatMoney, type Money } from "@lotus/money";

/** What is needed of the operator's currency to convert amounts into a bank's. */
export interface BankUnits {
  /** ISO 4217, as VND. */
  readonly code: string;
  /** Units of the bank's currency in one unit of the account. */
  readonly bankUnits: number;
}

/**
 * An account's amount as the bank transfers it, formatted for the locale: 500.00 of an account in thousands is 500 000
 * ₫.
 */
export function bankAmount(amount: Money, { code, bankUnits }: BankUnits, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency: code });
  // A plain decimal, which Intl reads digit by digit.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return format.format(formatMoney(amount * BigInt(bankUnits)) as `${number}`);
}
