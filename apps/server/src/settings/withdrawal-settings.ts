import { ceilDivide, formatMoney, greatestDivisor, parseMoney } from "@lotus/money";
import type { EnvironmentReader } from "./environment.ts";
import type { Bounds } from "./money-bounds.ts";
import type { Currency } from "./product-settings.ts";

/** Fee of a withdrawal: hundredths of a percent of the amount, plus a fixed part in minor units. */
export interface WithdrawalFee {
  readonly basisPoints: bigint;
  readonly fixed: bigint;
}

/** Settings of withdrawals, except their bounds and turnover. */
export interface WithdrawalSettings {
  readonly fee: WithdrawalFee;
  /** Above this amount, two operators must approve. */
  readonly fourEyesAbove: bigint;
  /** Maximum number of withdrawals of a player in review. */
  readonly maxPending: number;
  /** Usual duration of a review, as shown to players. */
  readonly arrivalMinutes: number;
  /** Maximum number of cards and wallets of a player. */
  readonly maxAddresses: number;
}

/** Reads the settings of withdrawals and checks fee and bounds against each other. */
export function readWithdrawals(
  read: EnvironmentReader,
  { withdrawal, currency }: { readonly withdrawal: Bounds; readonly currency: Currency },
): WithdrawalSettings {
  const fee = {
    basisPoints: BigInt(read.integer("WITHDRAWAL_FEE_BASIS_POINTS", 0, 0, 2_000)),
    fixed: readAmount(read, "WITHDRAWAL_FEE_FIXED", "0.00"),
  };
  checkFee(read, fee, withdrawal, bankStep(currency));
  return {
    fee,
    fourEyesAbove: readAmount(read, "WITHDRAWAL_FOUR_EYES_ABOVE", "20000.00"),
    // One by default, so that a large sum is not split into several small withdrawals.
    maxPending: read.integer("WITHDRAWAL_MAX_PENDING", 1, 1, 100),
    arrivalMinutes: read.integer("WITHDRAWAL_ARRIVAL_MINUTES", 30, 1, 10_080),
    maxAddresses: read.integer("WITHDRAWAL_MAX_ADDRESSES", 5, 1, 50),
  };
}

/** Amounts to a bank are multiples of this, so that they are whole units of the bank. */
export function bankStep({ bankUnits }: Pick<Currency, "bankUnits">): bigint {
  return 100n / greatestDivisor(100n, BigInt(bankUnits));
}

/**
 * Fee of an amount, rounded up to whole units of the bank, so that the paid out amount is whole too. Less than the
 * amount for every amount that the settings allow.
 */
export function withdrawalFee(
  { fee, bankUnits }: { readonly fee: WithdrawalFee; readonly bankUnits: number },
  amount: bigint,
): bigint {
  const step = bankStep({ bankUnits });
  return ceilDivide(amount * fee.basisPoints + fee.fixed * PARTS, PARTS * step) * step;
}

const PARTS = 10_000n;

/**
 * Only the minimum withdrawal must be checked, since a larger amount leaves more after a percentage: if it leaves a
 * whole unit of the bank before the fee is rounded, every withdrawal leaves something afterwards.
 */
function checkFee(
  read: EnvironmentReader,
  { basisPoints, fixed }: WithdrawalFee,
  { min, max }: Bounds,
  step: bigint,
): void {
  if (max - (max % step) < min)
    read.complain(`no amount from WITHDRAWAL_MIN to WITHDRAWAL_MAX comes to whole units of the bank`);
  const left = min - ceilDivide(min * basisPoints, PARTS) - fixed;
  if (left >= step) return;
  read.complain(
    `WITHDRAWAL_MIN must leave ${formatMoney(step)} or more after WITHDRAWAL_FEE_BASIS_POINTS and WITHDRAWAL_FEE_FIXED`,
  );
}

function readAmount(read: EnvironmentReader, name: string, fallback: string): bigint {
  const parsed = parseMoney(read.text(name, fallback));
  if (parsed.ok && parsed.value >= 0n) return parsed.value;
  read.complain(`${name} must be an amount like ${fallback}`);
  return 0n;
}
