import { concat, u16 } from "./bytes.ts";

/** Largest entry of a log in bytes: its length has 16 bits. */
export const MAX_ENTRY_BYTES = 65_535;

/** An entry bundle of c2sp.org/tlog-tiles: each entry with its length in 16 bits. @throws RangeError for an entry that is too large */
export function formatEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  return concat(...entries.flatMap((entry) => [u16(entry.length), entry]));
}

/** Parses an entry bundle; null if it does not end with an entry. */
export function parseEntryBundle(bundle: Uint8Array): Uint8Array[] | null {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length;) {
    const length = (bundle[at] ?? 0) * 256 + (bundle[at + 1] ?? 0);
    const end = at + 2 + length;
    if (at + 2 > bundle.length || end > bundle.length) return null;
    entries.push(bundle.slice(at + 2, end));
    at = end;
  }
  return entries;
}
