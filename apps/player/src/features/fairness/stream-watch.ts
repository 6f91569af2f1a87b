/** From when to when (epoch ms by the server's clock) one connection of the stream brought events. */
export interface StreamSpan {
  readonly from: number;
  readonly to: number;
}

/** A page that does not run for longer was asleep, and gets late what came in time. */
const ASLEEP_MS = 3_000;
const SPANS_KEPT = 50;

/**
 * When this device was online beyond doubt: events on one connection come in order, so between two of them it lacked nothing that
 * was sent, and it was awake.
 */
export class StreamWatch {
  #spans: { from: number; to: number }[] = [];
  #awakeAt = Number.NEGATIVE_INFINITY;

  /** An event came; `hello` begins a connection. */
  event(name: string, now: number): void {
    const last = this.#spans.at(-1);
    if (last === undefined || name === "hello" || this.#hasSlept(now)) this.#begin(now);
    else last.to = now;
    this.#awakeAt = now;
  }

  /** To be called each second. */
  tick(now: number): void {
    if (this.#hasSlept(now)) this.#begin(now);
    this.#awakeAt = now;
  }

  /** The stream broke, or the app polls instead: what comes then shows nothing. */
  interrupt(): void {
    this.#awakeAt = Number.NEGATIVE_INFINITY;
  }

  get spans(): readonly StreamSpan[] {
    return this.#spans;
  }

  #begin(now: number): void {
    this.#spans = [...this.#spans, { from: now, to: now }].slice(-SPANS_KEPT);
  }

  /** Also if the clock was set. */
  #hasSlept(now: number): boolean {
    return now - this.#awakeAt > ASLEEP_MS || now < this.#awakeAt;
  }
}
