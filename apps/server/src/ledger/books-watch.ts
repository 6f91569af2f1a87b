import { Counter, Gauge } from "prom-client";
import type { Deps } from "../deps.ts";
import { booksAreRight, checkBooks, type BooksMode, type InvariantResult } from "./books.ts";
import { stopMoney } from "./money-freeze.ts";

/** The running check of the books. */
export interface BooksWatch {
  /** Checks now; a breach stops money. Null when another node is at it. */
  check(mode: BooksMode): Promise<readonly InvariantResult[] | null>;
  /** What the last check of this node found. */
  last(): readonly InvariantResult[] | null;
  /** When that was, epoch milliseconds of this process. */
  checkedAt(): number | null;
  /** Begins to check: each minute what is new, each day everything. */
  start(): void;
  /** Ends; a check under way is waited for. */
  stop(): Promise<void>;
}

const EACH_MINUTE_MS = 60_000;
const FULL_EACH = 24 * 60;

/** Opens the watch over the books. Nothing runs before `start`. */
export function watchBooks(
  { db, clock, log, metrics }: Pick<Deps, "db" | "clock" | "log" | "metrics">,
  timeZone: string,
): BooksWatch {
  const registers = [metrics];
  const broken = new Gauge({
    name: "lotus_books_broken",
    help: "Things that break an invariant of the books, by invariant.",
    labelNames: ["invariant"],
    registers,
  });
  const seconds = new Gauge({
    name: "lotus_books_check_seconds",
    help: "How long the last check of the books took, by mode.",
    labelNames: ["mode"],
    registers,
  });
  const failures = new Counter({
    name: "lotus_books_check_failures_total",
    help: "Checks of the books that could not be carried out.",
    registers,
  });
  let last: readonly InvariantResult[] | null = null;
  let checkedAt: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let minutes = 0;

  async function check(mode: BooksMode): Promise<readonly InvariantResult[] | null> {
    const end = seconds.startTimer({ mode });
    const results = await checkBooks(db, mode, timeZone);
    if (results === null) return null;
    end();
    last = results;
    checkedAt = clock.now();
    for (const result of results) broken.set({ invariant: result.name }, Number(result.broken));
    if (!booksAreRight(results)) await raiseAlarm(results.filter((result) => result.broken > 0n));
    return results;
  }

  async function raiseAlarm(breaches: readonly InvariantResult[]): Promise<void> {
    const reason = breaches
      .map(({ name, broken: count, example }) => `${name}: ${String(count)} (${example ?? "-"})`)
      .join("; ");
    log.error(
      { breaches: breaches.map(({ name }) => name) },
      `the books are wrong, money is stopped: ${reason}`,
    );
    await stopMoney(db, reason);
  }

  function tick(): void {
    const mode = minutes % FULL_EACH === 0 ? "full" : "incremental";
    minutes += 1;
    running = check(mode).catch((error: unknown) => {
      failures.inc();
      log.error({ err: error }, "the books could not be checked");
    });
  }

  return {
    check,
    last: () => last,
    checkedAt: () => checkedAt,
    start: () => {
      timer ??= setInterval(tick, EACH_MINUTE_MS).unref();
    },
    stop: async () => {
      clearInterval(timer);
      timer = undefined;
      await running;
    },
  };
}
