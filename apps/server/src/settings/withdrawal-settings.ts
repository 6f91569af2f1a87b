import { ceilDivide, formatMoney, greatestDivisor, parseMoney } from "@lotus/money";
import type { EnvironmentReader } from "./environment.ts";
import type { Bounds } from "./money-bounds.ts";
import type { Currency } from "./product-settings.ts";

/** What the server keeps of a withdrawal: hundredths of a percent of the amount, and a fixed part in minor units. */
export interface WithdrawalFee {
  readonly basisPoints: bigint;
  readonly fixed: bigint;
}

/** What the operator decides about withdrawals, beside their bounds and turnover. */
export interface WithdrawalSettings {
  readonly fee: WithdrawalFee;
  /** Above this amount, two operators must approve. */
  readonly fourEyesAbove: bigint;
  /** Withdrawals of one player that may be in review at once. */
  readonly maxPending: number;
  /** How long a review usually takes, as players are shown. */
  readonly arrivalMinutes: number;
  /** Cards and wallets that one player may bind. */
  readonly maxAddresses: number;
}

/** Reads the settings of withdrawals, and holds their fee and bounds against each other. */
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
    // One: what was asked for stands still until it is decided, and no large sum comes in small parts at once.
    maxPending: read.integer("WITHDRAWAL_MAX_PENDING", 1, 1, 100),
    arrivalMinutes: read.integer("WITHDRAWAL_ARRIVAL_MINUTES", 30, 1, 10_080),
    maxAddresses: read.integer("WITHDRAWAL_MAX_ADDRESSES", 5, 1, 50),
  };
}

/** Amounts to a bank are multiples of this: what comes to whole units of the bank. */
export function bankStep({ bankUnits }: Pick<Currency, "bankUnits">): bigint {
  return 100n / greatestDivisor(100n, BigInt(bankUnits));
}

/**
 * What the server keeps of an amount, rounded up to whole units of the bank, so that what arrives is whole too and no
 * amount goes without its fee. Less than the amount for every one that the settings let be withdrawn.
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
 * A percentage takes less of a larger amount's rest, so the least withdrawal decides: when it leaves a whole unit of the
 * bank before the fee is rounded, every withdrawal leaves something after that.
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
