import { REFUNDS_PROVED, SETTLE_TIMEOUT_MS, SETTLE_WITHIN_MS } from "@lotus/fair";
import { fault, type Finding, notice } from "./finding.ts";
import { periodKey } from "./period-rules.ts";
import type { PeriodRecord } from "./state.ts";

/*
 * Payouts and refunds of a period are due in the log one minute after its draw or void. Later ones are reported as late. Ten
 * minutes later they are missing, which is a fault.
 */

/** After an interruption everything may take as long again, but an operator may not be away again and again to gain time. */
const LONGEST_GRACE_MS = 24 * 3_600_000;

/** From when on what is due at `end` may be called missing after its time: later after an interruption (all epoch ms). */
export function dueFrom(end: number, upSince: number | null): number {
  return Math.min(Math.max(end, upSince ?? end), end + LONGEST_GRACE_MS);
}

/** Whether the log owes payouts or refunds of a period, which it has not yet. */
export function isUnsettled({ version = 1, settled, isSkipped }: PeriodRecord): boolean {
  return version >= REFUNDS_PROVED && settled === null && !isSkipped;
}

/** When a period was drawn, or became void; null while it is neither. */
function endOf({ draw, voided, drawAt, isNoted }: PeriodRecord): number | null {
  // A draw that waited for its round has its minute from then on.
  if (draw !== null) return Math.max(drawAt, draw.notShownAt ?? 0);
  if (voided !== null) return Math.min(drawAt, voided.notShownAt ?? drawAt);
  return isNoted ? drawAt : null;
}

/** Says what is late, what is missing, and what came late. Sets `isLateNoted` of the record. */
export function judgeSettlement(
  record: PeriodRecord,
  {
    now,
    upSince,
  }: {
    readonly now: number;
    /** Since when the operator and a quorum of witnesses are reached, if they were not before; null without an interruption. */
    readonly upSince: number | null;
  },
): readonly Finding[] {
  const key = periodKey(record.game, record.periodNo);
  const { settled, draw, voided, close } = record;
  if (settled !== null) {
    if (record.isLateNoted !== true) return [];
    record.isLateNoted = false;
    return [notice("late-settlement", `${key}: what it paid and refunded is in the log now`)];
  }
  const end = endOf(record);
  if (!isUnsettled(record) || end === null) return [];
  if (now >= dueFrom(end, upSince) + SETTLE_TIMEOUT_MS) {
    const text = `${key}: what it paid and refunded was due at ${new Date(end + SETTLE_WITHIN_MS).toISOString()}, and is not in the log`;
    return [fault("missing-settlement", text, { entries: [record.period, close, voided, draw] })];
  }
  if (now < end + SETTLE_WITHIN_MS || record.isLateNoted === true) return [];
  record.isLateNoted = true;
  return [notice("late-settlement", `${key}: what it paid and refunded is late`)];
}
