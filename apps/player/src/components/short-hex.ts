/** A long hex string as a reader compares it: its first and last digits. Short ones stay whole. */
export function shortHex(hex: string, first: number, last: number): string {
  return hex.length <= first + last + 1 ? hex : `${hex.slice(0, first)}…${hex.slice(-last)}`;
}
