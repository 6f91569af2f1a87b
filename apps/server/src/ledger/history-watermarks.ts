import type { Logger } from "pino";
import type { Transactions } from "../db/database.ts";
import { LONG_TAIL, moveLongTails, TailTooLong } from "./player-watermark.ts";

/** Interval of summing up players with many new transfers; it also happens after each settlement. */
const LOOK_MS = 2_000;
/** Maximum time a request waits for its history to be summed up. */
const TIMEOUT_MS = 1_500;
/** Players whose transfers are counted; the least recently used is dropped. */
const MAX_COUNTED = 100_000;

/** Keeps the unsummed tail of a player's history short: it is summed up right after settlement. */
export interface HistoryWatermarks {
  /** Counts transfers made for a player on this node. Cheap. */
  note(playerId: bigint, transfers: number): void;
  /** To be called after a settlement: counted transfers may now be summed up. Never waits. */
  wake(): void;
  /** Reports how many transfers of a player had to be read one by one: if they are many, they are summed up soon. */
  sawTail(playerId: bigint, transfers: number): void;
  /**
   * Runs work that needs sums of a player's history, summing up first if too much of it is not. @throws TailTooLong,
   * which is replied to as busy
   */
  caughtUp<Result>(playerId: bigint, work: () => Promise<Result>): Promise<Result>;
  start(): void;
  /** Waits until running work has ended. */
  stop(): Promise<void>;
}

interface MarksDeps {
  readonly db: Transactions;
  readonly log: Pick<Logger, "warn">;
}

/** Opens the marks; nothing runs before `start`. */
export function openHistoryWatermarks(deps: MarksDeps): HistoryWatermarks {
  return new TimedHistoryWatermarks(deps);
}

class TimedHistoryWatermarks implements HistoryWatermarks {
  readonly #db: Transactions;
  readonly #log: Pick<Logger, "warn">;
  readonly #counts = new Map<bigint, number>();
  /** Players in the order of summing up; each promise resolves when that is done. */
  readonly #due = new Map<bigint, PromiseWithResolvers<void>>();
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor({ db, log }: MarksDeps) {
    this.#db = db;
    this.#log = log;
  }

  note(playerId: bigint, transfers: number): void {
    const count = (this.#counts.get(playerId) ?? 0) + transfers;
    this.#counts.delete(playerId);
    this.#counts.set(playerId, count);
    if (this.#counts.size <= MAX_COUNTED) return;
    const [oldest] = this.#counts.keys();
    if (oldest !== undefined) this.#counts.delete(oldest);
  }

  #sumUp(playerId: bigint): Promise<void> {
    const waiting = this.#due.get(playerId) ?? Promise.withResolvers<void>();
    this.#due.set(playerId, waiting);
    this.#running ??= this.#moveAll().finally(() => {
      this.#running = undefined;
    });
    return waiting.promise;
  }

  // One at a time, so that summing up does not slow down bets.
  async #moveAll(): Promise<void> {
    for (let next = this.#due.entries().next(); next.done !== true; next = this.#due.entries().next()) {
      const [playerId, { resolve }] = next.value;
      await moveLongTails(this.#db, [playerId]).catch((error: unknown) => {
        this.#log.warn({ err: error }, "a player's history is not summed up yet; the next look tries again");
      });
      this.#due.delete(playerId);
      resolve();
    }
  }

  wake(): void {
    for (const [playerId, count] of this.#counts) {
      if (count < LONG_TAIL) continue;
      // Transfers behind an open stake are counted again with the next ones.
      this.#counts.set(playerId, LONG_TAIL / 2);
      void this.#sumUp(playerId);
    }
  }

  sawTail(playerId: bigint, transfers: number): void {
    if (transfers > LONG_TAIL) void this.#sumUp(playerId);
  }

  async caughtUp<Result>(playerId: bigint, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TailTooLong) || !(await within(this.#sumUp(playerId), TIMEOUT_MS))) throw error;
      return await work();
    }
  }

  start(): void {
    this.#timer ??= setInterval(() => this.wake(), LOOK_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#due.clear();
    await this.#running;
  }
}

/** Whether the work ends within `ms`. */
async function within(work: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
