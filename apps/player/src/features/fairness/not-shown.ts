import type { BetReport } from "@lotus/fair";
import type { KeptClose } from "./shown-closes.ts";
import type { StreamSpan } from "./stream-watch.ts";

/** What this device saw of a period before its round. */
export interface Seen {
  readonly close: Pick<KeptClose, "body" | "proof" | "at"> | null;
  readonly spans: readonly StreamSpan[];
}

/**
 * Whether the operator did not show the close of a bet before its round, though this device was online from the close to the
 * round: then it could look at the round first. Of a device that was not, nothing is said.
 */
export function isNotShown({ draw, bet, steps }: BetReport, { close, spans }: Seen): boolean {
  const { period, roundTime, voided, isWatched } = draw;
  if (period === null || roundTime === null || bet === null || !isWatched) return false;
  // A period that was cancelled before its round, or never sold, has no close to show.
  if (voided !== null && voided.by !== "rule") return false;
  if (steps.some(({ state }) => state === "failed")) return false;
  if (draw.wasShown && close !== null && close.at < roundTime) return false;
  const { closeAt } = period.entry;
  return spans.some(({ from, to }) => from <= closeAt && to >= roundTime);
}
