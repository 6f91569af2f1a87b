import type { CALLS, CallData, LimitKind, LimitWindow } from "@lotus/contract";
import { formatMoney, type Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";
import * as sql from "./protection.sql.ts";
import type { RulePack } from "./rule-pack.ts";

/** Days after its waiting time in which a raise can be confirmed: later, the wish may be another one. */
export const CONFIRM_DAYS = 7;

const DAY_MS = 86_400_000;

/** A limit with what its window holds; amounts in minor units, times in epoch milliseconds. */
export interface LimitState {
  readonly kind: LimitKind;
  readonly window: LimitWindow;
  readonly amount: Money | null;
  readonly used: Money;
  readonly freeAt: number | null;
  readonly pending: { readonly amount: Money | null; readonly from: number } | null;
}

/** Breaks of a player in force now; times in epoch milliseconds. */
export interface Breaks {
  readonly timeOutUntil: number | null;
  readonly excludedUntil: number | null;
  /** Before this nothing is accepted; the year 9999 if nobody knows until when. */
  readonly blockedUntil: number | null;
  /** Whether the exclusion is over and the player may ask to return. */
  readonly mayReturn: boolean;
  /** Minutes between reality checks, if the player has chosen. */
  readonly realityCheckMinutes: number | null;
}

const NO_BREAKS: Breaks = {
  timeOutUntil: null,
  excludedUntil: null,
  blockedUntil: null,
  mayReturn: false,
  realityCheckMinutes: null,
};

interface LimitRow {
  readonly kind: LimitKind;
  readonly span: LimitWindow;
  readonly amount: bigint | null;
  readonly used: bigint;
  readonly free_at: bigint | null;
  readonly pending: boolean;
  readonly pending_amount: bigint | null;
  readonly pending_from: bigint | null;
}

/** All nine limits of a player, set or not. */
export async function limitsOf(db: Queries, playerId: bigint): Promise<readonly LimitState[]> {
  const rows = await db.query<LimitRow & Record<string, unknown>>(sql.LIMITS, [playerId, CONFIRM_DAYS]);
  return rows.map((row) => ({
    kind: row.kind,
    window: row.span,
    amount: row.amount,
    used: row.used,
    freeAt: numberOrNull(row.free_at),
    pending: row.pending ? { amount: row.pending_amount, from: Number(row.pending_from) } : null,
  }));
}

/** The player's breaks. */
export async function breaksOf(db: Queries, playerId: bigint): Promise<Breaks> {
  const [row] = await db.query<{
    time_out_until: bigint | null;
    excluded_until: bigint | null;
    blocked_until: bigint | null;
    may_return: boolean;
    reality_check_minutes: number | null;
  }>(sql.GUARD, [playerId]);
  if (row === undefined) return NO_BREAKS;
  return {
    timeOutUntil: numberOrNull(row.time_out_until),
    excludedUntil: numberOrNull(row.excluded_until),
    blockedUntil: numberOrNull(row.blocked_until),
    mayReturn: row.may_return,
    realityCheckMinutes: row.reality_check_minutes,
  };
}

/** A break from play; `until` is null where nobody knows when it ends. */
export interface LastingBreak {
  readonly kind: "timeOut" | "exclusion";
  readonly until: number | null;
}

/** The breaks of those of these players who are on one. */
export async function onBreak(
  db: Queries,
  players: readonly bigint[],
): Promise<ReadonlyMap<bigint, LastingBreak>> {
  if (players.length === 0) return new Map();
  const rows = await db.query<{ player_id: bigint; excluded: boolean; until: bigint | null }>(sql.ON_BREAK, [
    players,
  ]);
  return new Map(
    rows.map(({ player_id: id, excluded, until }) => [
      id,
      { kind: excluded ? "exclusion" : "timeOut", until: numberOrNull(until) },
    ]),
  );
}

/** The pace of a player's play, where the rules ask for pauses; times in epoch milliseconds. */
export interface Pace {
  /** When a reality check is due; null before the first bet after an answer. */
  readonly checkDueAt: number | null;
  /** Whether it is due now: bets are refused until it is answered. */
  readonly waits: boolean;
  /** Until when bets are refused; null if no pause runs. */
  readonly pauseUntil: number | null;
}

/** The player's pace. */
export async function paceOf(db: Queries, playerId: bigint): Promise<Pace> {
  const [row] = await db.query<{ check_at: bigint | null; waits: boolean; pause_until: bigint | null }>(
    sql.PAUSE,
    [playerId],
  );
  if (row === undefined) return { checkDueAt: null, waits: false, pauseUntil: null };
  const { check_at, waits, pause_until } = row;
  return { checkDueAt: numberOrNull(check_at), waits, pauseUntil: numberOrNull(pause_until) };
}

/** When the deposit limits were last set or reviewed by the player, and whether the rules ask for a review now. */
async function reviewOf(
  db: Queries,
  playerId: bigint,
  { limitReviewDays }: Pick<RulePack, "limitReviewDays">,
): Promise<{ readonly reviewedAt: number | null; readonly reviewDue: boolean }> {
  const [row] = await db.query<{ now: bigint; created: bigint; reviewed: bigint | null }>(sql.REVIEW, [
    playerId,
  ]);
  if (row === undefined) throw new Error(`player ${playerId} is unknown`);
  const { now, created, reviewed } = row;
  const since = Number(now - (reviewed ?? created));
  const reviewDue = limitReviewDays !== null && since >= limitReviewDays * DAY_MS;
  return { reviewedAt: numberOrNull(reviewed), reviewDue };
}

/** Everything a player has set, as on the wire. */
export async function playLimitsOf(
  db: Queries,
  playerId: bigint,
  { realityCheck, limitReviewDays }: Pick<RulePack, "realityCheck" | "limitReviewDays">,
): Promise<CallData<typeof CALLS.limits>> {
  const limits = await limitsOf(db, playerId);
  const breaks = await breaksOf(db, playerId);
  const { timeOutUntil, excludedUntil, mayReturn, realityCheckMinutes } = breaks;
  const { checkDueAt, pauseUntil } = await paceOf(db, playerId);
  return {
    limits: limits.map(({ kind, window, amount, used, freeAt, pending }) => ({
      kind,
      window,
      amount: moneyOrNull(amount),
      used: formatMoney(used),
      resetsAt: freeAt,
      ...(pending === null ? {} : { pending: { amount: moneyOrNull(pending.amount), from: pending.from } }),
    })),
    timeOutUntil,
    excludedUntil,
    mayReturn,
    realityCheckMinutes: Math.min(realityCheckMinutes ?? realityCheck.usual, realityCheck.max),
    checkDueAt,
    pauseUntil,
    ...(await reviewOf(db, playerId, { limitReviewDays })),
    net: await netOf(db, playerId),
  };
}

async function netOf(db: Queries, playerId: bigint): Promise<CallData<typeof CALLS.limits>["net"]> {
  const rows = await db.query<{ name: string; net: bigint }>(sql.NET, [playerId]);
  const net = new Map(rows.map((row) => [row.name, formatMoney(row.net)]));
  const of = (name: string): string => net.get(name) ?? formatMoney(0n);
  return { day: of("day"), week: of("week"), month: of("month"), year: of("year") };
}

/** The limit of a kind that leaves least, which is the one a refused stake or recharge met; null without any. */
export async function tightestLimit(
  db: Queries,
  playerId: bigint,
  kind: LimitKind,
): Promise<(LimitState & { readonly amount: Money; readonly left: Money }) | null> {
  const limits = await limitsOf(db, playerId);
  const open = limits.flatMap((limit) =>
    limit.kind === kind && limit.amount !== null
      ? [{ ...limit, amount: limit.amount, left: limit.amount - limit.used }]
      : [],
  );
  return open.reduce<(typeof open)[number] | null>(
    (least, limit) => (least === null || limit.left < least.left ? limit : least),
    null,
  );
}

/** What a refusal by a limit says: which it is, what it leaves and when more is free. */
export function limitRefusal(
  kind: LimitKind,
  limit: Awaited<ReturnType<typeof tightestLimit>>,
): {
  readonly values: { readonly left: Money };
  readonly data: Readonly<Record<string, string | number | null>>;
} {
  // It may have been raised or removed since.
  if (limit === null) return { values: { left: 0n }, data: { kind } };
  const { window, amount, freeAt } = limit;
  const left = limit.left > 0n ? limit.left : 0n;
  const data = { kind, window, amount: formatMoney(amount), left: formatMoney(left), resetsAt: freeAt };
  return { values: { left }, data };
}

function numberOrNull(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}

function moneyOrNull(value: bigint | null): string | null {
  return value === null ? null : formatMoney(value);
}
