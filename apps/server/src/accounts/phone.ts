import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";

/**
 * Parses a phone number as typed, international or national of `country` (two letters). @returns it in E.164, or
 * undefined when it is not a possible number
 */
export function parsePhone(typed: string, country: string): string | undefined {
  const number = isSupportedCountry(country)
    ? parsePhoneNumberFromString(typed, { defaultCountry: country, extract: false })
    : parsePhoneNumberFromString(typed, { extract: false });
  if (number === undefined || !number.isValid() || number.ext !== undefined) return undefined;
  return number.number;
}
