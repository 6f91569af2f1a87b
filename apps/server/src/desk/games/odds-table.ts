import type { OddsRecord } from "@lotus/contract/desk";
import {
  betReturns,
  checkOdds,
  compareFractions,
  formatFraction,
  fraction,
  modesOf,
  oddsKeysOf,
  optionsOf,
  paysStake,
  sharePercent,
  type Fraction,
  type GameCode,
  type OddsTable,
  type Option,
} from "@lotus/games";
import { formatOdds, parseOdds, payout } from "@lotus/money";
import type { BetLimits, GameWords } from "../../betting/betting.ts";
import { percentText } from "../../settings/agent-settings.ts";

/** The odds of one game by option. */
export type OddsOfGame = Readonly<Record<string, OddsTable>>;

/** The current odds of a game, with the plan that they are checked against. */
export interface CurrentOdds {
  readonly version: number;
  readonly odds: OddsOfGame;
  /** The highest sum of rates that is or will be in force, in hundredths of a percent. */
  readonly planSum: number;
  /** The widest limits of a bet that the desk may set. */
  readonly limits: Pick<BetLimits, "minBet" | "maxPayout">;
}

/** One figure as typed. */
export interface OddsChange {
  readonly option: string;
  readonly key: string;
  readonly odds: string;
}

/** Why odds are refused, with the option and the figure. */
export interface RefusedOdds {
  readonly ok: false;
  readonly option: string;
  readonly key: string;
  readonly reason: "low" | "high" | "other";
}

const WHOLE: Fraction = fraction(1);

/**
 * Applies changes to the odds. Refused when one names no figure of the game, pays less than the stake, or more than an
 * order may win at the minimum bet, so that nobody could bet on it.
 */
export function changedOdds(
  game: GameCode,
  { odds, limits }: Pick<CurrentOdds, "odds" | "limits">,
  changes: readonly OddsChange[],
): { readonly ok: true; readonly odds: OddsOfGame } | RefusedOdds {
  const changed: Record<string, Record<string, bigint>> = {};
  for (const [option, table] of Object.entries(odds)) changed[option] = { ...table };
  for (const { option, key, odds: typed } of changes) {
    const table = changed[option];
    const read = parseOdds(typed);
    const known = optionsOf(game).some(({ code }) => code === option) && table?.[key] !== undefined;
    if (table === undefined || !known || !read.ok) return { ok: false, option, key, reason: "other" };
    if (!paysStake(read.value)) return { ok: false, option, key, reason: "low" };
    if (payout(limits.minBet, 1, read.value) > limits.maxPayout)
      return { ok: false, option, key, reason: "high" };
    table[key] = read.value;
  }
  return { ok: true, odds: changed };
}

/** One line per change, with the figure it replaces: "OPTION key: 1.98 → 1.95". */
export function changesInWords(odds: OddsOfGame, changes: readonly OddsChange[]): string {
  return changes
    .map(({ option, key, odds: typed }) => {
      const old = odds[option]?.[key];
      const next = parseOdds(typed);
      return `${option} ${key}: ${old === undefined ? "–" : formatOdds(old)} → ${next.ok ? formatOdds(next.value) : typed}`;
    })
    .join("\n");
}

/** The first option of a game with odds that are not allowed; undefined when all are. */
export function refusedOdds(game: GameCode, odds: OddsOfGame): RefusedOdds | undefined {
  for (const option of optionsOf(game)) {
    const bad = checkOdds(option, odds[option.code] ?? {});
    if (bad !== undefined) {
      const reason = bad.reason === "below-stake" ? "low" : "other";
      return { ok: false, option: option.code, key: bad.key, reason };
    }
  }
  return undefined;
}

/** The odds as the desk shows them, each with its exact return, computed from the figures used in settlement. */
export function oddsRecordOf(
  game: GameCode,
  { version, odds, planSum }: CurrentOdds,
  words: GameWords,
): OddsRecord {
  return {
    id: game,
    version,
    planPercent: percentText(planSum),
    options: modesOf(game).flatMap(({ code: mode, options }) =>
      options.map((option) => ({
        option: option.code,
        mode,
        name: words.option(option.family, "option", option.code),
        modeName: words.mode(option.family, mode),
        figures: figuresOf(option, odds[option.code] ?? {}, words),
      })),
    ),
  };
}

function figuresOf(
  option: Option,
  table: OddsTable,
  words: GameWords,
): OddsRecord["options"][number]["figures"] {
  const returns = betReturns(option, table);
  return oddsKeysOf(option).map(({ key, tier, class: ofClass, p }) => {
    const bet = returns.find(({ keys }) => keys.includes(key));
    const share = bet?.share ?? fraction(0);
    const named = words.tier(option.family, tier);
    return {
      key,
      name: ofClass === undefined ? named : `${named} · ${words.class(option.family, ofClass)}`,
      odds: formatOdds(table[key] ?? 0n),
      probability: formatFraction(p),
      returnPercent: sharePercent(share),
      over: compareFractions(share, WHOLE) > 0,
      together: [...(bet?.keys ?? [key])],
    };
  });
}
