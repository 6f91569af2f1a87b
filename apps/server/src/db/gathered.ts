import { TIMERS, type Timers } from "../timers.ts";

/** Asks the database many things at once; answers stand in the order of the questions. */
export type AskMany<Question, Answer> = (questions: readonly Question[]) => Promise<readonly Answer[]>;

interface Asked<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export interface GatheredOptions {
  readonly lanes?: number;
  readonly servers?: () => number;
  readonly timers?: Timers;
}

const AT_ONCE = 500;
/** A statement without an answer for so long holds up nobody else: its connection may be lost. */
const SLOW_MS = 250;
/** A lane's statements begin so far apart for each server of the house, so that those of all servers are as full as one's. */
const APART_MS = 4;

/**
 * Gathers questions of one kind into few statements: one that comes alone leaves at once, and what is asked while enough
 * statements run goes in the next. A statement and its way cost more than what is asked.
 */
export class Gathered<Question, Answer> {
  readonly #ask: AskMany<Question, Answer>;
  readonly #servers: () => number;
  readonly #lanes: number;
  readonly #timers: Timers;
  #waiting: Asked<Question, Answer>[] = [];
  /** The running statements that are not slow. */
  readonly #running = new Set<object>();
  #isPlanned = false;

  /** Of `servers` that ask alike; `lanes` statements run beside each other. */
  constructor(ask: AskMany<Question, Answer>, { lanes = 1, servers, timers }: GatheredOptions = {}) {
    [this.#ask, this.#lanes] = [ask, lanes];
    [this.#servers, this.#timers] = [servers ?? (() => 1), timers ?? TIMERS];
  }

  /** Rejects with the database's error, like all questions of the same statement. */
  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      this.#plan();
    });
  }

  /** Sends once all that is asked in this turn of the event loop is known. */
  #plan(): void {
    if (this.#isPlanned || !this.#hasRoom()) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      while (this.#waiting.length > 0 && this.#hasRoom()) void this.#send(this.#waiting.splice(0, AT_ONCE));
    });
  }

  #hasRoom(): boolean {
    return this.#running.size < this.#lanes;
  }

  async #send(asked: readonly Asked<Question, Answer>[]): Promise<void> {
    const running = {};
    const from = this.#timers.now();
    this.#running.add(running);
    this.#timers.after(SLOW_MS, () => this.#release(running));
    try {
      const answers = await this.#ask(asked.map(({ question }) => question));
      for (const [at, { resolve, reject }] of asked.entries()) {
        const answer = answers[at];
        if (answer === undefined) reject(new Error("a question without an answer"));
        else resolve(answer);
      }
    } catch (error) {
      for (const { reject } of asked) reject(error);
    } finally {
      const early = APART_MS * this.#servers() - (this.#timers.now() - from);
      if (early <= 0) this.#release(running);
      else this.#timers.after(early, () => this.#release(running));
    }
  }

  /** A lane is free again. */
  #release(running: object): void {
    if (this.#running.delete(running)) this.#plan();
  }
}
