import type { LogFn, Logger, LoggerOptions } from "pino";

/** How long repetitions of a line are only counted. */
const FOLD_MS = 5_000;
/** Maximum number of different lines tracked at once; further ones are written as they come. */
const MAX_KINDS = 200;
const WARN = 40;
const ERROR = 50;
const FATAL = 60;

interface FoldedLine {
  /** Repetitions since it was last written. */
  again: number;
  /** Writes it again, with the number of repetitions. */
  readonly write: (again: number) => void;
}

/** The timer; tests pass their own. */
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
 * Folds repeated errors: while the database is unreachable, every request and every worker logs one. The first is
 * written in full; equal ones are counted and reported every five seconds in one line with `again`, until none has come
 * for that long. Lines with fields other than the error and its call are never equal.
 */
export class FoldedLog {
  readonly #folded = new Map<string, FoldedLine>();
  readonly #clock: FoldClock;
  #stop: (() => void) | undefined;
  /** Errors with a known cause, which are not written for now. */
  #known: ((error: Error) => boolean) | undefined;
  #unsaid = 0;

  constructor(clock: FoldClock = REAL) {
    this.#clock = clock;
  }

  /** The hooks for pino; child loggers share them. */
  get hooks(): NonNullable<LoggerOptions["hooks"]> {
    const take = this.#take.bind(this);
    return {
      logMethod(args, method, level) {
        if (take(this, args, method, level)) method.apply(this, args);
      },
    };
  }

  /** From now on errors whose cause has already been reported are only counted. */
  silence(known: (error: Error) => boolean): void {
    this.flush();
    this.#known = known;
  }

  /** Ends `silence`. Returns the number of lines left out. */
  unsilence(): number {
    const unsaid = this.#unsaid;
    this.#known = undefined;
    this.#unsaid = 0;
    return unsaid;
  }

  /** Writes the lines that have only been counted so far. */
  flush(): void {
    for (const [key, folded] of this.#folded) {
      if (folded.again === 0) this.#folded.delete(key);
      else folded.write(folded.again);
      folded.again = 0;
    }
    if (this.#folded.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
  }

  /** Whether to write a line now. */
  #take(log: Logger, args: readonly unknown[], method: LogFn, level: number): boolean {
    if (level < WARN || level >= FATAL) return true;
    if (this.#goesUnsaid(args[0])) return false;
    const key = keyOf(level, args);
    if (key === null) return true;
    const folded = this.#folded.get(key);
    if (folded !== undefined) {
      folded.again += 1;
      return false;
    }
    if (this.#folded.size >= MAX_KINDS) return true;
    const [fields, message] = args;
    this.#folded.set(key, {
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

/** The key that equal lines share; null for a line that is never folded. */
function keyOf(level: number, [fields, message, ...more]: readonly unknown[]): string | null {
  if (more.length > 0) return null;
  if (typeof fields === "string") return message === undefined ? `${level} ${fields}` : null;
  if (typeof fields !== "object" || fields === null || typeof message !== "string") return null;
  const { err, others } = partsOf(fields);
  if (!(err instanceof Error)) return null;
  const fieldText = Object.entries(others).map(([name, value]) => `${name}=${String(value)}`);
  // Errors of two places may have the same text. Warnings come by the thousand, so their place is not compared.
  const place = level < ERROR ? "" : (/\n {4}at .*/u.exec(err.stack ?? "")?.[0].trim() ?? "");
  // Times and counts often are the only difference.
  return `${level} ${message} ${fieldText.join()} ${err.name} ${err.message.replaceAll(/\d+/gu, "#")} ${place}`;
}

/** The fields of a line without the call, which differs, and without the stack, which the first line has shown. */
function withoutStack(fields: unknown): object {
  if (typeof fields !== "object" || fields === null) return {};
  const { err, others } = partsOf(fields);
  return { ...others, ...(err instanceof Error ? { error: err.message } : {}) };
}

/** A line's error, and its other fields except the call. */
function partsOf(fields: object): {
  readonly err: unknown;
  readonly others: Readonly<Record<string, unknown>>;
} {
  const all: Record<string, unknown> = { ...fields };
  const { err, call: _call, ...others } = all;
  return { err, others };
}
