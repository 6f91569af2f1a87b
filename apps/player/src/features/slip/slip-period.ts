/** A period as the player saw it when opening the slip. */
export interface BetPeriod {
  readonly prizeNo: string;
  readonly openAt: number;
  readonly closeAt: number;
  readonly drawAt: number;
}

/**
 * Phase of an open slip: `early` the seen period is not on sale yet, as before a game's first draw of the day; `open` on sale;
 * `closed` the seen period is no longer on sale, and nothing is sent until the
 * player chooses another; `moving` the player chose the next period, which is not open yet.
 */
export type SlipPhase = "early" | "open" | "closed" | "moving";

/** The period of a slip: the one that was seen, and the one the player chose to move to, if any. */
export interface SlipPeriod {
  readonly seen: BetPeriod;
  readonly movingTo?: string;
}

/** Whether a period is on sale at a time. */
export function sells(period: BetPeriod, nowMs: number): boolean {
  return nowMs >= period.openAt && nowMs < period.closeAt;
}

/** The phase of an open slip. Only the player moves a slip to another period, so a newer one changes nothing here. */
export function slipPhase({ seen, movingTo }: SlipPeriod, nowMs: number): SlipPhase {
  if (nowMs < seen.openAt) return "early";
  if (nowMs < seen.closeAt) return "open";
  return movingTo === undefined ? "closed" : "moving";
}

/** The player chooses a period by its number: moves at once if it is on sale, otherwise as soon as it is. */
export function moveTo(
  slipPeriod: SlipPeriod,
  prizeNo: string,
  current: BetPeriod | null,
  nowMs: number,
): SlipPeriod {
  return arrive({ ...slipPeriod, movingTo: prizeNo }, current, nowMs);
}

/**
 * A new period has started. The slip moves only if it is the one the player chose and it is on sale; if it is another,
 * the choice is dropped and the player is asked again.
 */
export function arrive(slipPeriod: SlipPeriod, current: BetPeriod | null, nowMs: number): SlipPeriod {
  const { seen, movingTo } = slipPeriod;
  if (movingTo === undefined || current === null) return slipPeriod;
  if (current.prizeNo === seen.prizeNo || !sells(current, nowMs)) return slipPeriod;
  return current.prizeNo === movingTo ? { seen: current } : { seen };
}
