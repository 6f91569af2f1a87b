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

/** Sums of money; periods are counted apart. */
export type MoneySum = Exclude<DaySum, "voids">;

/** What bounds the work of operators. */
export interface DutyBounds {
  readonly sums: DaySumSettings;
  /** Above such a single amount two people are needed. */
  readonly single: DayAmounts;
}

/** An action that an operator is about to take for a player. */
export interface Asked {
  readonly action: Action;
  readonly operatorId: bigint;
  readonly role: Role;
  readonly playerId: bigint;
  readonly amount: Money;
}

/** What the rule says of it: alone, or by two, or not at all. */
export type Verdict =
  | { readonly verdict: "alone" | "second" }
  | { readonly verdict: "refused"; readonly why: "player" | "apart" };

/** What bars an operator from an action: the earlier action, and when it was taken (epoch milliseconds). */
export interface KeptApart {
  readonly action: Action;
  readonly at: number;
  /** False: done by somebody whose access to the desk the operator had a hand in, or who had one in theirs. */
  readonly own: boolean;
}

/**
 * What the table of actions says of sums and of work that must not meet in one person. Decisions are made under two
 * locks, taken in this order: the operator's (`begin`, before anything else), then that of the player's money, which
 * whoever moves it holds.
 */
export class Duties {
  readonly bounds: DutyBounds;

  constructor(bounds: DutyBounds) {
    this.bounds = bounds;
  }

  /** Lets what this operator does that counts take turns until the transaction ends. First of all its locks. */
  async begin(tx: Queries, operatorId: bigint): Promise<void> {
    await tx.query(sql.LOCK_OPERATOR, [SUBJECT_LOCKS.operatorDuties, operatorId]);
  }

  /** Judges under the lock of the player's money; the player stays in the state they are in until the transaction ends. */
  async judge(tx: Queries, asked: Asked): Promise<Verdict> {
    const { action, operatorId, role, playerId, amount } = asked;
    const state = await lockState(tx, playerId);
    if (!permissionOf(action, role, undefined, state).allowed) return { verdict: "refused", why: "player" };
    const apart = await this.keptFrom(tx, action, { players: [playerId], operatorId });
    if (apart.size > 0) return { verdict: "refused", why: "apart" };
    const of = moneySumOf(action);
    if (of === null) return { verdict: "alone" };
    const boundsOf = await this.boundsFor(tx, { of, operatorId, players: [playerId] });
    return { verdict: secondBecause(amount, boundsOf(playerId)) === null ? "alone" : "second" };
  }

  /** How many periods the operator may still have a part in voiding. */
  async voidsOf(db: Queries, operatorId: bigint): Promise<{ readonly used: number; readonly most: number }> {
    const rows = await db.query<{ times: bigint }>(sql.OF_OPERATOR, [operatorId, actionsWith("voids")]);
    return {
      used: rows.reduce((sum, { times }) => sum + Number(times), 0),
      most: this.bounds.sums.operator.voids,
    };
  }

  /** Keeps what was done, with what moved by this word alone. */
  async keep(
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
   * What keeps an operator from an action for these players, by player. Whoever gave the other their access to the desk
   * is no other person, here as where two are needed.
   */
  async keptFrom(
    db: Queries,
    action: Action,
    { players, operatorId }: { readonly players: readonly bigint[]; readonly operatorId: bigint },
  ): Promise<ReadonlyMap<bigint, KeptApart>> {
    if (ruleOf(action).notAfter === undefined || players.length === 0) return new Map();
    const operators = [operatorId, ...(await relatedTo(db, operatorId))];
    const kept = new Map<bigint, KeptApart>();
    for (const row of await this.#earlier(db, action, { players, operators })) {
      const own = row.operator_id === operatorId;
      if (own || !kept.has(row.player_id))
        kept.set(row.player_id, { action: row.action, at: Number(row.at_ms), own });
    }
    return kept;
  }

  /** Those of the operators whose own earlier work for a player does not keep them from an action. */
  async notKept(
    db: Queries,
    action: Action,
    { playerId, operators }: { readonly playerId: bigint; readonly operators: readonly bigint[] },
  ): Promise<readonly bigint[]> {
    const rows = await this.#earlier(db, action, { players: [playerId], operators });
    const kept = new Set(rows.map((row) => row.operator_id));
    return operators.filter((id) => !kept.has(id));
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

  /** What bounds an operator alone, by player; a player that was not asked for has done nothing. */
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
}

/** The sum of money that an action counts to; null for one that counts to none. */
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
