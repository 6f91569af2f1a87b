import { Counter, Gauge, type Registry } from "prom-client";
import { Overloaded, TooMany } from "./errors.ts";

/** Bounds of the queue. */
export interface LaneBounds {
  /** Running at once, in all: at most the connections they may use. */
  readonly atOnce: number;
  /** Running at once, of one asker. */
  readonly ofOne: number;
  /** Waiting, of one asker and of all. */
  readonly waitingOfOne: number;
  readonly waiting: number;
  /** Nobody waits longer. */
  readonly timeoutMs: number;
}

interface Entry {
  readonly begin: () => void;
}

const RETRY_SECONDS = 1;

/**
 * A separate queue for long reads: however many somebody requests, the database stays free for bets and quick reads,
 * and everybody gets a turn. Askers are served round-robin, so that an asker with fifty reads delays another's by no
 * more than the one that is running.
 */
export class HeavyLane {
  readonly #bounds: LaneBounds;
  readonly #working = new Map<string, number>();
  /** By asker, in round-robin order. */
  readonly #waiting = new Map<string, Entry[]>();
  #inWork = 0;
  #inLine = 0;

  readonly #refused: Counter | undefined;

  /** `figures`: the registry of the lane's metrics and the prefix of their names. */
  constructor(bounds: LaneBounds, figures?: { readonly metrics: Registry; readonly prefix: string }) {
    this.#bounds = bounds;
    if (figures === undefined) return;
    const { metrics, prefix } = figures;
    const states = { working: () => this.#inWork, waiting: () => this.#inLine };
    void new Gauge({
      name: `${prefix}_heavy_reads`,
      help: "Reads that take long: how many are in work, and wait for their turn",
      labelNames: ["state"],
      registers: [metrics],
      collect() {
        for (const [state, read] of Object.entries(states)) this.set({ state }, read());
      },
    });
    this.#refused = new Counter({
      name: `${prefix}_heavy_reads_refused_total`,
      help: "Reads that take long and were refused: too many waited, or their turn did not come in time",
      registers: [metrics],
    });
  }

  /** Runs the work when it is the caller's turn. @throws TooMany when the asker has too many waiting, Overloaded when
   * there are too many in all or the turn did not come in time
   */
  async run<Result>(asker: string, work: () => Promise<Result> | Result): Promise<Result> {
    if (this.#mayBegin(asker)) this.#begin(asker);
    else await this.#turn(asker).catch((error: unknown) => this.#refuse(error));
    try {
      return await work();
    } finally {
      this.#end(asker);
    }
  }

  #mayBegin(asker: string): boolean {
    const { atOnce, ofOne } = this.#bounds;
    return this.#inWork < atOnce && (this.#working.get(asker) ?? 0) < ofOne;
  }

  #begin(asker: string): void {
    this.#inWork += 1;
    this.#working.set(asker, (this.#working.get(asker) ?? 0) + 1);
  }

  #end(asker: string): void {
    this.#inWork -= 1;
    const left = (this.#working.get(asker) ?? 1) - 1;
    if (left === 0) this.#working.delete(asker);
    else this.#working.set(asker, left);
    for (const [next, entries] of this.#waiting) {
      if (!this.#mayBegin(next)) continue;
      const entry = entries[0];
      if (entry === undefined) continue;
      this.#begin(next);
      this.#leave(next, entry);
      // The asker just served moves to the end.
      if (this.#waiting.delete(next) && entries.length > 0) this.#waiting.set(next, entries);
      entry.begin();
      return;
    }
  }

  #refuse(error: unknown): never {
    this.#refused?.inc();
    throw error;
  }

  async #turn(asker: string): Promise<void> {
    const { waitingOfOne, waiting, timeoutMs } = this.#bounds;
    const own = this.#waiting.get(asker) ?? [];
    if (own.length >= waitingOfOne) throw new TooMany(RETRY_SECONDS);
    if (this.#inLine >= waiting) throw new Overloaded("too many heavy reads wait");
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        this.#leave(asker, entry);
        reject(new Overloaded("a heavy read waited too long"));
      }, timeoutMs);
      const entry: Entry = {
        begin: () => {
          clearTimeout(late);
          resolve();
        },
      };
      own.push(entry);
      this.#waiting.set(asker, own);
      this.#inLine += 1;
    });
  }

  #leave(asker: string, entry: Entry): void {
    const own = this.#waiting.get(asker);
    const at = own?.indexOf(entry) ?? -1;
    if (own === undefined || at < 0) return;
    own.splice(at, 1);
    this.#inLine -= 1;
    if (own.length === 0) this.#waiting.delete(asker);
  }
}
