import type { LimitKind, LimitWindow } from "@lotus/contract";
import type { Money } from "@lotus/money";
import type { Queries, Transactions } from "../db/database.ts";
import { lockCash } from "../ledger/ledger.ts";
import { CONFIRM_DAYS } from "./play-state.ts";
import * as sql from "./protection.sql.ts";
import type { RulePack } from "./rule-pack.ts";
import { publishBreaks } from "./publish-breaks.ts";

/** A limit of a player. */
export interface LimitRef {
  readonly playerId: bigint;
  readonly kind: LimitKind;
  readonly window: LimitWindow;
}

interface StoredLimit {
  readonly amount: bigint | null;
  readonly pending_amount: bigint | null;
  readonly pending: boolean;
  readonly waits: boolean;
  readonly lapsed: boolean;
  readonly pending_from: bigint | null;
}

const NOTHING: StoredLimit = {
  amount: null,
  pending_amount: null,
  pending: false,
  waits: false,
  lapsed: false,
  pending_from: null,
};

/**
 * Sets a limit: a lower one at once, a higher one or none (null) after the waiting time of the rules and a
 * confirmation. `obligatory`: the rules do not allow it to be removed.
 */
export function setLimit(
  db: Transactions,
  pack: Pick<RulePack, "raise" | "depositLimitsObligatory">,
  { amount, ...ref }: LimitRef & { readonly amount: Money | null },
): Promise<"done" | "obligatory"> {
  const { playerId, kind, window } = ref;
  return db.transaction(async (tx): Promise<"done" | "obligatory"> => {
    if (amount === null && kind === "deposit" && pack.depositLimitsObligatory) return "obligatory";
    const stored = await locked(tx, ref);
    const record = changeWriter(tx, ref, null);
    if (amount === stored.amount) {
      if (stored.pending) {
        await tx.query(sql.DROP_PENDING, [playerId, kind, window]);
        await record("dropped", stored.amount, stored.amount);
      }
    } else if (amount !== null && (stored.amount === null || amount < stored.amount)) {
      await tx.query(sql.SET, [playerId, kind, window, amount]);
      await record("set", stored.amount, amount);
    } else {
      const { hours, wholeWindow } = pack.raise;
      await tx.query(sql.ASK, [playerId, kind, window, amount, hours, wholeWindow]);
      await record("asked", stored.amount, amount);
    }
    await tx.query(sql.REFRESH, [playerId]);
    await publishBreaks(tx, playerId);
    return "done";
  });
}

/** Confirms a raise after its waiting time. `waits` names from when (epoch ms) it can be. */
export function confirmLimit(
  db: Transactions,
  ref: LimitRef,
): Promise<
  { readonly outcome: "done" | "not-pending" } | { readonly outcome: "waits"; readonly from: number }
> {
  const { playerId, kind, window } = ref;
  return db.transaction(async (tx) => {
    const stored = await locked(tx, ref);
    if (!stored.pending || stored.lapsed) return { outcome: "not-pending" };
    if (stored.waits) return { outcome: "waits", from: Number(stored.pending_from) };
    await tx.query(sql.SET, [playerId, kind, window, stored.pending_amount]);
    await changeWriter(tx, ref, null)("confirmed", stored.amount, stored.pending_amount);
    await tx.query(sql.REFRESH, [playerId]);
    await publishBreaks(tx, playerId);
    return { outcome: "done" };
  });
}

/**
 * Sets a lower limit for a player at the desk, in the desk's transaction: `not-lower` if it would loosen anything, which
 * no operator may.
 */
export async function tightenLimit(
  tx: Queries,
  { amount, operatorId, ...ref }: LimitRef & { readonly amount: Money; readonly operatorId: bigint },
): Promise<"done" | "not-lower"> {
  const { playerId, kind, window } = ref;
  const stored = await locked(tx, ref);
  if (stored.amount !== null && amount >= stored.amount) return "not-lower";
  await tx.query(sql.SET, [playerId, kind, window, amount]);
  await changeWriter(tx, ref, operatorId)("set", stored.amount, amount);
  await tx.query(sql.REFRESH, [playerId]);
  await publishBreaks(tx, playerId);
  return "done";
}

async function locked(tx: Queries, { playerId, kind, window }: LimitRef): Promise<StoredLimit> {
  await lockCash(tx, playerId);
  await tx.query(sql.ADD_GUARD, [playerId]);
  const [stored] = await tx.query<StoredLimit & Record<string, unknown>>(sql.LIMIT, [
    playerId,
    kind,
    window,
    CONFIRM_DAYS,
  ]);
  return stored ?? NOTHING;
}

function changeWriter(tx: Queries, { playerId, kind, window }: LimitRef, operatorId: bigint | null) {
  return async (
    what: "set" | "asked" | "confirmed" | "dropped",
    before: Money | null,
    after: Money | null,
  ): Promise<void> => {
    await tx.query(sql.ADD_CHANGE, [playerId, kind, window, what, before, after, operatorId]);
  };
}
