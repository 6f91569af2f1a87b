import type { CommittedBet } from "./committed.ts";

/** What a verifier knows of an order by itself. What is left out is not known. */
export interface PlacedOrder extends Partial<
  Pick<CommittedBet, "optionId" | "groups" | "betAmount" | "total">
> {
  readonly player?: string | undefined;
  /** When the player sent it, by the server's clock (epoch ms). */
  readonly sentAt?: number | undefined;
}

/** A clock that was set between sending and accepting an order may have been this much ahead. */
const CLOCK_STEP_MS = 60_000;

/** Whether an order is not the one that was placed. Picks are compared in any order, with or without empty groups. */
export function isOther(
  leaf: CommittedBet,
  { groups = leaf.groups, sentAt = 0, ...placed }: PlacedOrder,
): boolean {
  const {
    optionId = leaf.optionId,
    betAmount = leaf.betAmount,
    total = leaf.total,
    player = leaf.player,
  } = placed;
  const picks = (of: CommittedBet["groups"]) =>
    of.flatMap(({ code, items }) => items.map((item) => JSON.stringify([code, item]))).sort();
  return (
    optionId !== leaf.optionId ||
    betAmount !== leaf.betAmount ||
    total !== leaf.total ||
    player !== leaf.player ||
    String(picks(groups)) !== String(picks(leaf.groups)) ||
    leaf.acceptedAt < sentAt - CLOCK_STEP_MS
  );
}
