import { crc32, createDeflateRaw } from "node:zlib";
import { Readable } from "node:stream";

/** Takes the bytes of an archive in order; the writer waits for it. */
export type Sink = (bytes: Uint8Array) => Promise<void>;

const LOCAL_HEADER = 0x04034b50;
const DATA_DESCRIPTOR = 0x08074b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
/** Version 2.0: the first that deflates. */
const VERSION = 20;
/** Sizes follow the content, since they are not known before; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** Larger archives or more files would need the fields of ZIP64. */
const MAX_BYTES = 0xffff_ffff;
const MAX_FILES = 0xffff;
/** Names are the server's own, so nothing a player wrote decides where a file is unpacked. */
const SAFE_NAME = /^[a-z0-9-]+(?:\/[a-z0-9-]+)?\.[a-z]+$/u;

interface Entry {
  readonly name: Buffer;
  readonly time: number;
  readonly date: number;
  readonly offset: number;
  crc: number;
  packed: number;
  size: number;
}

/**
 * Writes a ZIP archive as a stream: a file is compressed while its content is made, so neither the archive nor a file is
 * ever held in memory.
 */
export class ZipWriter {
  readonly #sink: Sink;
  readonly #entries: Entry[] = [];
  readonly #time: number;
  readonly #date: number;
  #offset = 0;

  /** `at` is the instant of all files (epoch milliseconds), as UTC. */
  constructor(sink: Sink, at: number) {
    this.#sink = sink;
    const t = new Date(at);
    this.#time = (t.getUTCHours() << 11) | (t.getUTCMinutes() << 5) | (t.getUTCSeconds() >> 1);
    this.#date = ((t.getUTCFullYear() - 1980) << 9) | ((t.getUTCMonth() + 1) << 5) | t.getUTCDate();
  }

  /** Adds a file. @throws Error for a name that could be unpacked outside its folder, or an archive too large for ZIP */
  async add(name: string, content: AsyncIterable<string | Uint8Array>): Promise<void> {
    if (!SAFE_NAME.test(name)) throw new Error("a file of an archive has a name that is not the server's");
    if (this.#entries.length >= MAX_FILES) throw new Error("an archive has too many files");
    const entry: Entry = {
      name: Buffer.from(name),
      time: this.#time,
      date: this.#date,
      offset: this.#offset,
      crc: 0,
      packed: 0,
      size: 0,
    };
    await this.#write(localHeader(entry));
    const deflate = createDeflateRaw();
    const source = Readable.from(counted(entry, content), { objectMode: false });
    // An error of the content ends the compression as well, and is thrown by the loop below.
    source.on("error", (error) => deflate.destroy(error));
    source.pipe(deflate);
    for await (const chunk of deflate) {
      const bytes: Buffer = chunk;
      entry.packed += bytes.length;
      await this.#write(bytes);
    }
    await this.#write(descriptor(entry));
    this.#entries.push(entry);
  }

  /** Writes the directory; returns the size of the archive. */
  async end(): Promise<number> {
    const start = this.#offset;
    for (const entry of this.#entries) await this.#write(centralHeader(entry));
    const end = Buffer.alloc(22);
    end.writeUInt32LE(END_OF_DIRECTORY, 0);
    end.writeUInt16LE(this.#entries.length, 8);
    end.writeUInt16LE(this.#entries.length, 10);
    end.writeUInt32LE(this.#offset - start, 12);
    end.writeUInt32LE(start, 16);
    await this.#write(end);
    return this.#offset;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#offset += bytes.length;
    if (this.#offset > MAX_BYTES) throw new Error("an archive is too large for a ZIP");
    await this.#sink(bytes);
  }
}

async function* counted(
  entry: Entry,
  content: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const part of content) {
    const bytes = typeof part === "string" ? Buffer.from(part) : part;
    if (bytes.length === 0) continue;
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    yield bytes;
  }
}

function localHeader({ name, time, date }: Entry): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(LOCAL_HEADER, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(DEFLATED, 8);
  head.writeUInt16LE(time, 10);
  head.writeUInt16LE(date, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function descriptor({ crc, packed, size }: Entry): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(DATA_DESCRIPTOR, 0);
  tail.writeUInt32LE(crc, 4);
  tail.writeUInt32LE(packed, 8);
  tail.writeUInt32LE(size, 12);
  return tail;
}

function centralHeader({ name, time, date, offset, crc, packed, size }: Entry): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(CENTRAL_HEADER, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(VERSION, 6);
  head.writeUInt16LE(FLAGS, 8);
  head.writeUInt16LE(DEFLATED, 10);
  head.writeUInt16LE(time, 12);
  head.writeUInt16LE(date, 14);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(packed, 20);
  head.writeUInt32LE(size, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, name]);
}
