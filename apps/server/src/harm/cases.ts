import type { Money } from "@lotus/money";
import type { ListPlace, Queries } from "../db/database.ts";
import * as sql from "./cases.sql.ts";
import type { Reason } from "./score.ts";

/** What was done for a player. */
export type CaseOutcome = "message" | "call" | "limit" | "timeOut" | "none";

/** An event of a case. */
export interface CaseEvent {
  readonly what: "opened" | "assigned" | "note" | "closed" | "measured";
  readonly operator: Person | null;
  readonly words: string;
  readonly at: number;
}

interface Person {
  readonly id: bigint;
  readonly name: string;
}

/** What a player did in 30 days. */
export interface CaseFigures {
  readonly staked: Money;
  readonly recharged: Money;
  readonly nights: number;
}

/** A case of the desk. Instants are epoch milliseconds. */
export interface CareCase {
  readonly id: bigint;
  readonly playerId: bigint;
  readonly username: string;
  readonly playerStatus: "active" | "locked" | "closed";
  readonly opened: number;
  readonly deadline: number;
  /** Why: by markers of harm, or because the player said that they are under age. */
  readonly cause: "markers" | "underAge";
  readonly score: number;
  readonly reasons: readonly Reason[];
  readonly assignedTo: Person | null;
  readonly closed: number | null;
  readonly closedBy: Person | null;
  readonly outcome: CaseOutcome | null;
  readonly reason: string | null;
  readonly before: CaseFigures;
  /** Of the 30 days after it was closed; null before they are over. */
  readonly after: CaseFigures | null;
}

/** A player's score with its history. */
export interface PlayerScore {
  readonly score: number;
  readonly level: number;
  readonly reasons: readonly Reason[];
  readonly scored: number | null;
  readonly guardedUntil: number | null;
  readonly history: readonly { readonly time: number; readonly score: number; readonly level: number }[];
}

/** Result of a change: `not-done` for an outcome of which nothing is to be seen. */
export type CaseChange = "done" | "unknown" | "closed" | "not-done";

const HOUR_MS = 3_600_000;
const NO_SCORE = { score: 0, level: 0, reasons: [], scored: null, guarded_until: null } as const;

/** The desk's cases. Every change is made in the caller's transaction, beside its audit. */
export class Cases {
  readonly #deadlineHours: number;

  constructor({ deadlineHours }: { readonly deadlineHours: number }) {
    this.#deadlineHours = deadlineHours;
  }

