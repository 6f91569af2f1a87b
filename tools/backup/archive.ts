import { createHash, type Hash } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { StartupError } from "@lotus/server/settings/startup-error";
import { BLOCK_BYTES, END_OF_ARCHIVE, readTarHeader, tarHeader, tarPadding } from "./tar.ts";

/**
 * The file of a backup: a tar whose last file, `sha256`, holds the hash of every byte before it. So nothing in it can
 * be cut off or changed unnoticed; the hash is checked before the archive is used.
 */

const SEAL_NAME = "sha256";
const SEAL_BYTES = 2 * BLOCK_BYTES + END_OF_ARCHIVE.length;
const READ_BYTES = 1024 ** 2;

/** A new archive; it gets its name only once it is complete and on the disk. */
export class ArchiveWriter {
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #hash: Hash = createHash("sha256");
  #bytes = 0;

  /** @throws StartupError if the file exists or cannot be written */
  static async create(file: string): Promise<ArchiveWriter> {
    if (await exists(file)) throw new StartupError(`${file} is there already: choose another name`);
    try {
      return new ArchiveWriter(file, await open(draftOf(file), "w", 0o600));
    } catch (error) {
      throw new StartupError(`${file} cannot be written: ${reasonOf(error)}`);
    }
  }

  private constructor(file: string, handle: FileHandle) {
    this.#file = file;
    this.#handle = handle;
  }

  /** Adds a file. One at a time. */
  async add(name: string, content: Uint8Array): Promise<void> {
    await this.#write(tarHeader(name, content.length), content, tarPadding(content.length));
  }

  /** Seals the archive and puts it under its name; answers its size and its hash as sha256sum prints it. */
  async finish(): Promise<{ readonly bytes: number; readonly sha256: string }> {
    await this.#write(sealOf(this.#hash.copy().digest("hex")));
    await this.#handle.sync();
    await this.#handle.close();
    await rename(draftOf(this.#file), this.#file);
    const folder = await open(dirname(this.#file), "r");
    await folder.sync();
    await folder.close();
    return { bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }

  /** Aborts and deletes the file. */
  async discard(): Promise<void> {
    await this.#handle.close();
    await rm(draftOf(this.#file), { force: true });
  }

  async #write(...parts: readonly Uint8Array[]): Promise<void> {
    for (const part of parts) {
      this.#hash.update(part);
      this.#bytes += part.length;
      // Unlike write, it continues until everything is written.
      await this.#handle.writeFile(part);
    }
  }
}

/** An archive that was read to its end once and is as it was written. */
export class ArchiveReader {
  readonly #handle: FileHandle;
  readonly #entries: ReadonlyMap<string, { readonly at: number; readonly size: number }>;

  /** @throws StartupError when there is no such file, or it is no backup, cut off or changed */
  static async open(file: string): Promise<ArchiveReader> {
    const handle = await open(file, "r").catch((error: unknown) => {
      throw new StartupError(`${file} cannot be read: ${reasonOf(error)}`);
    });
    try {
      const { size } = await handle.stat();
      await checkSeal(handle, file, size);
      return new ArchiveReader(handle, await entriesOf(handle, file, size - SEAL_BYTES));
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  private constructor(
    handle: FileHandle,
    entries: ReadonlyMap<string, { readonly at: number; readonly size: number }>,
  ) {
    this.#handle = handle;
    this.#entries = entries;
  }

  /** The content of a file. @throws Error if there is none of that name */
  async read(name: string): Promise<Buffer> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new Error(`there is no ${name} in the backup`);
    return await readAt(this.#handle, entry.at, entry.size);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** The end of an archive: the file with the hash of all before it, and the empty blocks. */
function sealOf(digest: string): Buffer {
  const text = Buffer.from(`${digest}\n`);
  return Buffer.concat([tarHeader(SEAL_NAME, text.length), text, tarPadding(text.length), END_OF_ARCHIVE]);
}

async function checkSeal(handle: FileHandle, file: string, size: number): Promise<void> {
  const hash = createHash("sha256");
  const sealed = size - SEAL_BYTES;
  for (let at = 0; at < sealed; at += READ_BYTES)
    hash.update(await readAt(handle, at, Math.min(READ_BYTES, sealed - at)));
  const seal = sealed < 0 ? Buffer.alloc(0) : await readAt(handle, sealed, SEAL_BYTES);
  if (!seal.equals(sealOf(hash.digest("hex"))))
    throw new StartupError(`${file} is no whole backup: it was cut off, or changed since it was written`);
}

async function entriesOf(
  handle: FileHandle,
  file: string,
  end: number,
): Promise<ReadonlyMap<string, { readonly at: number; readonly size: number }>> {
  const entries = new Map<string, { readonly at: number; readonly size: number }>();
  for (let at = 0; at < end;) {
    const header = readTarHeader(await readAt(handle, at, BLOCK_BYTES));
    if (header === null) throw new StartupError(`${file} is not a backup of this format`);
    const { name, size } = header;
    entries.set(name, { at: at + BLOCK_BYTES, size });
    at += BLOCK_BYTES + size + tarPadding(size).length;
  }
  return entries;
}

async function readAt(handle: FileHandle, at: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  for (let done = 0; done < size;) {
    const { bytesRead } = await handle.read(bytes, done, size - done, at + done);
    if (bytesRead === 0) throw new Error("the file became shorter while it was read");
    done += bytesRead;
  }
  return bytes;
}

function draftOf(file: string): string {
  return `${file}.part`;
}

async function exists(file: string): Promise<boolean> {
  try {
    await (await open(file, "r")).close();
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ENOENT");
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
