/**
 * As much of the tar format (ustar) as a backup needs: plain files, each behind a header of one block. So a backup
 * can be looked into by any tar.
 */

export const BLOCK_BYTES = 512;
/** Two empty blocks end an archive. */
export const END_OF_ARCHIVE = Buffer.alloc(2 * BLOCK_BYTES);

const NAME_BYTES = 100;
const CHECKSUM_AT = 148;
const MAGIC_AT = 257;
const MAGIC = "ustar\u000000";
const NUMBERS = { mode: [100, 8], uid: [108, 8], gid: [116, 8], size: [124, 12], mtime: [136, 12] } as const;

/** A file in an archive. */
export interface TarEntry {
  readonly name: string;
  readonly size: number;
}

/** The header of a file. @throws RangeError for a name or size that does not fit */
export function tarHeader(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) >= NAME_BYTES) throw new RangeError(`${name} is too long a name`);
  if (size >= 8 ** 11) throw new RangeError(`${name} is too large a file`);
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(name, 0);
  const values = { mode: 0o600, uid: 0, gid: 0, size, mtime: 0 };
  for (const [field, [at, length]] of Object.entries(NUMBERS))
    header.write(octal(values[field as keyof typeof values], length - 1), at);
  header.write("0", CHECKSUM_AT + 8);
  header.write(MAGIC, MAGIC_AT);
  header.write(`${octal(checksumOf(header), 6)}\0 `, CHECKSUM_AT);
  return header;
}

/** What fills the last block of a file. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES);
}

/** Reads a header; null for one that is none. */
export function readTarHeader(header: Buffer): TarEntry | null {
  if (header.length < BLOCK_BYTES || header.toString("latin1", MAGIC_AT, MAGIC_AT + 8) !== MAGIC) return null;
  if (Number.parseInt(header.toString("latin1", CHECKSUM_AT, CHECKSUM_AT + 6), 8) !== checksumOf(header))
    return null;
  const end = header.indexOf(0);
  const [at, length] = NUMBERS.size;
  return {
    name: header.toString("utf8", 0, end === -1 || end > NAME_BYTES ? NAME_BYTES : end),
    size: Number.parseInt(header.toString("latin1", at, at + length - 1), 8),
  };
}

/** The sum of the header's bytes, where the sum itself counts as blanks. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= CHECKSUM_AT && at < CHECKSUM_AT + 8 ? 0x20 : byte), 0);
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}
