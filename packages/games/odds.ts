import { ODDS_PER_UNIT, type Odds } from "@lotus/money";
import type { Option } from "./bet.ts";
import type { GameCode } from "./catalog.ts";
import { compareFractions, fraction, minus, plus, times, ZERO, type Fraction } from "./fraction.ts";
import { oddsKeysOf, type OddsLine } from "./odds-key.ts";
import type { OddsTable } from "./settle.ts";

/** What a house may choose about its default odds. */
export interface OddsSettings {
  /** What three same single in K3 brings: 180 unless the house prefers 189. */
  readonly k3ThreeSameSingle?: 180 | 189;
}

const WHOLE: Fraction = fraction(1);

/** The return to player of every default figure that is not stated below. */
export const DEFAULT_RETURN: Fraction = fraction(975, 1000);

// Options with a return of their own.
const RETURNS: Readonly<Record<string, Fraction>> = {
  "HZ.HZ": fraction(875, 1000),
};

// Options whose odds are stated outright, by odds key, ×10⁴.
const STATED: Readonly<Record<string, OddsTable>> = {
  "STHTX.STHTX": { hit: 315_000n },
  "STHDX.STHDX": { hit: 1_800_000n },
  "SBTH.SBTH": { hit: 315_000n },
  "SLHTX.SLHTX": { hit: 78_700n },
  "ETHFX.ETHFX": { hit: 125_000n },
  "ETHDX.ETHDX": { hit: 630_000n },
  "EBTH.EBTH": { hit: 63_000n },
  "LM.SZE": { two: 238_000n, three: 1_309_000n },
  "LM.EZT": { two: 615_000n, special: 374_000n },
};

// Default odds have two decimals, so the last two of the four are cut off.
const CUT = 100n;

/** Odds that return a share of the stakes: (share − refund) / p, cut to two decimals. */
export function oddsReturning(share: Fraction, p: Fraction, refund: Fraction = ZERO): Odds {
  const paid = minus(share, refund);
  const scaled = (paid.num * p.den * ODDS_PER_UNIT) / (paid.den * p.num);
  return scaled - (scaled % CUT);
}

/** What comes back of one unit staked, in the long run: p × odds + refund. */
export function returnToPlayer(p: Fraction, refund: Fraction | undefined, odds: Odds): Fraction {
  return plus(times(p, fraction(odds, ODDS_PER_UNIT)), refund ?? ZERO);
}

function statedFor(option: Option, settings: OddsSettings): OddsTable | undefined {
  if (option.code === "STHDX.STHDX" && settings.k3ThreeSameSingle !== undefined) {
    return { hit: BigInt(settings.k3ThreeSameSingle) * ODDS_PER_UNIT };
  }
  return STATED[option.code];
}

/** The odds of an option in a game as the house first offers them, by odds key. */
export function defaultOdds(_game: GameCode, option: Option, settings: OddsSettings = {}): OddsTable {
  const stated = statedFor(option, settings);
  if (stated !== undefined) return stated;
  const share = RETURNS[option.code] ?? DEFAULT_RETURN;
  return Object.fromEntries(
    oddsKeysOf(option).map(({ key, p, refund }) => [key, oddsReturning(share, p, refund)]),
  );
}

/** The return of one kind of bet of an option: the odds keys it may win, and what comes back of a unit. */
export interface BetReturn {
  readonly keys: readonly string[];
  readonly share: Fraction;
}

/** What each kind of bet of an option returns under a table of odds; a missing key counts as odds of zero. */
export function betReturns(option: Option, odds: OddsTable): readonly BetReturn[] {
  const lines = new Map(oddsKeysOf(option).map((line): [string, OddsLine] => [line.key, line]));
  const together = option.shared ?? [];
  const alone = [...lines.keys()].filter((key) => !together.some((keys) => keys.includes(key)));
  return [...together, ...alone.map((key) => [key])].map((keys) => {
    let share = ZERO;
    let refund = ZERO;
    for (const key of keys) {
      const line = lines.get(key);
      if (line === undefined) throw new RangeError(`${option.code} has no odds ${key}`);
      share = plus(share, returnToPlayer(line.p, undefined, odds[key] ?? 0n));
      // The draws that refund a bet are the same whichever of its tiers is looked at.
      refund = line.refund ?? refund;
    }
    return { keys, share: plus(share, refund) };
  });
}

/** Why a table of odds may not be offered. */
export interface BadOdds {
  readonly reason: "missing" | "unknown" | "not-positive" | "above-100-percent";
  readonly key: string;
}

/**
 * Holds a table of odds against an option: a figure above zero for every key, none besides, and no kind
 * of bet that returns a player more than 100 %.
 */
export function checkOdds(option: Option, odds: OddsTable): BadOdds | undefined {
  const keys = new Set(oddsKeysOf(option).map(({ key }) => key));
  for (const key of keys) {
    const figure = odds[key];
    if (figure === undefined) return { reason: "missing", key };
    if (figure <= 0n) return { reason: "not-positive", key };
  }
  const unknown = Object.keys(odds).find((key) => !keys.has(key));
  if (unknown !== undefined) return { reason: "unknown", key: unknown };
  const generous = betReturns(option, odds).find(({ share }) => compareFractions(share, WHOLE) > 0);
  return generous === undefined ? undefined : { reason: "above-100-percent", key: generous.keys[0] ?? "" };
}
