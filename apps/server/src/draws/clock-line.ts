/**
 * How far the database's clock may stand from where it should be, in milliseconds: further than a clock that is kept
 * is ever corrected at once, and much less than the shortest sale.
 */
export const LEAP_MS = 5_000;

/** A clock that leapt is believed again when it went on evenly for so long and this machine's clock says the same. */
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
 * The line along which the database's clock goes: a millisecond for each that passes. A clock that leaves the line
 * leapt, and nothing is done by it until it is back; or until it has gone on evenly beside this machine's clock, as
 * after a correction of both. At the first look, with no line yet, it must stand where this machine's clock does.
 */
export class ClockLine {
  #last: Point | undefined;
  #held = false;
  /** Where the clock has gone on evenly since it leapt, and since when it has. */
  #other: (Point & { readonly since: number }) | undefined;

  /** Whether the clock stands elsewhere than it should. */
  get held(): boolean {
    return this.#held;
  }

  /** What the database's clock should say (epoch ms); null before the first look. */
  at(elapsed: number): number | null {
    return this.#last === undefined ? null : onward(this.#last, elapsed);
  }

  /** Processes a reading. */
  see(look: ClockLook): void {
    const { database, machine, elapsed, blur } = look;
    const near = (point: Point): boolean => Math.abs(database - onward(point, elapsed)) <= LEAP_MS + blur;
    const isSharp = blur <= SHARP_MS;
    this.#last ??= { database: machine, elapsed };
    if (near(this.#last)) return this.#believe(isSharp ? look : this.#last);
    this.#held = true;
    if (!near({ database: machine, elapsed })) this.#other = undefined;
    else if (isSharp) {
      const since = this.#other !== undefined && near(this.#other) ? this.#other.since : elapsed;
      if (elapsed - since >= SETTLE_MS) return this.#believe(look);
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
