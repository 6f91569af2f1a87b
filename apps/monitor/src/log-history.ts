import {
  acceptCheckpoint,
  type AcceptedCheckpoint,
  type Checkpoint,
  type CheckpointFault,
  LogClient,
  LogFault,
  nobleHashing,
  parseCheckpoint,
  parseNote,
  type Policy,
  sameBytes,
  toHex,
  utf8,
} from "@lotus/tlog";
import { fault, type Fault } from "./finding.ts";
import type { OperatorSite } from "./operator-site.ts";

/** A checkpoint whose log signature was verified, with its note. */
export interface SignedCheckpoint extends AcceptedCheckpoint {
  readonly text: string;
}

/** Files of the log do not exist now. */
export class MissingFiles extends Error {
  override readonly name = "MissingFiles";
}

/** Notes that were accepted lately: most are shown again and again. */
const MAX_ACCEPTED = 64;

/** The history of one log: whether its checkpoints fit together, and its entries. */
export class LogHistory {
  readonly #site: OperatorSite;
  readonly #policy: () => Policy;
  #client: LogClient;
  readonly #accepted = new Map<string, SignedCheckpoint>();

  constructor(site: OperatorSite, policy: () => Policy) {
    this.#site = site;
    this.#policy = policy;
    this.#client = new LogClient(site.file);
  }

  /** SHA-256 of a log's origin in hex, under which witnesses serve its checkpoint. */
  static originHash(origin: string): string {
    return toHex(nobleHashing.sha256(utf8(origin)));
  }

  /** Verifies that a checkpoint is signed by the log. Any number of cosignatures is enough. */
  accept(text: string): SignedCheckpoint | CheckpointFault {
    const known = this.#accepted.get(text);
    if (known !== undefined) return known;
    const accepted = acceptCheckpoint({ ...this.#policy(), quorum: null }, text);
    if (typeof accepted === "string") return accepted;
    const signed = { ...accepted, text };
    if (this.#accepted.size >= MAX_ACCEPTED) this.#accepted.clear();
    this.#accepted.set(text, signed);
    return signed;
  }

  /**
   * Compares two accepted checkpoints, of which the second is not smaller. Null if the log only grew from one to the
   * other. @throws MissingFiles, or Unreachable
   */
  async compare(olderText: string, newerText: string): Promise<Fault | null> {
    const [older, newer] = [checkpointOf(olderText), checkpointOf(newerText)];
    const checkpoints = [olderText, newerText];
    if (older.size === newer.size) {
      if (sameBytes(older.root, newer.root)) return null;
      return fault("fork", `two checkpoints of ${older.size} entries differ`, { checkpoints });
    }
    if (await this.#isExtended(older, newer, this.#client)) return null;
    // What was read before may be the reason; what the operator serves now decides.
    const fresh = new LogClient(this.#site.file);
    if (await this.#isExtended(older, newer, fresh)) {
      this.#client = fresh;
      return null;
    }
    if (this.#site.hasMissed) throw new MissingFiles("some of them are missing");
    const isTiles = await this.#isOfTiles(newer, fresh);
    const text = isTiles
      ? `the first ${older.size} entries were changed`
      : `the files are not those of the checkpoint of ${newer.size} entries, or of the one of ${older.size}`;
    return fault(isTiles ? "fork" : "bad-tiles", text, { checkpoints });
  }

  /** The entries of a checkpoint from an index on. @throws LogFault, MissingFiles or Unreachable */
  async *entries(text: string, from: number): AsyncGenerator<string> {
    try {
      for await (const entry of this.#client.entries(checkpointOf(text), from)) yield decode(entry);
    } catch (error) {
      if (error instanceof LogFault && this.#site.hasMissed) throw new MissingFiles(error.message);
      throw error;
    }
  }

  async #isExtended(older: Checkpoint, newer: Checkpoint, client: LogClient): Promise<boolean> {
    try {
      await client.verifyExtends(older, newer);
      return true;
    } catch (error) {
      if (error instanceof LogFault) return false;
      throw error;
    }
  }

  /** Whether the files are those of a checkpoint. */
  async #isOfTiles(checkpoint: Checkpoint, client: LogClient): Promise<boolean> {
    try {
      const { done } = await client.entries(checkpoint, checkpoint.size - 1).next();
      return done !== true;
    } catch (error) {
      if (error instanceof LogFault) return false;
      throw error;
    }
  }
}

/** @throws Error for a note that was not accepted before */
function checkpointOf(text: string): Checkpoint {
  const note = parseNote(text);
  const checkpoint = note === null ? null : parseCheckpoint(note.body);
  if (checkpoint === null) throw new Error("not a checkpoint");
  return checkpoint;
}

/** An entry as text. One that is not UTF-8 becomes a text that is no entry. */
function decode(entry: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(entry);
  } catch {
    return "not UTF-8";
  }
}
