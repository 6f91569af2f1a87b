import { formatMoney, parseMoney } from "@lotus/money";
import type { EnvironmentReader } from "./environment.ts";

/** Sums within 24 hours, in minor units. */
export interface DayAmounts {
  readonly recharges: bigint;
  readonly withdrawals: bigint;
  readonly gifts: bigint;
}

/** What one operator may do alone, in addition to the bounds of single amounts. */
export interface DaySumSettings {
  /** Sum an operator may pass or give alone within 24 hours; above it a second operator is needed. */
  readonly operator: DayAmounts & {
    /** Number of periods an operator may take part in voiding within 24 hours. */
    readonly voids: number;
  };
  /** Sum that may be passed or given to a player within 24 hours without a second operator. */
  readonly player: DayAmounts;
  /**
   * Days during which an operator who passed a player's recharge or gift may not pass their withdrawals; 0 for none.
   */
  readonly separationDays: number;
}

/** Reads the daily sums; those of a player default to the bounds of `single` amounts. */
export function readDaySums(read: EnvironmentReader, single: DayAmounts): DaySumSettings {
  return {
    operator: {
      recharges: readAmount(read, "DESK_OPERATOR_DAY_RECHARGES", 100_000_00n),
      withdrawals: readAmount(read, "DESK_OPERATOR_DAY_WITHDRAWALS", 100_000_00n),
      gifts: readAmount(read, "DESK_OPERATOR_DAY_GIFTS", 2_000_00n),
      voids: read.integer("DESK_OPERATOR_DAY_VOIDS", 20, 0, 100_000),
    },
    player: {
      recharges: readAmount(read, "DESK_PLAYER_DAY_RECHARGES", single.recharges),
      withdrawals: readAmount(read, "DESK_PLAYER_DAY_WITHDRAWALS", single.withdrawals),
      gifts: readAmount(read, "DESK_PLAYER_DAY_GIFTS", single.gifts),
    },
    separationDays: read.integer("DESK_SEPARATION_DAYS", 30, 0, 3_650),
  };
}

/** An amount that may be zero, which means that one operator is never enough. */
function readAmount(read: EnvironmentReader, name: string, fallback: bigint): bigint {
  const example = formatMoney(fallback);
  const parsed = parseMoney(read.text(name, example));
  if (parsed.ok && parsed.value >= 0n) return parsed.value;
  read.complain(`${name} must be an amount like ${example}`);
  return 0n;
}
