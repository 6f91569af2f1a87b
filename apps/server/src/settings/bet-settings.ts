import { DEFAULT_LIMITS } from "@lotus/games";
import { formatMoney } from "@lotus/money";
import type { EnvironmentReader } from "./environment.ts";
import { readBounds, readMoney, type Bounds } from "./money-bounds.ts";

/** What the server takes at most, whatever the desk sets for a game. Amounts in minor units. */
export interface BetBounds extends Bounds {
  /** The most one order may win. */
  readonly maxPayout: bigint;
  readonly maxLines: number;
  readonly maxBets: number;
  /** The most that one player may win in a period on one selection, all orders on it together. */
  readonly maxPayoutSelection: bigint;
  /** The most that one player may win in a period, all orders together. */
  readonly maxPayoutPeriod: bigint;
  /** The most that all players together may win in a period on one selection. */
  readonly houseMaxPayoutSelection: bigint;
}

const PERIOD_TIMES_SELECTION = 5n;

/** Reads the bounds of bets and holds them against each other. */
export function readBetBounds(read: EnvironmentReader): BetBounds {
  const { minBet, maxBet, ...usual } = DEFAULT_LIMITS;
  const bounds = readBounds(read, "BET", { min: minBet, max: maxBet });
  const maxPayout = readMoney(read, "BET_MAX_PAYOUT", usual.maxPayout);
  // A setting that cannot be read is reported once, not with every problem that follows from it.
  const maxPayoutSelection = readMoney(read, "BET_MAX_PAYOUT_SELECTION", maxPayout || usual.maxPayout);
  const bets = {
    ...bounds,
    maxPayout,
    maxLines: read.integer("BET_MAX_LINES", usual.maxLines, 1, usual.maxLines),
    maxBets: read.integer("BET_MAX_BETS", usual.maxBets, 1, 1_000_000),
    maxPayoutSelection,
    maxPayoutPeriod: readMoney(
      read,
      "BET_MAX_PAYOUT_PERIOD",
      (maxPayoutSelection || usual.maxPayout) * PERIOD_TIMES_SELECTION,
    ),
    houseMaxPayoutSelection: readMoney(read, "HOUSE_MAX_PAYOUT_SELECTION", "5000000.00"),
  };
  // Any of these would promise what another takes back, or take no bet at all.
  const inOrder = [
    ["BET_MIN", bets.min, "BET_MAX_PAYOUT", bets.maxPayout],
    ["BET_MAX_PAYOUT", bets.maxPayout, "BET_MAX_PAYOUT_SELECTION", bets.maxPayoutSelection],
    ["BET_MAX_PAYOUT_SELECTION", bets.maxPayoutSelection, "BET_MAX_PAYOUT_PERIOD", bets.maxPayoutPeriod],
    [
      "BET_MAX_PAYOUT_SELECTION",
      bets.maxPayoutSelection,
      "HOUSE_MAX_PAYOUT_SELECTION",
      bets.houseMaxPayoutSelection,
    ],
  ] as const;
  for (const [lower, least, higher, most] of inOrder) {
    if (most < least) read.complain(`${higher} is below ${lower} (${formatMoney(least)})`);
  }
  return bets;
}
