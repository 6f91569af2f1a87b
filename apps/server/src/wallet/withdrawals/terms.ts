import type { Money } from "@lotus/money";
import { turnoverOf } from "../../ledger/ledger.ts";
import type { Queries } from "../../db/database.ts";
import type { PayoutSettings } from "../payout-tools.ts";

/** The turnover that stands before a withdrawal. */
export interface TurnoverDue {
  readonly required: Money;
  readonly done: Money;
  readonly left: Money;
  /** Transfers that had to be read for it. */
  readonly tail: number;
}

/** What a player has to bet before money can be withdrawn, and what of it is done. */
export async function turnoverDue(
  db: Queries,
  playerId: bigint,
  { turnoverPercent }: Pick<PayoutSettings, "turnoverPercent">,
): Promise<TurnoverDue> {
  const { received, staked, tail } = await turnoverOf(db, playerId);
  const required = ceilDivide(received * BigInt(turnoverPercent), 100n);
  return { required, done: staked, left: required > staked ? required - staked : 0n, tail };
}

/** Amounts to a bank are multiples of this: what comes to whole units of the bank. */
export function bankStep({ bankUnits }: Pick<PayoutSettings, "bankUnits">): Money {
  return 100n / greatestDivisor(100n, BigInt(bankUnits));
}

/** What the house keeps of a withdrawal, in whole units of the bank, so that what arrives is whole too. */
export function withdrawalFee(settings: Pick<PayoutSettings, "fee" | "bankUnits">, amount: Money): Money {
  const { basisPoints, fixed } = settings.fee;
  const exact = (amount * basisPoints) / 10_000n + fixed;
  const fee = exact - (exact % bankStep(settings));
  // Never all of it, whatever is set.
  return fee < amount ? fee : 0n;
}

function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b);
}
