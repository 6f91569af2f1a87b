import { monitorEventLoopDelay, type IntervalHistogram } from "node:perf_hooks";
import type { LoadSettings } from "../settings/rate-settings.ts";

const MEASURE_EVERY_MS = 500;
const RESOLUTION_MS = 20;
const NANOSECONDS_PER_MS = 1e6;

/** Counts requests in progress and measures the lag of the event loop. */
export class LoadGuard {
  inFlight = 0;
  /** Set before the server closes: it still serves, while proxies take it out and connections move elsewhere. */
  leaving = false;
  /** Set once the server closes: no new request is accepted. */
  closing = false;
  /** Mean lag of the event loop in the last half second. */
  lagMs = 0;
  readonly #limits: LoadSettings;
  readonly #delay: IntervalHistogram;
  readonly #timer: NodeJS.Timeout;

  constructor(limits: LoadSettings) {
    this.#limits = limits;
    this.#delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    this.#delay.enable();
    this.#timer = setInterval(() => this.#measure(), MEASURE_EVERY_MS).unref();
  }

  /** True when another request would slow down those already running. */
  get overloaded(): boolean {
    return this.closing || this.inFlight >= this.#limits.maxInFlight || this.lagMs > this.#limits.maxLagMs;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#delay.disable();
  }

  #measure(): void {
    // The histogram records entire intervals between samples, so one resolution of each is not lag.
    const mean = this.#delay.count === 0 ? 0 : this.#delay.mean / NANOSECONDS_PER_MS;
    this.lagMs = Math.max(0, mean - RESOLUTION_MS);
    this.#delay.reset();
  }
}
