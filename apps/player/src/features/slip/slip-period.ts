/** A period as the player saw it when the slip was opened on it. */
export interface BetPeriod {
  readonly prizeNo: string;
  readonly openAt: number;
  readonly closeAt: number;
  readonly drawAt: number;
}

/**
 * Where an open slip stands: `open` sells; `closed` the seen period no longer sells, and nothing is sent
 * until the player says where to go; `moving` the player named the next period, which is not open yet.
 */
export type SlipPhase = "open" | "closed" | "moving";

/** What the slip is held to: the period that was seen, and the one the player asked to move to, if any. */
export interface SlipPeriod {
  readonly seen: BetPeriod;
  readonly movingTo?: string;
}

/** Whether a period sells at a time. */
export function sells(period: BetPeriod, nowMs: number): boolean {
  return nowMs >= period.openAt && nowMs < period.closeAt;
}

/** The phase of an open slip. A period is only ever left by the player's word, so a newer one changes nothing here. */
export function slipPhase({ seen, movingTo }: SlipPeriod, nowMs: number): SlipPhase {
  if (nowMs < seen.closeAt) return "open";
  return movingTo === undefined ? "closed" : "moving";
}

/** The player asks to move to a period by its number: at once when it sells already, else as soon as it does. */
export function moveTo(
  slipPeriod: SlipPeriod,
  prizeNo: string,
  current: BetPeriod | null,
  nowMs: number,
): SlipPeriod {
  return arrive({ ...slipPeriod, movingTo: prizeNo }, current, nowMs);
}

/**
 * A period came up. It is taken only when it is the very one the player asked for and it sells; if another
 * came instead the wish is dropped and the player is asked again.
 */
export function arrive(slipPeriod: SlipPeriod, current: BetPeriod | null, nowMs: number): SlipPeriod {
  const { seen, movingTo } = slipPeriod;
  if (movingTo === undefined || current === null) return slipPeriod;
  if (current.prizeNo === seen.prizeNo || !sells(current, nowMs)) return slipPeriod;
  return current.prizeNo === movingTo ? { seen: current } : { seen };
}
