import {
  DRAW_TIMEOUT_MS,
  isBetOnlyUnsettled,
  type PlacedOrder,
  REFUNDS_PROVED,
  type ShownClose,
} from "@lotus/fair";
import type { ShieldState } from "./own-bets.ts";
import type { BetCheck } from "./checks.ts";

/** What was last found out about a bet, with what it was found by. */
export interface BetResult {
  readonly check: BetCheck;
  readonly receipt: unknown;
  readonly proof: unknown;
  /** The close as it was shown before the round; what an earlier version of the app stored has none. */
  readonly shown?: ShownClose | null;
  /** The table of odds that it was compared with; results of earlier apps have none. */
  readonly odds?: string | null;
}

/** What a result comes to. */
export interface BetOutcome {
  readonly state: ShieldState;
  /** Epoch milliseconds by this device. */
  readonly checkedAt: number;
  /** Whether nothing more is to be found out. */
  readonly isFinal: boolean;
  /** Whether the close was not shown before the round though this device was online. */
  readonly isNotShown?: boolean;
  /** Who runs the beacon and the witnesses was found in the list of the build; apps before it believed the house. */
  readonly isByList?: true;
}

/** A bet as this device remembers it. Its result is stored beside it, since that is ten times as large. */
export interface KeptBet {
  /** Username of the player: several may use this device. */
  readonly account: string;
  readonly orderNo: string;
  readonly gameCode: string;
  readonly periodNo: string;
  /** When this device got to know it (epoch ms). */
  readonly since: number;
  /** The receipt as first seen: what the server says later must agree with it. Null before. */
  readonly receipt: unknown;
  /** The bet as the player placed it on this device, otherwise as a list first showed it. Apps of before kept nothing. */
  readonly placed?: PlacedOrder | undefined;
  /** When it is drawn (epoch ms), as the proof says or otherwise the server; undefined if neither does. */
  readonly drawAt?: number | undefined;
  /** Whether this device asked to cancel it. */
  readonly askedToCancel: boolean;
  readonly outcome: BetOutcome | null;
  /** Whether any check found that the close was not shown in time: later ones may not know it any more. */
  readonly wasNotShown?: boolean;
}

/** A bet as this window knows it, with what another window of the device has stored about it. */
export function mergeKept(known: KeptBet, stored: KeptBet | null): KeptBet {
  if (stored === null) return known;
  return {
    ...known,
    receipt: stored.receipt ?? known.receipt,
    placed: known.placed?.sentAt === undefined ? (stored.placed ?? known.placed) : known.placed,
    drawAt: known.drawAt ?? stored.drawAt,
    askedToCancel: known.askedToCancel || stored.askedToCancel,
    wasNotShown: known.wasNotShown === true || stored.wasNotShown === true,
  };
}

/** Where nobody has said when a bet is drawn, it is drawn within this. */
const DRAWN_WITHIN_MS = 7 * 24 * 3_600_000;

/** Whether what became of a bet has been due for ten minutes, at a time that has come for certain (`leastNow`). */
export function isOverdue({ drawAt, since }: Pick<KeptBet, "drawAt" | "since">, now: number): boolean {
  return now >= (drawAt ?? since + DRAWN_WITHIN_MS) + DRAW_TIMEOUT_MS;
}

/**
 * A time that has come for certain: a clock of this device may be wrong, and the server could hold its own back so that
 * nothing is ever overdue. But a bet was accepted before this device knew it, and how long ago that was needs no server.
 */
export function leastNow(
  { receipt, since }: Pick<KeptBet, "receipt" | "since">,
  { now, serverNow }: { readonly now: number; readonly serverNow: number },
): number {
  const acceptedAt: unknown = Reflect.get(Object(Reflect.get(Object(receipt), "leaf")), "acceptedAt");
  return typeof acceptedAt === "number" ? Math.max(serverNow, acceptedAt + now - since) : serverNow;
}

/** Something is wrong with the bet, and no later check takes that back. */
export function hasFailed({ outcome }: Pick<KeptBet, "outcome">): boolean {
  return outcome?.state === "failed" && outcome.isFinal;
}

