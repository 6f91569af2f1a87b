/** Why a piece of a typed text was left out. */
export type LeftOutReason =
  /** It has another number of digits than a combination. */
  | "length"
  /** It has a number that does not exist here. */
  | "unknown"
  /** It has a number twice where none may come twice. */
  | "repeated"
  /** Fewer or more numbers than a combination takes. */
  | "few"
  | "many"
  /** Its digits do not repeat as a combination's do. */
  | "shape"
  /** It can be read in two ways. */
  | "ambiguous"
  /** A range that is none: without a number at each end, or not from less to more. */
  | "range"
  /** Anything else. */
  | "unreadable";

/** Where something stands in the text: from a character to another, which is excluded. */
export interface Spot {
  readonly from: number;
  readonly to: number;
}

/** A piece that was left out, with what was wanted and found if that can be counted. */
export interface LeftOut extends Spot {
  readonly reason: LeftOutReason;
  readonly want?: number;
  readonly got?: number;
}

/** Pieces of each kind whose places are kept; all of them are counted. */
export const MAX_SPOTS = 200;

/** Takes note of a piece that is left out. */
export type Leave = (reason: LeftOutReason, spot: Spot, bounds?: { want?: number; got?: number }) => void;

/** Gathers what was read: combinations by a number for each, those that came again, and what was left out. */
export class Found {
  readonly combinations: number[] = [];
  readonly repeats: Spot[] = [];
  readonly leftOut: LeftOut[] = [];
  repeatCount = 0;
  leftOutCount = 0;
  readonly #table: Uint8Array | undefined;
  readonly #others = new Set<number>();

  /** `codes` is how many combinations there can be, if that is few enough for a table. */
  constructor(codes?: number) {
    this.#table = codes === undefined ? undefined : new Uint8Array(codes);
  }

  take(code: number, from: number, to: number): void {
    const table = this.#table;
    if (table === undefined ? this.#others.has(code) : table[code] === 1) {
      this.repeatCount++;
      if (this.repeats.length < MAX_SPOTS) this.repeats.push({ from, to });
      return;
    }
    if (table === undefined) this.#others.add(code);
    else table[code] = 1;
    this.combinations.push(code);
  }

  leave(reason: LeftOutReason, { from, to }: Spot, bounds: { want?: number; got?: number } = {}): void {
    this.leftOutCount++;
    if (this.leftOut.length < MAX_SPOTS) this.leftOut.push({ reason, from, to, ...bounds });
  }
}
