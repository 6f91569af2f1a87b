import { type Database, DatabaseUnavailable, PoolExhausted } from "../db/database.ts";
import type { Entropy } from "../deps.ts";
import { Overloaded } from "../http/errors.ts";
import { TIMERS, type Timers } from "../timers.ts";
import { LeafFactsReader } from "./leaf-facts.ts";
import { Pace } from "./pace.ts";
import { type BatchDeps, BatchPlacer } from "./place-batch.ts";
import type { Receipts } from "./receipts.ts";
import type { KnownClock, SlipOutcome, WaitingSlip } from "./waiting-slip.ts";

/** Places slips in batches. */
export interface Placing {
  /**
   * Rejects with Overloaded when too many wait, the clock leapt, no quorum watches the log or the disk is full; nothing is
   * placed then.
   */
  place(slip: WaitingSlip): Promise<SlipOutcome>;
  /** Waiting slips and running batches. */
  load(): { readonly waiting: number; readonly running: number };
  /** Resolves once no slip waits any more. */
  drained(): Promise<void>;
}

/** Bounds of queue and batches. */
export interface PlacingOptions {
  /**
   * Batches running at once, of all servers of the house together: one is in the database while the other is sent or
   * read.
   */
  readonly slots: number;
  readonly slipsPerBatch: number;
  readonly linesPerBatch: number;
  readonly queueMax: number;
}

const USUAL: PlacingOptions = { slots: 2, slipsPerBatch: 500, linesPerBatch: 5_000, queueMax: 5_000 };
const HASH_BYTES = 32;

const ANY_CLOCK: KnownClock = { held: () => false, expected: () => null };

/** Dependencies of placing; tests leave out those they do not check. */
export interface PlacingDeps extends Partial<
  Pick<BatchDeps, "clock" | "facts" | "fault" | "notify" | "placed">
> {
  readonly db: Database;
  readonly entropy: Entropy;
  readonly receipts: Receipts;
  /** Servers of this house that are up, which share the slots; this one alone by default. */
  readonly servers?: () => number;
  readonly timers?: Timers;
}

export function openPlacing(deps: PlacingDeps, options: Partial<PlacingOptions> = {}): Placing {
  const batches: BatchDeps = {
    facts: new LeafFactsReader(deps.db),
    clock: ANY_CLOCK,
    fault: () => undefined,
    notify: () => undefined,
    placed: () => undefined,
    ...deps,
  };
  const { slots } = { ...USUAL, ...options };
  const pace = new Pace(slots, deps.servers ?? (() => 1), deps.timers ?? TIMERS);
  return new SlipQueue(batches, pace, { ...USUAL, ...options });
}

interface Entry {
  readonly waiting: WaitingSlip;
  readonly resolve: (outcome: SlipOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A request that others may share. It lets go of its outcome: tables that a busy map has outgrown keep what was in them from
 * being collected with what is new.
 */
interface Shared {
  outcome: Promise<SlipOutcome> | undefined;
}

/**
 * Gathers waiting slips into one statement. A batch leaves as soon as a slot is free, so a lone slip leaves at once and a
 * crowd fills the next batch while the last one is written; where servers share the slots, batches keep to their pace. A
 * player has at most one slip in the database; later ones wait in their order.
 */
class SlipQueue implements Placing {
  readonly #db: Database;
  readonly #clock: KnownClock;
  readonly #placer: BatchPlacer;
  readonly #pace: Pace;
  readonly #options: PlacingOptions;
  #queue: Entry[] = [];
  #running = 0;
  #scheduled = false;
  #drained: (() => void)[] = [];
  // Players with a slip in the database: a second batch with one of theirs would only wait for its locks.
  readonly #moving = new Set<bigint>();
  readonly #sharing = new Map<string, Shared>();

  constructor(deps: BatchDeps, pace: Pace, options: PlacingOptions) {
    this.#pace = pace;
    this.#db = deps.db;
    this.#clock = deps.clock;
    this.#placer = new BatchPlacer(deps);
    this.#options = options;
  }

  place(waiting: WaitingSlip): Promise<SlipOutcome> {
    if (waiting.key === undefined) return this.#enqueue(waiting);
    // Two identical concurrent requests are one: both get the same answer.
    const name = `${String(waiting.playerId)} ${Buffer.from(waiting.bodyHash).toString("base64")} ${waiting.key}`;
    const same = this.#sharing.get(name)?.outcome;
    if (same !== undefined) return same;
    const shared: Shared = { outcome: undefined };
    shared.outcome = this.#enqueue(waiting).finally(() => {
      this.#sharing.delete(name);
      shared.outcome = undefined;
    });
    this.#sharing.set(name, shared);
    return shared.outcome;
  }

