import type { CallBody, CALLS } from "@lotus/contract";
import type { GameCode } from "@lotus/games";
import type { Queries } from "../db/database.ts";
import { refuse, type Refused } from "../http/handler.ts";
import { balanceOf } from "../ledger/ledger.ts";
import type { BetLimits } from "./game-switches.ts";
import type { OddsBook, OddsVersion } from "./odds.ts";
import {
  type ReadSlip,
  readSlip,
  readStakes,
  type SlipRefusal,
  type SlipRules,
  type StakedSlip,
} from "./slip.ts";

/** What a slip is checked by. */
export interface CheckDeps {
  readonly db: Queries;
  readonly odds: OddsBook;
  /** Whether a game takes bets. */
  readonly isOpen: (game: GameCode) => boolean;
  /** The lunar year in which a period is drawn, for games with animals. */
  readonly lunarYear: (game: GameCode, periodNo: string) => number | undefined;
  /** The bounds of a bet on a game. */
  readonly limits: (game: GameCode) => BetLimits;
}

/** The refusals of a slip before it is placed. */
export type CheckRefusal = SlipRefusal | Refused<"GAME_CLOSED" | "NOT_ENOUGH_BALANCE">;

/**
 * All checks of a slip that need no lock. With a player, the expensive ones are made only if they can pay: the placing
 * statement decides about the money.
 */
export async function checkSlip(
  deps: CheckDeps,
  game: GameCode,
  body: CallBody<typeof CALLS.order>,
  playerId?: bigint,
): Promise<ReadSlip | CheckRefusal> {
  const { odds, isOpen, limits, lunarYear } = deps;
  if (!isOpen(game)) return refuse("GAME_CLOSED");
  const current = odds.current();
  const rules: SlipRules = {
    game,
    limits: limits(game),
    odds: current,
    seen: await seenOdds(odds, current, body.version),
    lunarYear: lunarYear(game, body.prize_no),
  };
  const staked = readStakes(body.bets, rules);
  if ("ok" in staked) return staked;
  if (playerId === undefined) return readSlip(staked, rules);
  if (takesLong(staked, rules.limits) && staked.total > ((await balanceOf(deps.db, playerId)) ?? 0n)) {
    return refuse("NOT_ENOUGH_BALANCE", {
      values: { prizeNo: body.prize_no },
      data: { prizeNo: body.prize_no },
    });
  }
  return readSlip(staked, rules);
}

/** The odds the player saw, unless they are the current ones; an unknown version has no odds, so none match. */
async function seenOdds(
  odds: OddsBook,
  current: OddsVersion,
  version: number | undefined,
): Promise<OddsVersion | null> {
  if (version === undefined || version === current.version) return null;
  return (await odds.version(version)) ?? { version, odds: {} };
}

// Slips with at most this many lines, staking at most a hundredth of the maximum payout, are read quickly, so for them
// only the placing statement checks the balance.
const FEW_LINES = 10;
const SMALL_STAKES = 100n;

/** Whether a slip takes long enough to check the balance before its possible payout is computed. */
function takesLong({ lines, total }: StakedSlip, { maxPayout }: Pick<BetLimits, "maxPayout">): boolean {
  return lines.length > FEW_LINES || total * SMALL_STAKES > maxPayout;
}
