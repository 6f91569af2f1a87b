import { formatMoney, parseMoney, parseOdds, refund, stake } from "@lotus/money";
import { findGame, findOption } from "./catalog.ts";
import { lunarYearOf } from "./lunar.ts";
import { readPicks } from "./picks.ts";
import { DEFAULT_TIME_ZONE } from "./schedule.ts";
import { countBets, type OddsTable, payoutOf, settle } from "./settle.ts";

/** A bet as receipts state it: amounts and odds are decimal strings. */
export interface StatedBet {
  readonly game: string;
  readonly optionId: string;
  readonly groups: readonly { readonly code: string; readonly items: readonly string[] }[];
  readonly betCount: number;
  readonly betAmount: string;
  readonly total: string;
  /** The odds of the option, by odds key. */
  readonly odds: { readonly [key: string]: string };
}

/** What a bet pays, as decimal strings with two decimals. */
export interface StatedPayout {
  readonly payout: string;
  readonly refund: string;
}

/**
 * What a bet pays by the rules of the games, at the odds it was accepted at; without numbers, its whole stake back. Null if the
 * rules do not know it, or its stake is not that of its bets. The zodiac of a draw follows the calendar of the games' time zone.
 */
export function payoutByRules(
  bet: StatedBet,
  numbers: readonly number[] | null,
  drawAt: number,
): StatedPayout | null {
  const game = findGame(bet.game);
  const option = game === undefined ? undefined : findOption(game.code, bet.optionId);
  const picks = option === undefined ? undefined : readPicks(option, bet.groups);
  const [betAmount, total] = [parseMoney(bet.betAmount), parseMoney(bet.total)];
  const odds = oddsIn(bet);
  if (game === undefined || option === undefined || picks?.ok !== true) return null;
  if (!betAmount.ok || !total.ok || odds === null) return null;
  const isItsStake =
    countBets(option, picks.picks) === bet.betCount && stake(betAmount.value, bet.betCount) === total.value;
  if (!isItsStake) return null;
  if (numbers === null) return { payout: formatMoney(0n), refund: bet.total };
  const outcome = settle(option, picks.picks, {
    numbers,
    ...(game.family === "mark-six" ? { lunarYear: lunarYearOf(drawAt, DEFAULT_TIME_ZONE) } : {}),
  });
  return {
    payout: formatMoney(payoutOf(outcome, betAmount.value, odds)),
    refund: formatMoney(refund(betAmount.value, outcome.refunded)),
  };
}

function oddsIn({ odds }: StatedBet): OddsTable | null {
  const entries = Object.entries(odds).map(([key, text]) => [key, parseOdds(text)] as const);
  const table: Record<string, bigint> = {};
  for (const [key, read] of entries) {
    if (!read.ok) return null;
    table[key] = read.value;
  }
  return table;
}
