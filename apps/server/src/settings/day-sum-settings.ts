import { formatMoney, parseMoney } from "@lotus/money";
import type { EnvironmentReader } from "./environment.ts";

/** Amounts of money within 24 hours, minor units. */
export interface DayAmounts {
  readonly recharges: bigint;
  readonly withdrawals: bigint;
  readonly gifts: bigint;
}

/** What one person at the desk may do alone, beside the bounds of single amounts. */
export interface DaySumSettings {
  /** What one operator may pass or give alone within 24 hours; above it a second one is asked for. */
  readonly operator: DayAmounts & {
    /** Periods that one operator may have a part in voiding: none above it. */
    readonly voids: number;
  };
  /** What may be passed or given to one player within 24 hours by one person alone each. */
  readonly player: DayAmounts;
  /** Days in which whoever brought money into an account does not pass its withdrawals; 0: they may. */
  readonly separationDays: number;
}

/** Reads the sums of a day; those of a player are the bounds of `single` amounts unless set. */
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

/** An amount that may be nothing: then one person alone is never enough. */
function readAmount(read: EnvironmentReader, name: string, fallback: bigint): bigint {
  const example = formatMoney(fallback);
  const parsed = parseMoney(read.text(name, example));
  if (parsed.ok && parsed.value >= 0n) return parsed.value;
  read.complain(`${name} must be an amount like ${example}`);
  return 0n;
}
