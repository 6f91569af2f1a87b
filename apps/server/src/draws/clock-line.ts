/**
 * How far the database's clock may deviate, in milliseconds: more than a synchronized clock is ever corrected at once,
 * and much less than the shortest sale.
 */
export const LEAP_MS = 5_000;

/** A clock that leapt is trusted again after it ran evenly for this long and agrees with this machine's clock. */
const SETTLE_MS = 60_000;

/** A less certain reading than this may show a leap, but does not move the line. */
const SHARP_MS = 500;

/** A reading of three clocks at the same moment, in milliseconds. */
export interface ClockLook {
  /** The database's clock, since the epoch. */
  readonly database: number;
  /** This machine's clock, since the epoch. */
  readonly machine: number;
  /** Monotonic time since an arbitrary moment. */
  readonly elapsed: number;
  /** Uncertainty of the reading: half the round trip of the query. */
  readonly blur: number;
}

type Point = Pick<ClockLook, "database" | "elapsed">;

/**
 * Predicts the database's clock: a millisecond for each that passes. A clock that deviates has leapt and is not used
 * until it is back on the line, or has run evenly and in agreement with this machine's clock, as after a correction of
 * both. The first reading, without a line yet, must agree with this machine's clock.
 */
export class ClockLine {
  #last: Point | undefined;
  #held = false;
  /** The line on which the clock has run evenly since it leapt, and since when. */
  #other: (Point & { readonly since: number }) | undefined;

  /** Whether the clock deviates. */
  get held(): boolean {
    return this.#held;
  }

  /** The expected time of the database's clock (epoch ms); null before the first reading. */
  at(elapsed: number): number | null {
    return this.#last === undefined ? null : onward(this.#last, elapsed);
  }

  /** Processes a reading. */
  see(reading: ClockLook): void {
    const { database, machine, elapsed, blur } = reading;
    const near = (point: Point): boolean => Math.abs(database - onward(point, elapsed)) <= LEAP_MS + blur;
    const isSharp = blur <= SHARP_MS;
    this.#last ??= { database: machine, elapsed };
    if (near(this.#last)) return this.#believe(isSharp ? reading : this.#last);
    this.#held = true;
    if (!near({ database: machine, elapsed })) this.#other = undefined;
    else if (isSharp) {
      const since = this.#other !== undefined && near(this.#other) ? this.#other.since : elapsed;
      if (elapsed - since >= SETTLE_MS) return this.#believe(reading);
      this.#other = { database, elapsed, since };
    }
  }

  #believe({ database, elapsed }: Point): void {
    this.#last = { database, elapsed };
    this.#held = false;
    this.#other = undefined;
  }
}

function onward(from: Point, elapsed: number): number {
  return from.database + elapsed - from.elapsed;
}