  /** Cases by age, which is also the order of their deadlines. */
  async list(
    db: Queries,
    { open }: { readonly open: boolean | null },
    { before, limit, order = "newest" }: ListPlace,
  ): Promise<readonly CareCase[]> {
    const rows = await db.query<CaseRow & Record<string, unknown>>(sql.LIST[order], [before, limit, open]);
    return rows.map((row) => this.#caseOf(row));
  }

  async read(db: Queries, id: bigint): Promise<CareCase | undefined> {
    const [row] = await db.query<CaseRow & Record<string, unknown>>(sql.ONE, [id]);
    return row === undefined ? undefined : this.#caseOf(row);
  }

  /** The newest cases of a player, with what happened in each. */
  async ofPlayer(
    db: Queries,
    playerId: bigint,
  ): Promise<readonly (CareCase & { readonly events: readonly CaseEvent[] })[]> {
    const rows = await db.query<CaseRow & Record<string, unknown>>(sql.OF_PLAYER, [playerId]);
    const events = await db.query<EventRow & Record<string, unknown>>(sql.EVENTS, [rows.map(({ id }) => id)]);
    const byCase = Map.groupBy(events, ({ case_id: id }) => id);
    return rows.map((row) => ({
      ...this.#caseOf(row),
      events: (byCase.get(row.id) ?? []).map(({ what, operator_id: id, name, words, at }) => ({
        what,
        operator: personOf(id, name),
        words,
        at: Number(at),
      })),
    }));
  }

  async score(db: Queries, playerId: bigint): Promise<PlayerScore> {
    const [row = NO_SCORE] = await db.query<{
      score: number;
      level: number;
      reasons: readonly Reason[];
      scored: bigint | null;
      guarded_until: bigint | null;
    }>(sql.SCORE, [playerId]);
    const scores = await db.query<{ scored: bigint; score: number; level: number }>(sql.SCORES, [playerId]);
    return {
      score: row.score,
      level: row.level,
      reasons: row.reasons,
      scored: numberOrNull(row.scored),
      guardedUntil: numberOrNull(row.guarded_until),
      history: scores.map(({ scored, score, level }) => ({ time: Number(scored), score, level })),
    };
  }

  /** Gives an open case to an operator, or to nobody in particular. */
  assign(tx: Queries, id: bigint, to: Person | null, by: bigint): Promise<CaseChange> {
    return inOpen(tx, id, async () => {
      await tx.query(sql.ASSIGN, [id, to?.id ?? null]);
      await tx.query(sql.ADD_EVENT, [id, "assigned", by, to?.name ?? ""]);
      return "done";
    });
  }

  note(tx: Queries, id: bigint, words: string, by: bigint): Promise<CaseChange> {
    return inOpen(tx, id, async () => {
      await tx.query(sql.ADD_EVENT, [id, "note", by, words]);
      return "done";
    });
  }

  /** Closes a case with what was done; a limit or a break that is named must have been set since it was opened. */
  close(
    tx: Queries,
    id: bigint,
    { outcome, reason, by }: { readonly outcome: CaseOutcome; readonly reason: string; readonly by: bigint },
  ): Promise<CaseChange> {
    return inOpen(tx, id, async () => {
      const [done] = await tx.query<{ limit: boolean; break: boolean }>(sql.DONE_SINCE, [id]);
      if (outcome === "limit" && done?.limit !== true) return "not-done";
      if (outcome === "timeOut" && done?.break !== true) return "not-done";
      await tx.query(sql.CLOSE, [id, by, outcome, reason]);
      await tx.query(sql.ADD_EVENT, [id, "closed", by, reason]);
      return "done";
    });
  }

  #caseOf(row: CaseRow): CareCase {
    return {
      id: row.id,
      playerId: row.player_id,
      username: row.username,
      playerStatus: row.player_status,
      opened: Number(row.opened),
      deadline: Number(row.opened) + this.#deadlineHours * HOUR_MS,
      cause: row.cause,
      score: row.score,
      reasons: row.reasons,
      assignedTo: personOf(row.assigned_to, row.assigned_name),
      closed: numberOrNull(row.closed),
      closedBy: personOf(row.closed_by, row.closed_name),
      outcome: row.outcome,
      reason: row.reason,
      before: { staked: row.staked_before, recharged: row.recharged_before, nights: row.nights_before },
      after:
        row.staked_after === null || row.recharged_after === null || row.nights_after === null
          ? null
          : { staked: row.staked_after, recharged: row.recharged_after, nights: row.nights_after },
    };
  }
}

interface CaseRow {
  readonly id: bigint;
  readonly player_id: bigint;
  readonly username: string;
  readonly player_status: CareCase["playerStatus"];
  readonly opened: bigint;
  readonly cause: CareCase["cause"];
  readonly score: number;
  readonly reasons: readonly Reason[];
  readonly assigned_to: bigint | null;
  readonly assigned_name: string | null;
  readonly closed: bigint | null;
  readonly closed_by: bigint | null;
  readonly closed_name: string | null;
  readonly outcome: CaseOutcome | null;
  readonly reason: string | null;
  readonly staked_before: bigint;
  readonly recharged_before: bigint;
  readonly nights_before: number;
  readonly staked_after: bigint | null;
  readonly recharged_after: bigint | null;
  readonly nights_after: number | null;
}

interface EventRow {
  readonly case_id: bigint;
  readonly what: CaseEvent["what"];
  readonly operator_id: bigint | null;
  readonly name: string | null;
  readonly words: string;
  readonly at: bigint;
}

/** Holds the case, so that two operators do not close it both. */
async function inOpen(tx: Queries, id: bigint, change: () => Promise<CaseChange>): Promise<CaseChange> {
  const [found] = await tx.query<{ open: boolean }>(sql.LOCK, [id]);
  if (found === undefined) return "unknown";
  return found.open ? await change() : "closed";
}

function personOf(id: bigint | null, name: string | null): Person | null {
  return id === null ? null : { id, name: name ?? "" };
}

function numberOrNull(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}
