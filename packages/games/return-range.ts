import { ODDS_PER_UNIT } from "@lotus/money";
import { findGame, findOption, type GameCode } from "./catalog.ts";
import { compareFractions, fraction, minus, over, toNumber, type Fraction, ZERO } from "./fraction.ts";
import { betReturns, checkOdds } from "./odds.ts";
import { oddsKeysOf } from "./odds-key.ts";
import type { OddsTable } from "./settle.ts";

/** The exact return of an option's bets, per stake that is not refunded: of the worst and of the best kind of bet. */
export interface OptionReturn {
  readonly option: string;
  readonly low: Fraction;
  readonly high: Fraction;
}

/** What a game returns under a table of odds. */
export interface ReturnRange {
  readonly options: readonly OptionReturn[];
  /** The least and the most that any mix of bets returns, as shares of the stakes that are not refunded. */
  readonly low: number;
  readonly high: number;
  /** The largest and the smallest odds. No bet is paid more than its stake times the largest. */
  readonly mostOdds: number;
  readonly leastOdds: number;
}

const WHOLE = fraction(1);

/**
 * The exact returns of each game in a published table: JSON of { game: { option: { odds key: odds × 10⁴ } } }. Null if it is no
 * such table, or has a game or an option that is not known here.
 */
export function returnRanges(table: string): ReadonlyMap<GameCode, ReturnRange> | null {
  const ranges = new Map<GameCode, ReturnRange>();
  for (const [code, options] of fieldsIn(parse(table))) {
    const game = findGame(code);
    if (game === undefined) return null;
    const rows: OptionReturn[] = [];
    let [mostOdds, leastOdds] = [0, Number.POSITIVE_INFINITY];
    for (const [name, odds] of fieldsIn(options)) {
      const figures = figuresIn(odds);
      const row = figures === null ? null : optionReturn(game.code, name, figures);
      if (figures === null || row === null) return null;
      rows.push(row);
      for (const figure of Object.values(figures)) {
        mostOdds = Math.max(mostOdds, toNumber(fraction(figure, ODDS_PER_UNIT)));
        leastOdds = Math.min(leastOdds, toNumber(fraction(figure, ODDS_PER_UNIT)));
      }
    }
    if (rows.length === 0) return null;
    const low = Math.min(...rows.map((row) => toNumber(row.low)));
    const high = Math.max(...rows.map((row) => toNumber(row.high)));
    ranges.set(game.code, { options: rows, low, high, mostOdds, leastOdds });
  }
  return ranges;
}

/** Null for an option that is unknown, or odds that are not all of its own. */
function optionReturn(game: GameCode, name: string, odds: OddsTable): OptionReturn | null {
  const option = findOption(game, name);
  const fault = option === undefined ? undefined : checkOdds(option, odds);
  if (option === undefined || fault?.reason === "missing" || fault?.reason === "unknown") return null;
  const lines = oddsKeysOf(option);
  const shares = betReturns(option, odds).map(({ keys, share }) => {
    const refund = lines.find(({ key, refund: own }) => keys.includes(key) && own !== undefined)?.refund;
    // What is refunded is no stake: of the rest this share comes back.
    return over(minus(share, refund ?? ZERO), minus(WHOLE, refund ?? ZERO));
  });
  const sorted = shares.toSorted(compareFractions);
  return { option: name, low: sorted[0] ?? ZERO, high: sorted.at(-1) ?? ZERO };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function fieldsIn(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function figuresIn(value: unknown): OddsTable | null {
  const figures: Record<string, bigint> = {};
  for (const [key, figure] of fieldsIn(value)) {
    if (typeof figure !== "number" || !Number.isSafeInteger(figure) || figure < 0) return null;
    figures[key] = BigInt(figure);
  }
  return figures;
}
