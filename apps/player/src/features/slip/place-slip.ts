import { ApiError, isOutcomeKnown } from "@lotus/client";
import type { CallBodyInput, CALLS, CallData } from "@lotus/contract";
import type { PlacedOrder } from "@lotus/fair";
import { formatMoney, type Money } from "@lotus/money";
import { readStake } from "./assess.ts";
import { draftOf, type GameStore } from "./game-store.ts";
import type { Attempt } from "./slip-line.ts";

type OrderCall = (typeof CALLS)["order"];
export type PlacedSlip = CallData<OrderCall>;

/** What became of an attempt for good: the accepted slip, or null if it is given up. Rejects with an ApiError. */
export type SettleOrder = (idempotencyKey: string) => Promise<PlacedSlip | null>;

/**
 * Sends a slip to the server under an idempotency key; `again` if it was sent before without a clear answer. Rejects with
 * an ApiError.
 */
export type SendOrder = (
  body: CallBodyInput<OrderCall>,
  idempotencyKey: string,
  again: boolean,
) => Promise<PlacedSlip>;

/**
 * Outcome of an attempt: accepted; refused by the server, nothing was taken; `unknown` without an answer, so it may
 * have been accepted and must be retried under the same key; `ignored` because another attempt is in progress.
 */
export type Placing =
  | { readonly kind: "placed"; readonly slip: PlacedSlip; readonly attempt: Attempt }
  | { readonly kind: "refused"; readonly failure: ApiError; readonly attempt: Attempt }
  | { readonly kind: "unknown"; readonly failure: ApiError }
  | { readonly kind: "ignored" };

// Attempts in progress, by game: a second tap must not send again.
const underWay = new WeakSet<GameStore>();

/**
 * Places the board's picks and the slip's lines on the period the player saw. An unanswered attempt is sent again
 * unchanged, under its old key, whatever has been picked since.
 */
export async function placeSlip(
  store: GameStore,
  send: SendOrder,
  order: {
    readonly prizeNo: string;
    readonly version: number;
    readonly unit: Money;
    readonly newKey: () => string;
    /** The server's time (epoch ms). */
    readonly now: number;
    /** Asked when an attempt that was sent before is refused: the first may still be on its way. */
    readonly settle: SettleOrder;
  },
): Promise<Placing> {
  if (underWay.has(store)) return { kind: "ignored" };
  const before = store.getState().attempt;
  const attempt = before ?? makeAttempt(store, order);
  if (attempt.lines.length === 0) return { kind: "ignored" };
  store.getState().setAttempt(attempt);
  underWay.add(store);
  try {
    const slip = await send(bodyOf(attempt), attempt.idempotencyKey, before !== null);
    store.getState().settleAttempt();
    return { kind: "placed", slip, attempt };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { kind, status } = error;
    if (!isOutcomeKnown({ kind, status, again: false })) return { kind: "unknown", failure: error };
    const isFirst = before === null && !error.again;
    return await refused(store, { failure: error, attempt }, isFirst ? undefined : order.settle);
  } finally {
    underWay.delete(store);
  }
}

/** A refusal is final of an attempt that was sent once. Of one that was sent before, only its outcome is. */
async function refused(
  store: GameStore,
  refusal: { readonly failure: ApiError; readonly attempt: Attempt },
  settle: SettleOrder | undefined,
): Promise<Placing> {
  try {
    const slip = (await settle?.(refusal.attempt.idempotencyKey)) ?? null;
    if (slip !== null) {
      store.getState().settleAttempt();
      return { kind: "placed", slip, attempt: refusal.attempt };
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: "unknown", failure: error };
  }
  store.getState().setAttempt(null);
  return { kind: "refused", ...refusal };
}

function makeAttempt(
  store: GameStore,
  { prizeNo, version, unit, newKey, now }: Parameters<typeof placeSlip>[2],
): Attempt {
  // The board's picks become the first line before sending, so that the request and the stored slip are the same.
  const draft = draftOf(store.getState());
  if (draft !== null) store.getState().addLine();
  return {
    idempotencyKey: newKey(),
    prizeNo,
    version,
    amount: formatMoney(unit),
    lines: store.getState().lines.map(({ amount, ...line }) => {
      const own = amount === undefined ? null : readStake(amount);
      return own === null ? line : { ...line, amount: formatMoney(own) };
    }),
    sentAt: now,
  };
}

/** What was sent of a line, as its receipt must state it. */
export function placedLine({ lines, amount, sentAt }: Attempt, at: number): PlacedOrder | undefined {
  const line = lines[at];
  if (line === undefined) return undefined;
  return { optionId: line.optionId, groups: line.groups, betAmount: line.amount ?? amount, sentAt };
}

/** In alphabetical order, in which the server hashes it: it need not sort it. */
function bodyOf(attempt: Attempt): CallBodyInput<OrderCall> {
  return {
    bets: attempt.lines.map(({ optionId, groups, amount }) => ({
      amount: amount ?? attempt.amount,
      groups: groups.map(({ code, items }) => ({ code, items: [...items] })),
      option_id: optionId,
    })),
    prize_no: attempt.prizeNo,
    version: attempt.version,
  };
}
