import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";

/**
 * Reads a phone number as it was typed, international or in the manner of `country` (two letters).
 * @returns it in E.164, or undefined when no such number can exist
 */
export function parsePhone(typed: string, country: string): string | undefined {
  const number = isSupportedCountry(country)
    ? parsePhoneNumberFromString(typed, { defaultCountry: country, extract: false })
    : parsePhoneNumberFromString(typed, { extract: false });
  if (number === undefined || !number.isValid() || number.ext !== undefined) return undefined;
  return number.number;
}

/** The country whose numbers a reader of `locale` writes without its code: that of the tag, else the likeliest. */
export function countryOf(locale: string): string {
  return new Intl.Locale(locale).maximize().region ?? "";
}
