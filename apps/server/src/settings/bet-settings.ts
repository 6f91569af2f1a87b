import { DEFAULT_LIMITS } from "@lotus/games";
import { formatMoney } from "@lotus/money";
import type { EnvironmentReader } from "./environment.ts";
import { readBounds, readMoney, type Bounds } from "./money-bounds.ts";

/** Upper bounds of bets, whatever the desk sets for a game. Amounts in minor units. */
export interface BetBounds extends Bounds {
  /** Maximum payout of an order. */
  readonly maxPayout: bigint;
  readonly maxLines: number;
  readonly maxBets: number;
  /** Maximum payout of a player on one selection of a period, over all orders. */
  readonly maxPayoutSelection: bigint;
  /** Maximum payout of a player in a period, over all orders. */
  readonly maxPayoutPeriod: bigint;
  /** Maximum payout of all players on one selection of a period. */
  readonly houseMaxPayoutSelection: bigint;
}

const PERIOD_TIMES_SELECTION = 5n;

/** Reads the bounds of bets and checks them against each other. */
export function readBetBounds(read: EnvironmentReader): BetBounds {
  const { minBet, maxBet, ...usual } = DEFAULT_LIMITS;
  const bounds = readBounds(read, "BET", { min: minBet, max: maxBet });
  const maxPayout = readMoney(read, "BET_MAX_PAYOUT", usual.maxPayout);
  // A setting that cannot be parsed is reported once, without the problems that follow from it.
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
  // Each of these would contradict another bound or admit no bet at all.
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
