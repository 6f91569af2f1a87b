import { parseMoney } from "@lotus/money";
import type { EnvironmentReader } from "./environment.ts";

/** What the operator decides about withdrawals, beside their bounds and turnover. */
export interface WithdrawalSettings {
  /** What the house keeps of each: hundredths of a percent of the amount, and a fixed part. */
  readonly fee: { readonly basisPoints: bigint; readonly fixed: bigint };
  /** Above this amount, two operators must approve. */
  readonly fourEyesAbove: bigint;
  /** Withdrawals of one player that may be in review at once. */
  readonly maxPending: number;
  /** How long a review usually takes, as it is told to players. */
  readonly arrivalMinutes: number;
  /** Cards and wallets that one player may bind. */
  readonly maxAddresses: number;
}

/** Reads the settings of withdrawals. */
export function readWithdrawals(read: EnvironmentReader): WithdrawalSettings {
  return {
    fee: {
      basisPoints: BigInt(read.integer("WITHDRAWAL_FEE_BASIS_POINTS", 0, 0, 2_000)),
      fixed: readAmount(read, "WITHDRAWAL_FEE_FIXED", "0.00"),
    },
    fourEyesAbove: readAmount(read, "WITHDRAWAL_FOUR_EYES_ABOVE", "20000.00"),
    // One: what was asked for stands still until it is decided, and no large sum comes in small parts at once.
    maxPending: read.integer("WITHDRAWAL_MAX_PENDING", 1, 1, 100),
    arrivalMinutes: read.integer("WITHDRAWAL_ARRIVAL_MINUTES", 30, 1, 10_080),
    maxAddresses: read.integer("WITHDRAWAL_MAX_ADDRESSES", 5, 1, 50),
  };
}

function readAmount(read: EnvironmentReader, name: string, fallback: string): bigint {
  const parsed = parseMoney(read.text(name, fallback));
  if (parsed.ok && parsed.value >= 0n) return parsed.value;
  read.complain(`${name} must be an amount like ${fallback}`);
  return 0n;
}
