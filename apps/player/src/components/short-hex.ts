/** The first and last digits of a long hex string, for comparing by eye; short ones are unchanged. */
export function shortHex(hex: string, first: number, last: number): string {
  return hex.length <= first + last + 1 ? hex : `${hex.slice(0, first)}…${hex.slice(-last)}`;
}
