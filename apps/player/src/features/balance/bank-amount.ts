import { formatMoney, type Money } from "@lotus/money";

/** The operator's currency as far as amounts in it become amounts in a bank's. */
export interface BankUnits {
  /** ISO 4217, as VND. */
  readonly code: string;
  /** Units of the bank's currency in one unit of the account. */
  readonly bankUnits: number;
}

/** An amount of the account as the bank moves it: 500.00 of an account in thousands is 500 000 ₫, written for the locale. */
export function bankAmount(amount: Money, { code, bankUnits }: BankUnits, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency: code });
  // A plain decimal, which Intl reads digit by digit.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return format.format(formatMoney(amount * BigInt(bankUnits)) as `${number}`);
}
