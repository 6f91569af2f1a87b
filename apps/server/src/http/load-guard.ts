import { monitorEventLoopDelay, type IntervalHistogram } from "node:perf_hooks";
import type { LoadSettings } from "../settings/rate-settings.ts";

const LOOK_EVERY_MS = 500;
const RESOLUTION_MS = 20;
const NANOSECONDS_PER_MS = 1e6;

/** Counts what is being answered and watches how late the event loop runs. */
export class LoadGuard {
  inFlight = 0;
  /** Set once the server closes: no new request is taken on. */
  closing = false;
  /** Mean lateness of the event loop in the last half second. */
  lagMs = 0;
  readonly #limits: LoadSettings;
  readonly #delay: IntervalHistogram;
  readonly #timer: NodeJS.Timeout;

  constructor(limits: LoadSettings) {
    this.#limits = limits;
    this.#delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    this.#delay.enable();
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  /** True when one more request would make it worse for those already here. */
  get overloaded(): boolean {
    return this.closing || this.inFlight >= this.#limits.maxInFlight || this.lagMs > this.#limits.maxLagMs;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#delay.disable();
  }

  #look(): void {
    // The histogram counts whole intervals between looks at the loop, of which one resolution is no lateness.
    const mean = this.#delay.count === 0 ? 0 : this.#delay.mean / NANOSECONDS_PER_MS;
    this.lagMs = Math.max(0, mean - RESOLUTION_MS);
    this.#delay.reset();
  }
}
