import { type Checkpoint, type LogClient, TILE_WIDTH } from "@lotus/tlog";
import { type DrawLogEntry, parseEntry } from "../draw-proof/entries.ts";

/** An entry of the log as read; null for one that is about no draw. */
export interface ReadEntry {
  readonly index: number;
  readonly body: string;
  readonly entry: DrawLogEntry | null;
}

/** Full bundles that are remembered: neighbouring draws are in the same ones. */
const BUNDLES_KEPT = 128;

/** Reads entries by bundle, each verified and parsed once: full bundles never change. */
export class LogBundles {
  readonly #client: LogClient;
  readonly #full = new Map<string, readonly ReadEntry[]>();

  constructor(client: LogClient) {
    this.#client = client;
  }

  /** The entries of a bundle, as far as the checkpoint has them. @throws LogFault as `LogClient.entries` */
  async bundle(checkpoint: Checkpoint, bundle: number): Promise<readonly ReadEntry[]> {
    const name = `${checkpoint.origin} ${bundle}`;
    const known = this.#full.get(name);
    if (known !== undefined) return known;
    const from = bundle * TILE_WIDTH;
    const entries: ReadEntry[] = [];
    for await (const bytes of this.#client.entries(
      checkpoint,
      from,
      Math.min(checkpoint.size, from + TILE_WIDTH),
    )) {
      const body = new TextDecoder().decode(bytes);
      entries.push({ index: from + entries.length, body, entry: parseEntry(body) });
    }
    if (entries.length === TILE_WIDTH) {
      const [oldest] = this.#full.keys();
      if (this.#full.size >= BUNDLES_KEPT && oldest !== undefined) this.#full.delete(oldest);
      this.#full.set(name, entries);
    }
    return entries;
  }

  /** The entries from an index to before another one. */
  async *between(checkpoint: Checkpoint, from: number, to: number): AsyncGenerator<ReadEntry> {
    for (let bundle = Math.floor(from / TILE_WIDTH); bundle * TILE_WIDTH < to; bundle += 1) {
      // Each bundle is yielded before the next is read.
      // oxlint-disable-next-line no-await-in-loop
      for (const read of await this.bundle(checkpoint, bundle))
        if (read.index >= from && read.index < to) yield read;
    }
  }
}
