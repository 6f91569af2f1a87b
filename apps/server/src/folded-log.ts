import type { LogFn, Logger, LoggerOptions } from "pino";

/** How long what is told again is only counted. */
const FOLD_MS = 5_000;
/** Different lines that are remembered at once; beyond, lines are told as they come. */
const MAX_KINDS = 200;
const WARN = 40;
const ERROR = 50;
const FATAL = 60;

interface FoldedLine {
  /** How often it came again since it was last told. */
  again: number;
  /** Tells it once more, with the count. */
  readonly write: (again: number) => void;
}

/** What folding needs of time, so that a test can stand still. */
export interface FoldClock {
  /** Calls `work` every `ms` until the returned function is called. */
  every(ms: number, work: () => void): () => void;
}

const REAL: FoldClock = {
  every: (ms, work) => {
    const timer = setInterval(work, ms).unref();
    return () => clearInterval(timer);
  },
};

/**
 * Folds errors that repeat themselves, as every request and every round of work has one while the database is away. The
 * first comes whole; what is alike is counted, and told every five seconds in one line with `again`, until it stays
 * away for as long. What tells of somebody or something (any field but the error and its call) is never alike.
 */
export class FoldedLog {
  readonly #told = new Map<string, FoldedLine>();
  readonly #clock: FoldClock;
  #stop: (() => void) | undefined;
  /** Which errors go without saying for now. */
  #known: ((error: Error) => boolean) | undefined;
  #unsaid = 0;

  constructor(clock: FoldClock = REAL) {
    this.#clock = clock;
  }

  /** For the options of pino, whose children share it. */
  get hooks(): NonNullable<LoggerOptions["hooks"]> {
    const take = this.#take.bind(this);
    return {
      logMethod(args, method, level) {
        if (take(this, args, method, level)) method.apply(this, args);
      },
    };
  }

  /** From now on lines of errors with a cause that was told are only counted, however they differ. */
  silence(known: (error: Error) => boolean): void {
    this.flush();
    this.#known = known;
  }

  /** Ends that. Answers how many lines were left out. */
  unsilence(): number {
    const unsaid = this.#unsaid;
    this.#known = undefined;
    this.#unsaid = 0;
    return unsaid;
  }

  /** Tells what was only counted so far. */
  flush(): void {
    for (const [key, folded] of this.#told) {
      if (folded.again === 0) this.#told.delete(key);
      else folded.write(folded.again);
      folded.again = 0;
    }
    if (this.#told.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
  }

  /** Whether a line is to be written now. */
  #take(log: Logger, args: readonly unknown[], method: LogFn, level: number): boolean {
    if (level < WARN || level >= FATAL) return true;
    if (this.#goesUnsaid(args[0])) return false;
    const key = keyOf(level, args);
    if (key === null) return true;
    const folded = this.#told.get(key);
    if (folded !== undefined) {
      folded.again += 1;
      return false;
    }
    if (this.#told.size >= MAX_KINDS) return true;
    const [fields, message] = args;
    this.#told.set(key, {
      again: 0,
      write: (again) =>
        typeof fields === "string"
          ? method.call(log, { again }, fields)
          : method.call(log, { ...withoutStack(fields), again }, String(message)),
    });
    this.#stop ??= this.#clock.every(FOLD_MS, () => this.flush());
    return true;
  }

  #goesUnsaid(fields: unknown): boolean {
    if (this.#known === undefined || typeof fields !== "object" || fields === null) return false;
    const { err } = partsOf(fields);
    if (!(err instanceof Error) || !this.#known(err)) return false;
    this.#unsaid += 1;
    return true;
  }
}

/** What lines that are alike have in common; null for a line that stands for itself. */
function keyOf(level: number, [fields, message, ...more]: readonly unknown[]): string | null {
  if (more.length > 0) return null;
  if (typeof fields === "string") return message === undefined ? `${level} ${fields}` : null;
  if (typeof fields !== "object" || fields === null || typeof message !== "string") return null;
  const { err, others } = partsOf(fields);
  if (!(err instanceof Error)) return null;
  const fieldText = Object.entries(others).map(([name, value]) => `${name}=${String(value)}`);
  // Mistakes of the server in two places may read alike. A warning is no mistake, and they come by the thousand.
  const place = level < ERROR ? "" : (/\n {4}at .*/u.exec(err.stack ?? "")?.[0].trim() ?? "");
  // Times and counts differ where nothing else does.
  return `${level} ${message} ${fieldText.join()} ${err.name} ${err.message.replaceAll(/\d+/gu, "#")} ${place}`;
}

/** The fields of a line, its error without the stack that the first one has shown, and without the call, which differs. */
function withoutStack(fields: unknown): object {
  if (typeof fields !== "object" || fields === null) return {};
  const { err, others } = partsOf(fields);
  return { ...others, ...(err instanceof Error ? { error: err.message } : {}) };
}

/** A line's error, and what else it tells but the call. */
function partsOf(fields: object): {
  readonly err: unknown;
  readonly others: Readonly<Record<string, unknown>>;
} {
  const all: Record<string, unknown> = { ...fields };
  const { err, call: _call, ...others } = all;
  return { err, others };
}
