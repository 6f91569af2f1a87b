import {
  ACTION_NAMES,
  actionsOf,
  permissionOf,
  ruleOf,
  secondBecause,
  type Action,
  type AloneBounds,
  type DaySum,
  type PlayerState,
  type Role,
} from "@lotus/contract/desk";
import type { Money } from "@lotus/money";
import { SUBJECT_LOCKS } from "../../db/advisory-locks.ts";
import type { Queries } from "../../db/database.ts";
import type { DayAmounts, DaySumSettings } from "../../settings/day-sum-settings.ts";
import { relatedTo } from "../operators/second-person.ts";
import * as sql from "./duties.sql.ts";

/** The sums that are money; voided periods are counted, not summed. */
export type MoneySum = Exclude<DaySum, "voids">;

/** Bounds of what an operator may do. */
export interface DutyBounds {
  readonly sums: DaySumSettings;
  /** Single amounts above which two people are needed. */
  readonly single: DayAmounts;
}

/** An action that an operator is about to take for a player. */
export interface DutyRequest {
  readonly action: Action;
  readonly operatorId: bigint;
  readonly role: Role;
  readonly playerId: bigint;
  readonly amount: Money;
}

/** Whether one person may do it, two are needed, or it is refused. */
export type Verdict =
  | { readonly verdict: "alone" | "second" }
  | { readonly verdict: "refused"; readonly why: "player" | "apart" };

/** Why an operator is kept from an action: the earlier action, and when it was taken (epoch milliseconds). */
export interface Conflict {
  readonly action: Action;
  readonly at: number;
  /** False when the earlier action was taken by a related operator (see `relatedTo`). */
  readonly own: boolean;
  /** Whether it was for another player of the same invite tree. */
  readonly ofTree: boolean;
}

/**
 * Enforces the table of actions: sums per day, and actions that one person must not combine. Decisions are made under
 * three locks, taken in this order: the operator's (`begin`, before anything else), then that of the player's money, held
 * by whoever moves it, then that of the player's invite tree.
 */
export class Duties {
  readonly bounds: DutyBounds;

  constructor(bounds: DutyBounds) {
    this.bounds = bounds;
  }

  /** Serializes this operator's counted actions until the transaction ends. It must be the transaction's first lock. */
  async begin(tx: Queries, operatorId: bigint): Promise<void> {
    await tx.query(sql.LOCK_OPERATOR, [SUBJECT_LOCKS.operatorDuties, operatorId]);
  }

  /** Decides under the lock of the player's money; also locks the player's state until the transaction ends. */
  async judge(tx: Queries, request: DutyRequest): Promise<Verdict> {
    const { action, operatorId, role, playerId, amount } = request;
    const state = await lockState(tx, playerId);
    if (!permissionOf(action, role, undefined, state).allowed) return { verdict: "refused", why: "player" };
    const { duty, notAfter } = ruleOf(action);
    if (duty !== undefined || notAfter !== undefined)
      await tx.query(sql.LOCK_TREE, [SUBJECT_LOCKS.inviteTree, playerId]);
    const apart = await this.conflictsOf(tx, action, { players: [playerId], operatorId });
    if (apart.size > 0) return { verdict: "refused", why: "apart" };
    const of = moneySumOf(action);
    if (of === null) return { verdict: "alone" };
    const boundsOf = await this.boundsFor(tx, { of, operatorId, players: [playerId] });
    return { verdict: secondBecause(amount, boundsOf(playerId)) === null ? "alone" : "second" };
  }

  /** How many periods the operator has taken part in voiding, and the bound. */
  async voidsOf(db: Queries, operatorId: bigint): Promise<{ readonly used: number; readonly most: number }> {
    const rows = await db.query<{ times: bigint }>(sql.OF_OPERATOR, [operatorId, actionsWith("voids")]);
    return {
      used: rows.reduce((sum, { times }) => sum + Number(times), 0),
      most: this.bounds.sums.operator.voids,
    };
  }

  /** Records an action, with the amount that this operator moved alone. */
  async record(
    tx: Queries,
    done: {
      readonly action: Action;
      readonly operatorId: bigint;
      readonly playerId: bigint | null;
      readonly alone: Money;
    },
  ): Promise<void> {
    await tx.query(sql.KEEP, [done.operatorId, done.action, done.playerId, done.alone]);
  }

