import { type BetRecord, type BetState, betStateOf } from "@lotus/contract";
import type { Tone } from "@lotus/ui";
import { wireMoney } from "../../../api/wire-money.ts";

/** The wording of each state. */
export const STATE_WORDS = {
  notDrawn: "play.status.notDrawn",
  drawn: "play.status.drawn",
  won: "play.status.won",
  notWon: "play.status.notWon",
  returned: "play.status.returned",
  cancelled: "play.status.cancelled",
} as const satisfies Record<BetState, string>;

const TONES: Readonly<Record<BetState, Tone>> = {
  notDrawn: "blue",
  drawn: "blue",
  won: "gold",
  notWon: "neutral",
  returned: "neutral",
  cancelled: "neutral",
};

type Outcome = Pick<BetRecord, "status" | "total" | "refund" | "payout">;

/** Whether a bet returned at least its stake: only that is a gain, and gold. */
export function isGain({ status, total, refund, payout }: Outcome): boolean {
  return status === "won" && wireMoney(payout) + wireMoney(refund) >= wireMoney(total);
}

/** The state as shown: a bet that was paid less than its stake is not called won. */
export function shownStatus(order: Outcome) {
  if (order.status === "won" && !isGain(order))
    return { word: "play.status.belowStake", tone: "neutral" } as const;
  const state = betStateOf(order);
  return { word: STATE_WORDS[state], tone: TONES[state] };
}

/** Whether a bet still waits for its draw. */
export function isOpen({ status }: Pick<BetRecord, "status">): boolean {
  return status === "notDrawn";
}
