import type { DrawResult, Family, Option, Picks } from "./bet.ts";
import {
  indexOf,
  listed,
  odometer,
  SAMPLE_DRAWS,
  sampleOf,
  SHAPES,
  tuples,
  type Shape,
} from "./draw-space.ts";
import { compareFractions, plus, toNumber, ZERO, type Fraction } from "./fraction.ts";
import { betReturns } from "./odds.ts";
import { oddsKeysOf } from "./odds-key.ts";
import { PLACES, watchedDraw } from "./watched-draw.ts";

/** One selection of an option, for coverage. */
export interface CoverLine {
  readonly option: Option;
  readonly picks: Picks;
}

/** Number of draws with a payout or refund, of `draws`: all of them if `exact`, otherwise a fixed sample. */
export interface Coverage {
  readonly covered: number;
  readonly draws: number;
  readonly exact: boolean;
}

// Largest table of a selection's results over the places it reads.
const TABLE_MAX = 120_000;
// A table above this size takes tens of milliseconds; selections with too many of them are sampled instead.
const SMALL_TABLE = 20_000;
const LARGE_LINES_MAX = 60;
// Largest number of draws, over the places that all selections read, that are enumerated.
const DRAWS_MAX = 160_000;
// Above that, a sample of draws is used: the first of them if many selections must be settled on each.
const THIN_DRAWS = 4_096;
// Margin by which a sample must exceed a share, in standard errors.
const STANDARD_ERRORS = 4;
// Work between two yields of the generator. A settlement counts as several table lookups.
const WORK_A_STEP = 30_000;
const SETTLING = 8;
// Limits of the cache: words of tables, some tens of megabytes, and number of selections.
const KEPT_WORDS = 8_000_000;
const KEPT_LINES = 200_000;

/** A selection with the places it reads, and the numbers there that give a payout or refund. */
interface Narrow {
  readonly places: readonly number[];
  /**
   * One bit per combination of numbers in these places, first place most significant: set if there is a payout or
   * refund.
   */
  readonly table: Uint32Array;
  /** Number of set bits. */
  readonly size: number;
}

/**
 * Joint coverage of selections: the number of draws in which at least one of them gets a payout or its stake back.
 * Exact if the draws that the selections distinguish can be enumerated: always for dice and the digit games, up to five
 * places of racing and three of Mark Six. Selections that read more places, and more than sixty that read all five
 * digits, are settled on the fixed sample of `draw-space.ts`.
 *
 * A generator that works in steps, so that a server can yield to other tasks. Tables of selections are cached.
 */
export class CoverageBook {
  readonly #shape: Shape;
  readonly #lunarYear: number | undefined;
  readonly #family: Family;
  readonly #refunds: boolean;
  readonly #places = new Map<string, readonly number[] | null>();
  readonly #tables = new Map<string, Narrow | null>();
  #words = 0;

  /** Draws of Mark Six need their lunar year. With `refunds` false only payouts count, not stakes that come back. */
  constructor(family: Family, lunarYear?: number, { refunds = true }: { readonly refunds?: boolean } = {}) {
    this.#family = family;
    this.#refunds = refunds;
    this.#shape = SHAPES[family];
    this.#lunarYear = lunarYear;
  }

