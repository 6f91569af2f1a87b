import { Counter, Gauge } from "prom-client";
import { BackgroundWork } from "../background-work.ts";
import type { Deps } from "../deps.ts";
import { booksAreRight, checkBooks, checkBooksIfDue, type BooksMode, type InvariantResult } from "./books.ts";
import { stopMoney } from "./money-freeze.ts";

/** The periodic check of the books. */
export interface BooksWatch {
  /** Checks now; a breach freezes money. Null when another node is checking. */
  check(mode: BooksMode): Promise<readonly InvariantResult[] | null>;
  /** Checks if no server did so in the last minute: what is new, or everything once a day. A breach freezes money. */
  checkIfDue(): Promise<void>;
  /** What the last check found that this node knows of; nothing of each invariant if another node found the books right. */
  last(): readonly InvariantResult[] | null;
  /** When it ran, epoch milliseconds by the clock of the process or database that ran it. */
  checkedAt(): number | null;
  /** Starts the checks of what is due, each minute. */
  start(): void;
  /** Stops; waits for a running check. */
  stop(): Promise<void>;
}

const EACH_MINUTE_MS = 60_000;
/** Less than a minute, so that a single server finds its check due at each tick. */
const APART_MS = 50_000;
const DAY_MS = 24 * 60 * EACH_MINUTE_MS;

/** Opens the watch over the books. Nothing runs before `start`. */
export function watchBooks(deps: WatchDeps, timeZone: string): BooksWatch {
  return new TimedBooksWatch(deps, timeZone);
}

interface WatchDeps extends Pick<Deps, "db" | "clock" | "log" | "metrics"> {
  /** What the checks share with other work that nobody's request waits for. */
  readonly background?: BackgroundWork;
}

class TimedBooksWatch implements BooksWatch {
  readonly #db: Deps["db"];
  readonly #clock: Deps["clock"];
  readonly #log: Deps["log"];
  readonly #timeZone: string;
  readonly #broken: Gauge<"invariant">;
  readonly #seconds: Gauge<"mode">;
  readonly #failures: Counter;
  readonly #background: BackgroundWork;
  #last: readonly InvariantResult[] | null = null;
  #checkedAt: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();
  /** The instant from which a day without a full check of its own counts. */
  #fullFrom: number;
  #hasTriedFull = false;

  constructor({ db, clock, log, metrics, background = new BackgroundWork() }: WatchDeps, timeZone: string) {
    this.#background = background;
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#timeZone = timeZone;
    this.#fullFrom = clock.now();
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
    await this.#found(results);
    return results;
  }

  async checkIfDue(): Promise<void> {
    const end = this.#seconds.startTimer();
    // Each server checks everything once a day by itself: a row of the database is no reason not to. One that has just started
    // does so at once, if that row says that no other did; where it finds a breach, the row says so still a minute later.
    const isDay = this.#clock.now() - this.#fullFrom >= DAY_MS;
    const check = await checkBooksIfDue(this.#db, this.#timeZone, {
      apartMs: APART_MS,
      full: isDay ? "now" : this.#hasTriedFull ? "never" : "if-due",
    });
    if (check === null) return;
    if ("rightAt" in check) {
      this.#broken.reset();
      [this.#last, this.#checkedAt] = [[], check.rightAt];
      return;
    }
    const { mode, results } = check;
    end({ mode });
    if (mode === "full") [this.#fullFrom, this.#hasTriedFull] = [this.#clock.now(), true];
    await this.#found(results);
  }

  async #found(results: readonly InvariantResult[]): Promise<void> {
    this.#last = results;
    this.#checkedAt = this.#clock.now();
    for (const result of results) this.#broken.set({ invariant: result.name }, Number(result.broken));
    if (!booksAreRight(results)) await this.#raiseAlarm(results.filter((result) => result.broken > 0n));
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
    this.#running = this.#background
      .run("later", () => this.checkIfDue())
      .catch((error: unknown) => {
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
