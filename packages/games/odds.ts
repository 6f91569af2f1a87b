import { ODDS_PER_UNIT, type Odds } from "@lotus/money";
import type { Option } from "./bet.ts";
import type { GameCode } from "./catalog.ts";
import { compareFractions, fraction, minus, plus, times, ZERO, type Fraction } from "./fraction.ts";
import { oddsKeysOf, type OddsLine } from "./odds-key.ts";
import type { OddsTable } from "./settle.ts";

/** The operator's choices of default odds. */
export interface OddsSettings {
  /** Odds of three same single in K3: 180 by default, or 189. */
  readonly k3ThreeSameSingle?: (typeof CHOICE.figures)[number];
}

// The option whose default is a choice of the operator, and the figures it may choose among.
const CHOICE = { option: "STHDX.STHDX", figures: [180, 189] } as const;

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

// Regular zodiac pays 1 + (odds − 1) × hits: its nth tier is n hits, and the odds are those of one hit.
const PAID_BY_HITS = { family: "mark-six", code: "SX.ZX" } as const;

// Default odds have two decimals, so the last two of the four are cut off.
const CUT = 100n;

/** Odds that return a share of the stakes: (share − refund) / p, cut to two decimals. */
export function oddsReturning(share: Fraction, p: Fraction, refund: Fraction = ZERO): Odds {
  const paid = minus(share, refund);
  const scaled = (paid.num * p.den * ODDS_PER_UNIT) / (paid.den * p.num);
  return scaled - (scaled % CUT);
}

/** Expected return of one unit staked: p × odds + refund. */
export function returnToPlayer(p: Fraction, refund: Fraction | undefined, odds: Odds): Fraction {
  return plus(times(p, fraction(odds, ODDS_PER_UNIT)), refund ?? ZERO);
}

/**
 * Odds of an option paid by hits. A bet that stakes one and is hit n times brings 1 + gain × n, so over all
 * draws it returns P(hit) + gain × (hits expected).
 */
function oddsByHits(option: Option, share: Fraction): OddsTable {
  const lines = oddsKeysOf(option);
  const hitsOf = new Map(option.tiers.map(({ code }, at) => [code, BigInt(at + 1)]));
  const table: Record<string, Odds> = {};
  for (const keys of option.shared ?? []) {
    const own = lines.filter(({ key }) => keys.includes(key));
    let [won, expected] = [ZERO, ZERO];
    for (const { tier, p } of own) {
      won = plus(won, p);
      expected = plus(expected, times(p, fraction(hitsOf.get(tier) ?? 0n)));
    }
    const gain = oddsReturning(share, expected, won);
    for (const { key, tier } of own) table[key] = ODDS_PER_UNIT + gain * (hitsOf.get(tier) ?? 0n);
  }
  return table;
}

function statedFor(option: Option, settings: OddsSettings): OddsTable | undefined {
  if (option.code === CHOICE.option && settings.k3ThreeSameSingle !== undefined) {
    return { hit: BigInt(settings.k3ThreeSameSingle) * ODDS_PER_UNIT };
  }
  return STATED[option.code];
}

/**
 * Whether the odds of an option are one of the tables that a setting selects, so that they follow the setting; odds
 * edited at the desk are kept.
 */
export function isChosenDefault(option: Option, table: OddsTable): boolean {
  if (option.code !== CHOICE.option) return false;
  return CHOICE.figures.some((figure) => BigInt(figure) * ODDS_PER_UNIT === table["hit"]);
}

/** The default odds of an option in a game, by odds key. */
export function defaultOdds(_game: GameCode, option: Option, settings: OddsSettings = {}): OddsTable {
  const stated = statedFor(option, settings);
  if (stated !== undefined) return stated;
  const share = RETURNS[option.code] ?? DEFAULT_RETURN;
  // Four-star direct of the digit games has the same code.
  const byHits = option.family === PAID_BY_HITS.family && option.code === PAID_BY_HITS.code;
  if (byHits) return oddsByHits(option, share);
  return Object.fromEntries(
    oddsKeysOf(option).map(({ key, p, refund }) => [key, oddsReturning(share, p, refund)]),
  );
}

/** The return of one kind of bet of an option: the odds keys it may win, and the return per unit. */
export interface BetReturn {
  readonly keys: readonly string[];
  readonly share: Fraction;
}

/** Return of each kind of bet of an option under a table of odds; a missing key counts as zero. */
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

/** Whether a winning bet pays its stake back or more. */
export function paysStake(odds: Odds): boolean {
  return odds >= ODDS_PER_UNIT;
}

/** Why a table of odds may not be offered. */
export interface BadOdds {
  readonly reason: "missing" | "unknown" | "below-stake" | "above-100-percent";
  readonly key: string;
}

/**
 * Validates the odds of an option. Each key needs a figure that pays back at least the stake; other keys are refused; and no kind
 * of bet may return more than 100 % to a player.
 */
export function checkOdds(option: Option, odds: OddsTable): BadOdds | undefined {
  const keys = new Set(oddsKeysOf(option).map(({ key }) => key));
  for (const key of keys) {
    const figure = odds[key];
    if (figure === undefined) return { reason: "missing", key };
    if (!paysStake(figure)) return { reason: "below-stake", key };
  }
  const unknown = Object.keys(odds).find((key) => !keys.has(key));
  if (unknown !== undefined) return { reason: "unknown", key: unknown };
  const generous = betReturns(option, odds).find(({ share }) => compareFractions(share, WHOLE) > 0);
  return generous === undefined ? undefined : { reason: "above-100-percent", key: generous.keys[0] ?? "" };
}