  /**
   * Earlier actions that keep an operator from this one, by player. Actions of related operators count as one's own,
   * just as where two people are needed, and those for another player of the same invite tree as for this one.
   */
  async conflictsOf(
    db: Queries,
    action: Action,
    { players, operatorId }: { readonly players: readonly bigint[]; readonly operatorId: bigint },
  ): Promise<ReadonlyMap<bigint, Conflict>> {
    if (ruleOf(action).notAfter === undefined || players.length === 0) return new Map();
    const operators = [operatorId, ...(await relatedTo(db, operatorId))];
    const conflicts = new Map<bigint, Conflict>();
    for (const row of await this.#earlier(db, action, { players, operators })) {
      const own = row.operator_id === operatorId;
      if (own || !conflicts.has(row.player_id))
        conflicts.set(row.player_id, {
          action: row.action,
          at: Number(row.at_ms),
          own,
          ofTree: row.of_tree,
        });
    }
    return conflicts;
  }

  /** The operators whose own earlier actions for a player, or in their tree, do not keep them from an action. */
  async notKept(
    db: Queries,
    action: Action,
    { playerId, operators }: { readonly playerId: bigint; readonly operators: readonly bigint[] },
  ): Promise<readonly bigint[]> {
    const rows = await this.#earlier(db, action, { players: [playerId], operators });
    const conflicts = new Set(rows.map((row) => row.operator_id));
    return operators.filter((id) => !conflicts.has(id));
  }

  async #earlier(
    db: Queries,
    action: Action,
    { players, operators }: { readonly players: readonly bigint[]; readonly operators: readonly bigint[] },
  ): Promise<readonly EarlierRow[]> {
    const { notAfter } = ruleOf(action);
    const days = this.bounds.sums.separationDays;
    if (notAfter === undefined || days === 0) return [];
    return await db.query<EarlierRow & Record<string, unknown>>(sql.KEPT_APART, [
      players,
      operators,
      actionsOf(notAfter),
      days,
    ]);
  }

  /** What an operator may do alone, by player. For players not in `players` nothing counts as used. */
  async boundsFor(
    db: Queries,
    {
      of,
      operatorId,
      players,
    }: { readonly of: MoneySum; readonly operatorId: bigint | null; readonly players: readonly bigint[] },
  ): Promise<(playerId: bigint | null) => AloneBounds> {
    const { single, sums } = this.bounds;
    const actions = actionsWith(of);
    const own = await db.query<{ alone: bigint }>(sql.OF_OPERATOR, [operatorId, actions]);
    const operator = { used: own.reduce((sum, { alone }) => sum + alone, 0n), most: sums.operator[of] };
    const theirs = new Map<bigint | null, bigint>();
    const rows =
      players.length === 0
        ? []
        : await db.query<{ player_id: bigint; alone: bigint }>(sql.OF_PLAYERS, [players, actions]);
    for (const { player_id: id, alone } of rows) theirs.set(id, (theirs.get(id) ?? 0n) + alone);
    return (playerId) => ({
      single: single[of],
      operator,
      player: { used: theirs.get(playerId) ?? 0n, most: sums.player[of] },
    });
  }
}

interface EarlierRow {
  readonly player_id: bigint;
  readonly operator_id: bigint;
  readonly action: Action;
  readonly at_ms: bigint;
  readonly of_tree: boolean;
}

/** The money sum that an action counts towards; null when there is none. */
export function moneySumOf(action: Action): MoneySum | null {
  const of = ruleOf(action).limits?.of;
  return of === undefined || of === "voids" ? null : of;
}

function actionsWith(of: DaySum): readonly Action[] {
  return ACTION_NAMES.filter((name) => ruleOf(name).limits?.of === of);
}

async function lockState(tx: Queries, playerId: bigint): Promise<PlayerState> {
  const [player] = await tx.query<{ status: PlayerState }>(sql.LOCK_PLAYER, [playerId]);
  if (player === undefined) throw new Error(`there is no player ${playerId}`);
  return player.status;
}
