import type { DrawLogEntry, SettledEntry } from "./entries.ts";
import { REFUNDS_PROVED } from "./log-version.ts";
import { SETTLE_TIMEOUT_MS, SETTLE_WITHIN_MS } from "./period-times.ts";
import type { VoidedPeriod } from "./report.ts";

const NO_PAYOUT = "0.00";

/** Sums are left out of both entries or of none, before anybody knows the result; what is void is refunded whole. */
export function hasRightSums(
  { payout, refund }: SettledEntry,
  { close, voided }: { readonly close: DrawLogEntry | null; readonly voided: VoidedPeriod | null },
): boolean {
  if (voided !== null && payout !== undefined && payout !== NO_PAYOUT) return false;
  if (close?.type !== "close") return true;
  return voided === null ? (close.stake === undefined) === (payout === undefined) : close.stake === refund;
}

/** By when the payouts of a period are due, and from when on they are missing (epoch ms). */
export interface SettlementDue {
  readonly settleBy: number;
  readonly missingAt: number;
}

/** Null if the log does not promise them, or there are none. They are due from the draw on, or from a cancellation before it. */
export function settlementDue({
  version,
  drawAt,
  cancelledAt,
  voided,
}: {
  readonly version: number;
  readonly drawAt: number;
  readonly cancelledAt: number;
  readonly voided: VoidedPeriod | null;
}): SettlementDue | null {
  if (version < REFUNDS_PROVED || voided?.by === "skipped") return null;
  const end = Math.min(drawAt, cancelledAt);
  return { settleBy: end + SETTLE_WITHIN_MS, missingAt: end + SETTLE_TIMEOUT_MS };
}
