import type { Logger } from "pino";
import type { Transactions } from "../db/database.ts";
import { LONG_TAIL, moveLongTails, TailTooLong } from "./player-mark.ts";

/** Players who played much are looked after this often, and whenever a period was settled. */
const LOOK_MS = 2_000;
/** Nobody waits longer for their history to be summed up. */
const TIMEOUT_MS = 1_500;
/** Players whose transfers are counted; the longest untouched is let go. */
const MAX_COUNTED = 100_000;

/** Sees to it that little of a player's history is left to be read: it is summed up right after it was settled. */
export interface HistoryMarks {
  /** So many transfers were made for a player on this node. Costs next to nothing. */
  note(playerId: bigint, transfers: number): void;
  /** Something was settled: what was noted may be summed up. Never waits. */
  wake(): void;
  /** So many transfers of a player had to be read one by one: where they are many, they are summed up soon. */
  sawTail(playerId: bigint, transfers: number): void;
  /**
   * Does what needs sums of a player's history. Where too much of it is not summed up, that is done first; who would
   * wait too long is told to come again.
   * @throws TailTooLong, which is answered as busy
   */
  caughtUp<Result>(playerId: bigint, work: () => Promise<Result>): Promise<Result>;
  start(): void;
  /** Waits for what is being summed up. */
  stop(): Promise<void>;
}

/** Opens it; nothing runs by itself before `start`. */
export function openHistoryMarks({
  db,
  log,
}: {
  readonly db: Transactions;
  readonly log: Pick<Logger, "warn">;
}): HistoryMarks {
  const counts = new Map<bigint, number>();
  /** In order; who waits for it is told when it is done. */
  const due = new Map<bigint, PromiseWithResolvers<void>>();
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function note(playerId: bigint, transfers: number): void {
    const count = (counts.get(playerId) ?? 0) + transfers;
    counts.delete(playerId);
    counts.set(playerId, count);
    if (counts.size <= MAX_COUNTED) return;
    const [oldest] = counts.keys();
    if (oldest !== undefined) counts.delete(oldest);
  }

  function ask(playerId: bigint): Promise<void> {
    const waiting = due.get(playerId) ?? Promise.withResolvers<void>();
    due.set(playerId, waiting);
    running ??= moveAll().finally(() => {
      running = undefined;
    });
    return waiting.promise;
  }

  // One after the other: what is summed up for some must not slow the bets of all.
  async function moveAll(): Promise<void> {
    for (let next = due.entries().next(); next.done !== true; next = due.entries().next()) {
      const [playerId, { resolve }] = next.value;
      await moveLongTails(db, [playerId]).catch((error: unknown) => {
        log.warn({ err: error }, "a player's history is not summed up yet; the next look tries again");
      });
      due.delete(playerId);
      resolve();
    }
  }

  function wake(): void {
    for (const [playerId, count] of counts) {
      if (count < LONG_TAIL) continue;
      // What stays behind an open stake is noted with what comes next.
      counts.set(playerId, LONG_TAIL / 2);
      void ask(playerId);
    }
  }

  return {
    note,
    wake,
    sawTail: (playerId, transfers) => {
      if (transfers > LONG_TAIL) void ask(playerId);
    },
    caughtUp: async (playerId, work) => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof TailTooLong) || !(await within(ask(playerId), TIMEOUT_MS))) throw error;
        return await work();
      }
    },
    start: () => {
      timer ??= setInterval(wake, LOOK_MS).unref();
    },
    stop: async () => {
      clearInterval(timer);
      due.clear();
      await running;
    },
  };
}

/** Whether it is done within so long. */
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
