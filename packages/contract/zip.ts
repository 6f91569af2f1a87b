/** Version 2.0: the first that deflates. */
const VERSION = 20;
/** Sizes follow the content, since they are not known before; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980, the first day that the format knows. */
const DATE = 0x0021;
/** Larger archives would need the fields of ZIP64. */
const MAX_BYTES = 0xffff_ffff;
/** A last block of DEFLATE with nothing in it. */
const LAST_BLOCK = Uint8Array.of(3, 0);
const LONGEST_STORED = 0xffff;

interface Entry {
  readonly name: Uint8Array;
  readonly offset: number;
  crc: number;
  packed: number;
  size: number;
}

/** A ZIP archive of texts (APPNOTE 6.3), written piece by piece in any browser. */
export class Zip {
  readonly #deflate: (bytes: Uint8Array) => Uint8Array;
  readonly #encoder = new TextEncoder();
  readonly #entries: Entry[] = [];
  #written: Uint8Array[] = [];
  #length = 0;

  /** `deflate` returns whole bytes of blocks of DEFLATE, of which none is the last. Without it nothing is made smaller. */
  constructor(deflate: (bytes: Uint8Array) => Uint8Array = storedBlocks) {
    this.#deflate = deflate;
  }

  /** Begins a file, which `write` adds to until the next begins. */
  begin(name: string): void {
    this.#close();
    const entry = { name: this.#encoder.encode(name), offset: this.#length, crc: 0, packed: 0, size: 0 };
    this.#entries.push(entry);
    this.#put(fields([4, 0x04034b50], ...common(entry), [2, 0]), entry.name);
  }

  write(text: string): void {
    const entry = this.#entries.at(-1);
    if (entry === undefined) throw new Error("no file has begun");
    const bytes = this.#encoder.encode(text);
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    this.#pack(entry, this.#deflate(bytes));
  }

  /** Ends the archive. */
  end(): void {
    this.#close();
    const begin = this.#length;
    for (const entry of this.#entries)
      this.#put(
        fields(
          [4, 0x02014b50],
          [2, VERSION],
          ...common(entry),
          [2, 0],
          [2, 0],
          [2, 0],
          [2, 0],
          [4, 0],
          [4, entry.offset],
        ),
        entry.name,
      );
    const files = this.#entries.length;
    const size = this.#length - begin;
    this.#put(fields([4, 0x06054b50], [2, 0], [2, 0], [2, files], [2, files], [4, size], [4, begin], [2, 0]));
  }

  /** What was written since the last time. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = joined(this.#written);
    this.#written = [];
    return taken;
  }

  #close(): void {
    const entry = this.#entries.at(-1);
    if (entry === undefined) return;
    this.#pack(entry, LAST_BLOCK);
    this.#put(fields([4, 0x08074b50], [4, entry.crc], [4, entry.packed], [4, entry.size]));
  }

  #pack(entry: Entry, bytes: Uint8Array): void {
    entry.packed += bytes.length;
    this.#put(bytes);
  }

  #put(...pieces: readonly Uint8Array[]): void {
    for (const piece of pieces) {
      this.#written.push(piece);
      this.#length += piece.length;
    }
    if (this.#length > MAX_BYTES) throw new Error("an archive is too large");
  }
}

type Field = readonly [bytes: 2 | 4, value: number];

/** What a file's own header and the directory say alike. */
function common({ name, crc, packed, size }: Entry): readonly Field[] {
  return [
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATED],
    [2, 0],
    [2, DATE],
    [4, crc],
    [4, packed],
    [4, size],
    [2, name.length],
  ];
}

function fields(...all: readonly Field[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(all.reduce((sum, [length]) => sum + length, 0)));
  let at = 0;
  for (const [length, value] of all) {
    if (length === 2) bytes.setUint16(at, value, true);
    else bytes.setUint32(at, value, true);
    at += length;
  }
  return new Uint8Array(bytes.buffer);
}

/** Blocks of DEFLATE with the bytes as they are. */
function storedBlocks(bytes: Uint8Array): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += LONGEST_STORED) {
    const part = bytes.subarray(at, at + LONGEST_STORED);
    blocks.push(Uint8Array.of(0), fields([2, part.length], [2, ~part.length & 0xffff]), part);
  }
  return joined(blocks);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array, before: number): number {
  let crc = ~before;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}
