import { Counter, Gauge } from "prom-client";
import type { Deps } from "../deps.ts";
import { booksAreRight, checkBooks, type BooksMode, type InvariantResult } from "./books.ts";
import { stopMoney } from "./money-freeze.ts";

/** The periodic check of the books. */
export interface BooksWatch {
  /** Checks now; a breach freezes money. Null when another node is checking. */
  check(mode: BooksMode): Promise<readonly InvariantResult[] | null>;
  /** What the last check of this node found. */
  last(): readonly InvariantResult[] | null;
  /** When it ran, epoch milliseconds by the clock of this process. */
  checkedAt(): number | null;
  /** Starts the checks: incremental each minute, full each day. */
  start(): void;
  /** Stops; waits for a running check. */
  stop(): Promise<void>;
}

const EACH_MINUTE_MS = 60_000;
const FULL_EACH = 24 * 60;

/** Opens the watch over the books. Nothing runs before `start`. */
export function watchBooks(deps: WatchDeps, timeZone: string): BooksWatch {
  return new TimedBooksWatch(deps, timeZone);
}

type WatchDeps = Pick<Deps, "db" | "clock" | "log" | "metrics">;

class TimedBooksWatch implements BooksWatch {
  readonly #db: Deps["db"];
  readonly #clock: Deps["clock"];
  readonly #log: Deps["log"];
  readonly #timeZone: string;
  readonly #broken: Gauge<"invariant">;
  readonly #seconds: Gauge<"mode">;
  readonly #failures: Counter;
  #last: readonly InvariantResult[] | null = null;
  #checkedAt: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #minutes = 0;

  constructor({ db, clock, log, metrics }: WatchDeps, timeZone: string) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#timeZone = timeZone;
    const registers = [metrics];
    this.#broken = new Gauge({
      name: "lotus_books_broken",
      help: "Things that break an invariant of the books, by invariant.",
      labelNames: ["invariant"],
      registers,
    });
    this.#seconds = new Gauge({
      name: "lotus_books_check_seconds",
      help: "How long the last check of the books took, by mode.",
      labelNames: ["mode"],
      registers,
    });
    this.#failures = new Counter({
      name: "lotus_books_check_failures_total",
      help: "Checks of the books that could not be carried out.",
      registers,
    });
  }

  async check(mode: BooksMode): Promise<readonly InvariantResult[] | null> {
    const end = this.#seconds.startTimer({ mode });
    const results = await checkBooks(this.#db, mode, this.#timeZone);
    if (results === null) return null;
    end();
    this.#last = results;
    this.#checkedAt = this.#clock.now();
    for (const result of results) this.#broken.set({ invariant: result.name }, Number(result.broken));
    if (!booksAreRight(results)) await this.#raiseAlarm(results.filter((result) => result.broken > 0n));
    return results;
  }

  async #raiseAlarm(breaches: readonly InvariantResult[]): Promise<void> {
    const reason = breaches
      .map(({ name, broken: count, example }) => `${name}: ${String(count)} (${example ?? "-"})`)
      .join("; ");
    this.#log.error(
      { breaches: breaches.map(({ name }) => name) },
      `the books are wrong, money is stopped: ${reason}`,
    );
    await stopMoney(this.#db, reason);
  }

  #tick(): void {
    const mode = this.#minutes % FULL_EACH === 0 ? "full" : "incremental";
    this.#minutes += 1;
    this.#running = this.check(mode).catch((error: unknown) => {
      this.#failures.inc();
      this.#log.error({ err: error }, "the books could not be checked");
    });
  }

  last(): readonly InvariantResult[] | null {
    return this.#last;
  }

  checkedAt(): number | null {
    return this.#checkedAt;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#tick(), EACH_MINUTE_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#running;
  }
}
