import { concat, u16, utf8 } from "@lotus/tlog";

/** LP: the bytes prefixed with their length in two bytes, so that different lists of fields never have equal encodings. */
export function lengthPrefixed(bytes: Uint8Array): Uint8Array {
  return concat(u16(bytes.length), bytes);
}

/** TAG: names the purpose of a hash, so that a hash for one purpose is never valid for another. */
export function tag(name: string): Uint8Array {
  return lengthPrefixed(utf8(`lot-fair/2/${name}`));
}
