/** `lot-fair/1` writes whole numbers big-endian in 1, 2, 4 or 8 bytes. Throws RangeError when one does not fit. */
export function u8(value: number): Uint8Array {
  return bigEndian(value, 1);
}

export function u16(value: number): Uint8Array {
  return bigEndian(value, 2);
}

export function u32(value: number): Uint8Array {
  return bigEndian(value, 4);
}

/** As the others, for values up to 2⁵³ − 1, the largest whole number JavaScript and JSON carry exactly. */
export function u64(value: number): Uint8Array {
  return bigEndian(value, 8);
}

function bigEndian(value: number, width: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0 || (width < 8 && value >= 256 ** width))
    throw new RangeError(`${value} does not fit in ${width} bytes`);
  const bytes = new Uint8Array(width);
  for (let i = width - 1, rest = value; i >= 0; i--, rest = Math.floor(rest / 256)) bytes[i] = rest % 256;
  return bytes;
}

/** The pieces one after the other. */
export function concat(...pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Text as UTF-8. */
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** LP: the bytes after their length in two bytes, so that no two lists of fields read alike. */
export function lengthPrefixed(bytes: Uint8Array): Uint8Array {
  return concat(u16(bytes.length), bytes);
}

/** TAG: names what a hash is for, so that a hash made for one purpose never fits another. */
export function tag(name: string): Uint8Array {
  return lengthPrefixed(utf8(`lot-fair/1/${name}`));
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Bytes as lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += HEX[byte] ?? "";
  return text;
}

/** Lower-case hex as bytes, or null: for anything else, and for another length than `length` bytes when given. */
export function fromHex(text: unknown, length?: number): Uint8Array | null {
  if (typeof text !== "string" || text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return null;
  if (length !== undefined && text.length !== length * 2) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = (digitAt(text, 2 * i) << 4) | digitAt(text, 2 * i + 1);
  return bytes;
}

/** The value of a digit that is known to be one of 0–9 and a–f. */
function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 97 ? code - 48 : code - 87;
}

/** Whether two byte strings are the same. Everything compared here is public, so time does not matter. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Bytes in ascending order, as unsigned numbers from the first byte on. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
