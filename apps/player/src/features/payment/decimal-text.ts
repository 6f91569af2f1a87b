/** A payment's amount formatted for the locale, with every digit: "1,234,500" or "48.1230". */
export function decimalText(amount: string, locale: string): string {
  const digits = amount.split(".")[1]?.length ?? 0;
  const number = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // A plain decimal, which Intl reads digit by digit.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return number.format(amount as `${number}`);
}
