import type { BetRecord, BetStatus } from "@lotus/contract";
import type { Tone } from "@lotus/ui";
import { wireMoney } from "../../../api/wire-money.ts";

/** The wording of each status. */
export const STATUS_WORDS = {
  notDrawn: "play.status.notDrawn",
  drawn: "play.status.drawn",
  won: "play.status.won",
  notWon: "play.status.notWon",
  cancelled: "play.status.cancelled",
} as const satisfies Record<BetStatus, string>;

const TONES: Readonly<Record<BetStatus, Tone>> = {
  notDrawn: "blue",
  drawn: "blue",
  won: "gold",
  notWon: "neutral",
  cancelled: "neutral",
};

type Outcome = Pick<BetRecord, "status" | "total" | "refund" | "payout">;

/** Whether a bet returned at least its stake: only that is a gain, and gold. */
export function isGain({ status, total, refund, payout }: Outcome): boolean {
  return status === "won" && wireMoney(payout) + wireMoney(refund) >= wireMoney(total);
}

/**
 * The status as shown: a bet that was fully refunded says so rather than "not won", and one that was paid less than its
 * stake is not called won.
 */
export function shownStatus(order: Outcome) {
  const { status, refund, payout } = order;
  if (status === "won" && !isGain(order)) return { word: "play.status.belowStake", tone: "neutral" } as const;
  const returned = status === "notWon" && wireMoney(refund) > 0n && wireMoney(payout) === 0n;
  return returned
    ? ({ word: "play.status.refunded", tone: "neutral" } as const)
    : ({ word: STATUS_WORDS[status], tone: TONES[status] } as const);
}

/** Whether a bet still waits for its draw. */
export function isOpen({ status }: Pick<BetRecord, "status">): boolean {
  return status === "notDrawn";
}
