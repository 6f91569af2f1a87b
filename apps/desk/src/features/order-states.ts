import type { DeskOrderRecord } from "@lotus/contract/desk";
import type { Tone } from "../components/state-chip.tsx";

/** How each state of an order of money is meant. */
export const ORDER_TONES: Readonly<Record<DeskOrderRecord["status"], Tone>> = {
  pendingReview: "wait",
  passed: "good",
  cancelled: "quiet",
};