/** What a receipt is signed over, and what must therefore never change. */
const SIGNED = ["leaf", "path", "index", "size", "batchRoot", "logSize", "logRoot", "signature"] as const;

/**
 * The receipt to check: what was signed as this device first saw it, with what the server has added since. An operator
 * who gives another receipt later is held to the first one. @throws Error if there is none at all
 */
export function heldReceipt(first: unknown, latest: unknown): unknown {
  if (!isRecord(first)) {
    if (latest === null || latest === undefined) throw new Error("there is no receipt");
    return latest;
  }
  const signed = Object.fromEntries(SIGNED.map((name) => [name, first[name]]));
  return { ...(isRecord(latest) ? latest : {}), ...signed };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a check comes to. */
export function outcomeOf({ report, trust }: BetCheck, checkedAt: number, isNotShown = false): BetOutcome {
  // What has not come yet may still come, and is then checked.
  if (report.verdict === "invalid") {
    const isFinal = !isBetOnlyUnsettled(report) && isReadable({ report });
    return { state: "failed", checkedAt, isFinal };
  }
  // The player may be told why, and the server may go back to what this device knows.
  if (trust.hasChanged) return { state: "failed", checkedAt, isFinal: false, isNotShown };
  // A table of odds that is never shown is as wrong as another one; the server may still show it.
  const drawAt = report.draw.period?.entry.drawAt ?? Number.POSITIVE_INFINITY;
  if (lacksOdds(report) && checkedAt > drawAt + DRAW_TIMEOUT_MS)
    return { state: "failed", checkedAt, isFinal: false, isNotShown };
  if (!isSettled(report)) return { state: "waiting", checkedAt, isFinal: false, isNotShown };
  if (isNotShown) return { state: "notShown", checkedAt, isFinal: true, isNotShown };
  // What the operator runs itself does not bind it.
  const isProved = report.verdict !== "refunded" || isRefundProved({ report });
  const isBound = isProved && report.isWatched && trust.beacon === "public" && trust.witnesses === "public";
  const state = report.verdict === "refunded" ? "refunded" : "checked";
  return { state: isBound ? state : "unwitnessed", checkedAt, isFinal: true, isByList: true };
}

/** The state of an outcome, with what an app of before found out only because the house said so taken back. */
export function stateOf({ state, isByList }: BetOutcome): ShieldState {
  return isByList !== true && (state === "checked" || state === "refunded") ? "unwitnessed" : state;
}

/** Whether the log shows what is refunded: earlier ones did not. */
export function isRefundProved({ report }: Pick<BetCheck, "report">): boolean {
  return report.draw.version >= REFUNDS_PROVED;
}

/** Whether the bet was verified to its end: paid, or refunded, and the log has nothing else about its draw. */
function isSettled({ verdict, steps, draw }: BetCheck["report"]): boolean {
  if (verdict === "refunded") return true;
  return verdict === "valid" && isLogRead(draw) && !lacksOdds({ verdict, steps, draw });
}

/** Whether everything about the bet was verified but its odds, since the server does not show their table. */
export function lacksOdds({
  verdict,
  steps,
  draw,
}: Pick<BetCheck["report"], "verdict" | "steps" | "draw">): boolean {
  const isOpen = steps.some(({ step, state }) => step === "odds" && state === "open");
  return verdict === "valid" && isLogRead(draw) && isOpen;
}

/** Whether the log was read around the draw, to its end. */
export function isLogRead({ steps }: BetCheck["report"]["draw"]): boolean {
  return steps.some(({ step, state }) => step === "log" && state === "ok");
}

/** Whether documents have their form. The server may still show others that do. */
function isReadable({ report }: Pick<BetCheck, "report">): boolean {
  const faults = [...report.steps, ...report.draw.steps].flatMap(
    (step): readonly { name: string }[] => step.faults,
  );
  return !faults.some((fault) => fault.name === "malformed" && "field" in fault);
}
