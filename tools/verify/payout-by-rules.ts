import type { BetPayout, CommittedBet } from "@lotus/fair";
import {
  countBets,
  DEFAULT_TIME_ZONE,
  findGame,
  findOption,
  lunarYearOf,
  type OddsTable,
  payoutOf,
  readPicks,
  settle,
} from "@lotus/games";
import { formatMoney, parseMoney, parseOdds, refund, stake } from "@lotus/money";

/**
 * What a bet pays by the rules of the games, at the odds it was accepted at; null if the rules do not know it, or its
 * stake is not that of its bets. The zodiac of a draw follows the calendar of the games' time zone.
 */
export function payoutByRules(
  bet: CommittedBet,
  numbers: readonly number[],
  drawAt: number,
): BetPayout | null {
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
  const outcome = settle(option, picks.picks, {
    numbers,
    ...(game.family === "mark-six" ? { lunarYear: lunarYearOf(drawAt, DEFAULT_TIME_ZONE) } : {}),
  });
  return {
    payout: formatMoney(payoutOf(outcome, betAmount.value, odds)),
    refund: formatMoney(refund(betAmount.value, outcome.refunded)),
  };
}

function oddsIn({ odds }: CommittedBet): OddsTable | null {
  const entries = Object.entries(odds).map(([key, text]) => [key, parseOdds(text)] as const);
  const table: Record<string, bigint> = {};
  for (const [key, read] of entries) {
    if (!read.ok) return null;
    table[key] = read.value;
  }
  return table;
}
