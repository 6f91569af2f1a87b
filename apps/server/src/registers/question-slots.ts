/** Questions at once, so that a slow register is not flooded with connections. */
const SLOTS = 64;
const MAX_WAITING = 5_000;

/** Runs so many questions at once; others wait in their order, for as long as their signal lets them. */
export class QuestionSlots {
  readonly #waiting = new Set<() => void>();
  #running = 0;

  async run<Answer>(signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
    if (this.#running >= SLOTS) await this.#turn(signal);
    else this.#running += 1;
    try {
      return await ask();
    } finally {
      this.#pass();
    }
  }

  /** Waits for the slot of a question that ends, and takes it over. */
  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = (): void => {
        this.#waiting.delete(start);
        reject(new DOMException("no question ended in time", "TimeoutError"));
      };
      const start = (): void => {
        signal.removeEventListener("abort", refuse);
        resolve();
      };
      if (signal.aborted || this.#waiting.size >= MAX_WAITING) return refuse();
      signal.addEventListener("abort", refuse, { once: true });
      this.#waiting.add(start);
    });
  }

  #pass(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#running -= 1;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