  load(): { readonly waiting: number; readonly running: number } {
    return { waiting: this.#queue.length, running: this.#running };
  }

  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#drained.push(resolve);
      this.#schedule();
    });
  }

  #enqueue(waiting: WaitingSlip): Promise<SlipOutcome> {
    // The hashes of a batch are sent as one concatenated buffer.
    if (waiting.bodyHash.length !== HASH_BYTES)
      throw new RangeError(`a hash of ${waiting.bodyHash.length} bytes`);
    if (this.#clock.held())
      return Promise.reject(new Overloaded("the database's clock leapt, or no quorum watches the log"));
    if (this.#db.full()) return Promise.reject(new Overloaded("the database's disk is full"));
    if (this.#queue.length >= this.#options.queueMax)
      return Promise.reject(new Overloaded(`${this.#queue.length} slips wait`));
    return new Promise((resolve, reject) => {
      this.#queue.push({ waiting, resolve, reject });
      this.#schedule();
    });
  }

  /** Fills the free slots once all that arrived in this turn of the event loop is queued. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      while (this.#pace.mayLeave(this.#running, this.#queue.length)) {
        const batch = this.#takeBatch();
        if (batch.length === 0) break;
        void this.#run(batch);
      }
      if (this.#running === 0 && this.#queue.length === 0) {
        for (const done of this.#drained) done();
        this.#drained = [];
      }
    });
  }

  #takeBatch(): Entry[] {
    const { slipsPerBatch, linesPerBatch } = this.#options;
    const [batch, rest]: [Entry[], Entry[]] = [[], []];
    let lines = 0;
    for (const entry of this.#queue) {
      const { playerId, slip } = entry.waiting;
      const fits =
        batch.length < slipsPerBatch && (lines === 0 || lines + slip.lines.length <= linesPerBatch);
      if (fits && !this.#moving.has(playerId)) {
        this.#moving.add(playerId);
        lines += slip.lines.length;
        batch.push(entry);
      } else rest.push(entry);
    }
    this.#queue = rest;
    return batch;
  }

  async #run(batch: readonly Entry[]): Promise<void> {
    this.#running += 1;
    const began = this.#pace.now();
    try {
      await this.#answer(batch);
    } finally {
      for (const { waiting } of batch) this.#moving.delete(waiting.playerId);
      this.#running -= 1;
      this.#pace.ended(began, () => this.#schedule());
      this.#schedule();
    }
  }

  async #answer(batch: readonly Entry[]): Promise<void> {
    try {
      const entries = batch.toSorted((a, b) => (a.waiting.playerId < b.waiting.playerId ? -1 : 1));
      const outcomes = await this.#placer.place(entries.map(({ waiting }) => waiting));
      for (const [at, outcome] of outcomes.entries()) entries[at]?.resolve(outcome);
    } catch (error) {
      const lost =
        error instanceof DatabaseUnavailable || error instanceof PoolExhausted || error instanceof Overloaded;
      if (lost || batch.length === 1) for (const { reject } of batch) reject(error);
      // One slip that cannot be placed must not fail the others.
      else for (const entry of batch) await this.#answer([entry]);
    }
  }
}
