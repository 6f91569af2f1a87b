import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { link, mkdir, open, readdir, readFile, rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import { CheckpointHistory } from "./history.ts";

/** A stored checkpoint with its position in the sequence of those of its log. */
export interface StoredCheckpoint {
  readonly sequence: number;
  /** The note: log signatures and own cosignatures. */
  readonly text: string;
}

/** Digits of a sequence number, so that names sort. */
const DIGITS = 16;
const NAME = /^\d{16}$/u;

/**
 * The latest cosigned checkpoint of each log, as files. Storing one is atomic and durable, even against another process
 * on the same folder: each is a new file under the next number, which only one writer can create.
 */
export class CheckpointStore {
  readonly #folder: string;
  /** Those of the last day. */
  readonly history: CheckpointHistory;

  /** `folder` is created if missing. */
  constructor(folder: string) {
    this.#folder = folder;
    this.history = new CheckpointHistory(folder);
  }

  /** The latest checkpoint of a log, by the hash of its origin in hex; null if there is none. */
  async latest(originHash: string): Promise<StoredCheckpoint | null> {
    for (;;) {
      // A concurrent writer may remove a file between the two steps: the next round finds its successor.
      // oxlint-disable-next-line no-await-in-loop
      const name = (await this.#names(originHash)).at(-1);
      if (name === undefined) return null;
      // oxlint-disable-next-line no-await-in-loop
      const text = await readFile(join(this.#folder, originHash, name), "utf8").catch(ifMissing);
      if (text !== null) return { sequence: Number(name), text };
    }
  }

  /** Stores the successor of `before`. False if another one has been stored meanwhile; nothing is then changed. */
  async add(originHash: string, before: StoredCheckpoint | null, text: string): Promise<boolean> {
    const folder = join(this.#folder, originHash);
    await mkdir(folder, { recursive: true });
    const temporary = join(folder, `new-${randomUUID()}`);
    await writeDurably(temporary, text);
    const name = String((before?.sequence ?? 0) + 1).padStart(DIGITS, "0");
    try {
      // Unlike rename, link fails if the name exists.
      await link(temporary, join(folder, name));
    } catch (error) {
      if (isCode(error, "EEXIST")) return false;
      throw error;
    } finally {
      await rm(temporary, { force: true });
    }
    await syncFolder(folder);
    const older = (await this.#names(originHash)).filter((other) => other < name);
    await Promise.all(older.map((other) => unlink(join(folder, other)).catch(ifMissing)));
    return true;
  }

  async #names(originHash: string): Promise<readonly string[]> {
    const names = await readdir(join(this.#folder, originHash)).catch(ifMissing);
    return (names ?? []).filter((name) => NAME.test(name)).toSorted();
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes new names in a folder durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function ifMissing(error: unknown): null {
  if (isCode(error, "ENOENT")) return null;
  throw error;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
