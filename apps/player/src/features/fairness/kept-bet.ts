import type { ShieldState } from "./own-bets.ts";
import type { BetCheck } from "./checks.ts";

/** What was last found out about a bet, with what it was found by. */
export interface BetResult {
  readonly check: BetCheck;
  readonly receipt: unknown;
  readonly proof: unknown;
}

/** What a result comes to. */
export interface BetOutcome {
  readonly state: ShieldState;
  /** Epoch milliseconds by this device. */
  readonly checkedAt: number;
  /** Whether nothing more is to be found out. */
  readonly isFinal: boolean;
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
  /** Whether this device asked to cancel it. */
  readonly askedToCancel: boolean;
  readonly outcome: BetOutcome | null;
}

/** A bet as this window knows it, with what another window of the device has stored about it. */
export function mergeKept(known: KeptBet, stored: KeptBet | null): KeptBet {
  if (stored === null) return known;
  return {
    ...known,
    receipt: stored.receipt ?? known.receipt,
    askedToCancel: known.askedToCancel || stored.askedToCancel,
  };
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
    if (!isRecord(latest)) throw new Error("there is no receipt");
    return latest;
  }
  const signed = Object.fromEntries(SIGNED.map((name) => [name, first[name]]));
  return { ...(isRecord(latest) ? latest : {}), ...signed };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a check comes to. */
export function outcomeOf({ report, trust }: BetCheck, checkedAt: number): BetOutcome {
  if (report.verdict === "invalid") return { state: "failed", checkedAt, isFinal: true };
  // The player may be told why, and the server may go back to what this device knows.
  if (trust.hasChanged) return { state: "failed", checkedAt, isFinal: false };
  if (!isSettled(report)) return { state: "waiting", checkedAt, isFinal: false };
  // What the operator runs itself does not bind it.
  const isBound = report.isWatched && trust.beacon === "public" && trust.witnesses === "public";
  const state = report.verdict === "refunded" ? "refunded" : "checked";
  return { state: isBound ? state : "unwitnessed", checkedAt, isFinal: true };
}

/** Whether the bet was verified to its end: paid, or refunded, and the log has nothing else about its draw. */
function isSettled({ verdict, draw }: BetCheck["report"]): boolean {
  if (verdict === "refunded") return true;
  return verdict === "valid" && draw.steps.some(({ step, state }) => step === "log" && state === "ok");
}

/** Whether documents could be read: what is not a document says nothing about the bet. */
export function isReadable({ report }: BetCheck): boolean {
  const faults = [...report.steps, ...report.draw.steps].flatMap(
    (step): readonly { name: string }[] => step.faults,
  );
  return !faults.some((fault) => fault.name === "malformed" && "field" in fault);
}