  /**
   * Joint coverage of these selections, by unique name. With `percent` it stops as soon as it is known whether that is
   * exceeded; the count then covers only the draws so far.
   */
  *cover(lines: ReadonlyMap<string, CoverLine>, percent?: number): Generator<void, Coverage> {
    const { narrow, wide } = yield* this.#sorted(lines);
    const places = [...new Set(narrow.flatMap((each) => each.places))].sort((a, b) => a - b);
    const exact = wide.length === 0 && tuples(this.#shape, places.length) <= DRAWS_MAX;
    const draws = exact ? tuples(this.#shape, places.length) : this.#sampleSize(wide.length);
    const next = exact ? odometer(this.#shape, places) : listed(yield* sampleOf(this.#family), draws);
    const enough = percent === undefined ? draws : maxAllowed({ draws, exact }, percent);
    const { count: radix, lowest } = this.#shape;
    let [covered, left, work] = [0, draws, 0];
    for (let numbers = next(); numbers !== undefined; numbers = next()) {
      const draw = numbers;
      if (
        narrow.some((each) => shows(each, indexOf(draw, each.places, radix, lowest))) ||
        wide.some((line) => this.#comesBack(line, draw))
      ) {
        covered++;
      }
      left--;
      if (covered > enough || (percent !== undefined && covered + left <= enough)) break;
      work += 1 + narrow.length + SETTLING * wide.length;
      if (work >= WORK_A_STEP) {
        work = 0;
        yield;
      }
    }
    return { covered, draws, exact };
  }

  #sampleSize(wide: number): number {
    return wide > LARGE_LINES_MAX ? THIN_DRAWS : SAMPLE_DRAWS;
  }

  /** Selections with tables, largest first, and those without. */
  *#sorted(lines: ReadonlyMap<string, CoverLine>) {
    const { count: radix } = this.#shape;
    const wide: CoverLine[] = [];
    const small: string[] = [];
    const large: string[] = [];
    for (const [name, line] of lines) {
      const places = yield* this.#placesOf(name, line);
      if (places === null) wide.push(line);
      else (radix ** places.length > SMALL_TABLE ? large : small).push(name);
    }
    const many = large.length > LARGE_LINES_MAX;
    const narrow: Narrow[] = [];
    for (const name of many ? [...small, ...large] : [...large, ...small]) {
      const line = lines.get(name);
      if (line === undefined) continue;
      const table = many && large.includes(name) ? null : yield* this.#tableOf(name, line);
      if (table === null) wide.push(line);
      else narrow.push(table);
    }
    const share = ({ size, places }: Narrow): number => size / tuples(this.#shape, places.length);
    return { narrow: narrow.sort((a, b) => share(b) - share(a)), wide };
  }

  #comesBack({ option, picks }: CoverLine, numbers: readonly number[]): boolean {
    const result: DrawResult =
      this.#lunarYear === undefined ? { numbers } : { numbers, lunarYear: this.#lunarYear };
    const { wins, refunded } = option.settle(picks, result);
    return wins.length > 0 || (this.#refunds && refunded > 0);
  }

  /**
   * The places a selection reads, found by observing its reads until no further place appears. Null if they are too
   * many for a table. A small table is built along the way; a large one is not built yet.
   */
  *#placesOf(name: string, line: CoverLine): Generator<void, readonly number[] | null> {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const { count: radix } = this.#shape;
    let places: readonly number[] = [];
    while (radix ** places.length <= SMALL_TABLE) {
      const found: Narrow | readonly number[] = yield* this.#tableOver(places, line);
      if ("table" in found) {
        this.#cache(name, found);
        break;
      }
      places = found;
    }
    const found = radix ** places.length > TABLE_MAX ? null : places;
    if (this.#places.size >= KEPT_LINES) this.#places.clear();
    this.#places.set(name, found);
    return found;
  }

  #cache(name: string, table: Narrow | null): void {
    if (this.#words > KEPT_WORDS || this.#tables.size >= KEPT_LINES) {
      this.#tables.clear();
      this.#words = 0;
    }
    this.#tables.set(name, table);
    this.#words += table?.table.length ?? 0;
  }

  /** The table of a selection; null if it reads more places than a table may have. */
  *#tableOf(name: string, line: CoverLine): Generator<void, Narrow | null> {
    const known = this.#tables.get(name);
    if (known !== undefined) return known;
    let places = yield* this.#placesOf(name, line);
    let made = this.#tables.get(name) ?? null;
    while (places !== null && made === null) {
      const found: Narrow | readonly number[] = yield* this.#tableOver(places, line);
      if ("table" in found) made = found;
      else places = this.#shape.count ** found.length > TABLE_MAX ? null : found;
    }
    this.#cache(name, made);
    return made;
  }

  /** The table over these places, or the larger set of places if a draw shows that more are read. */
  *#tableOver(places: readonly number[], line: CoverLine): Generator<void, Narrow | readonly number[]> {
    const { length, lowest, count: radix } = this.#shape;
    // If the table has every place, there is nothing to observe.
    const watched = places.length === length ? null : watchedDraw(length);
    const looked = places.reduce((bits, place) => bits | (1 << place), 0);
    const table = new Uint32Array(Math.ceil(radix ** places.length / 32));
    const next = odometer(this.#shape, places);
    let [size, work] = [0, 0];
    for (let numbers = next(); numbers !== undefined; numbers = next()) {
      watched?.show(numbers);
      if (this.#comesBack(line, watched?.numbers ?? numbers)) {
        const index = indexOf(numbers, places, radix, lowest);
        table[index >>> 5] = (table[index >>> 5] ?? 0) | (1 << (index & 31));
        size++;
      }
      const read = watched?.read() ?? 0;
      if ((read & ~looked) !== 0) return PLACES.filter((place) => ((read | looked) & (1 << place)) !== 0);
      work += SETTLING;
      if (work >= WORK_A_STEP) {
        work = 0;
        yield;
      }
    }
    return { places, table, size };
  }
}

function shows({ table }: Narrow, index: number): boolean {
  return (((table[index >>> 5] ?? 0) >>> (index & 31)) & 1) === 1;
}

/**
 * Whether a coverage exceeds a share in percent. A sample must exceed it by four standard errors: 0.8 points at 80 %
 * with 40,000 draws, 2.5 with 4,096. In doubt the stakes count, in the player's favour.
 */
export function coversMoreThan(coverage: Coverage, percent: number): boolean {
  return coverage.covered > maxAllowed(coverage, percent);
}

/** Largest number of draws that does not exceed a share. */
function maxAllowed({ draws, exact }: Pick<Coverage, "draws" | "exact">, percent: number): number {
  if (exact) return Math.floor((percent * draws) / 100);
  const share = percent / 100;
  return Math.floor(draws * share + STANDARD_ERRORS * Math.sqrt(share * (1 - share) * draws));
}

/**
 * Upper bound of the probability that a selection of this many bets gets a payout or refund: that of its likeliest kind
 * of bet, times the number of bets. Rounded up, at most 1.
 */
export function coverageBound(option: Option, bets: number): number {
  return Math.min(1, bets * (chances.get(option) ?? chanceOf(option)));
}

const chances = new WeakMap<Option, number>();

function chanceOf(option: Option): number {
  const lines = new Map(oddsKeysOf(option).map((line) => [line.key, line]));
  let most: Fraction = ZERO;
  for (const { keys } of betReturns(option, {})) {
    let chance = ZERO;
    let refund = ZERO;
    for (const key of keys) {
      const line = lines.get(key);
      chance = plus(chance, line?.p ?? ZERO);
      refund = line?.refund ?? refund;
    }
    const whole = plus(chance, refund);
    if (compareFractions(whole, most) > 0) most = whole;
  }
  const bound = toNumber(most) * (1 + 2 ** -40);
  chances.set(option, bound);
  return bound;
}
