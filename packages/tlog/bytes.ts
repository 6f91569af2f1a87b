/** A whole number, big-endian, in one byte. @throws RangeError if it does not fit */
export function u8(value: number): Uint8Array {
  return bigEndian(value, 1);
}

/** As `u8`, in two bytes. */
export function u16(value: number): Uint8Array {
  return bigEndian(value, 2);
}

/** As `u8`, in four bytes. */
export function u32(value: number): Uint8Array {
  return bigEndian(value, 4);
}

/** As `u8`, in eight bytes, for values up to 2⁵³ − 1, the largest integer that JavaScript and JSON represent exactly. */
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

/** The concatenation of the pieces. */
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

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Bytes as lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += HEX[byte] ?? "";
  return text;
}

/** Parses lower-case hex; null for anything else, and for another length than `length` bytes if given. */
export function fromHex(text: unknown, length?: number): Uint8Array | null {
  if (typeof text !== "string" || text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return null;
  if (length !== undefined && text.length !== length * 2) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = (digitAt(text, 2 * i) << 4) | digitAt(text, 2 * i + 1);
  return bytes;
}

/** The value of a digit from 0–9 and a–f. */
function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 97 ? code - 48 : code - 87;
}

/** Whether two byte strings are equal. Not constant-time: everything compared here is public. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Compares byte strings lexicographically, as unsigned bytes. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Bytes as standard base64 (RFC 4648, section 4), with padding. */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Parses standard base64 with padding; null for anything else, including non-canonical encodings. */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/u.test(text)) return null;
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return null;
  }
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  // Unused bits must be zero, so that every byte string has one encoding.
  return toBase64(bytes) === text ? bytes : null;
}
