import type { Money } from "@lotus/money";
import type { Queries } from "../db/database.ts";
import * as sql from "./team.sql.ts";

/** A range of calendar days such as 2026-11-21, both ends included; null is unbounded. */
export interface DaySpan {
  readonly from: string | null;
  readonly to: string | null;
}

/** Turnover and earnings of one level of an agent's team on a day. Level 0 is the agent's own play. */
export interface LevelOfDay {
  readonly day: string;
  readonly level: number;
  readonly turnover: Money;
  /** Hundredths of a percent. */
  readonly rate: number;
  readonly amount: Money;
  /** Whether it is paid into the balance. */
  readonly booked: boolean;
}

/** Sums of an agent and the team over some days. */
export interface AgentSums {
  readonly turnover: Money;
  readonly commission: Money;
  readonly ownTurnover: Money;
  readonly rebate: Money;
}

/** A member of a team. */
export interface Member {
  /** The member's position in lists of this team; it reveals nothing about the player. */
  readonly place: bigint;
  readonly level: number;
  readonly id: bigint;
  readonly username: string;
  readonly status: "active" | "locked" | "closed";
  readonly inviterId: bigint;
  readonly inviterName: string;
  readonly createdAt: number;
  readonly joinedDay: string;
  readonly turnover: Money;
  readonly commission: Money;
}

/** A player as an agent. */
export interface AgentProfile {
  readonly id: bigint;
  readonly username: string;
  readonly status: "active" | "locked" | "closed";
  readonly createdAt: number;
  readonly inviteCode: string;
  readonly inviterId: bigint | null;
  readonly inviterName: string | null;
  /** Those whom the player invited, and the team over all levels. */
  readonly direct: number;
  readonly team: number;
}

/** A day that is worked out, and how much of it is paid. */
export interface BookedDay {
  readonly day: string;
  readonly planId: bigint;
  /** Epoch milliseconds; null while it is being paid. */
  readonly paidAt: number | null;
  readonly turnover: Money;
  readonly rebate: Money;
  readonly commission: Money;
  readonly players: number;
}

/** The calendar days of a summary. */
export interface CalendarDates {
  readonly today: string;
  readonly yesterday: string;
  /** The first day of this month. */
  readonly month: string;
  readonly booked: string | null;
}

/** Reads agents and their teams. */
export class Teams {
  readonly #db: Queries;
  readonly #timeZone: string;

  constructor(db: Queries, timeZone: string) {
    this.#db = db;
    this.#timeZone = timeZone;
  }

  async inviteCode(playerId: bigint): Promise<string> {
    const [row] = await this.#db.query<{ invite_code: string }>(sql.INVITE_CODE, [playerId]);
    return row?.invite_code ?? "";
  }

  /** Players by level; levels without any are left out. */
  async size(agentId: bigint): Promise<ReadonlyMap<number, number>> {
    const rows = await this.#db.query<{ level: number; players: number }>(sql.TEAM_SIZE, [agentId]);
    return new Map(rows.map(({ level, players }) => [level, players]));
  }

  async dates(): Promise<CalendarDates> {
    const [row] = await this.#db.query<CalendarDates & Record<string, unknown>>(sql.DATES, [this.#timeZone]);
    if (row === undefined) throw new Error("the server has no time");
    return row;
  }

  /** The levels of each day, newest day first; at most `limit` days, those before the day `before`. */
  async days(
    agentId: bigint,
    { from, to }: DaySpan,
    page: { readonly before?: string | null; readonly limit?: number } = {},
  ): Promise<readonly LevelOfDay[]> {
    // The days are passed one by one, so that the statement is planned for just one or two.
    const open = await this.#db.query<{ day: string }>(sql.OPEN_DAYS, [this.#timeZone]);
    const openDays = open.map(({ day }) => day);
    const values = [agentId, from, to, page.before ?? null, page.limit ?? null, openDays];
    return await this.#db.query<LevelOfDay & Record<string, unknown>>(sql.DAYS, values);
  }

  /** Members of a team below the place `before`, newest first. */
  async members(
    agentId: bigint,
    { level, from, to }: DaySpan & { readonly level: number | undefined },
    { before, limit }: { readonly before: bigint | null; readonly limit: number },
  ): Promise<readonly Member[]> {
    const values = [agentId, level ?? null, before, limit, from, to, this.#timeZone];
    const rows = await this.#db.query<MemberRow & Record<string, unknown>>(sql.TEAM, values);
    return rows.map(
      ({ inviter_id: inviterId, inviter_name: inviterName, created_ms: created, joined, ...row }) => ({
        ...row,
        inviterId,
        inviterName,
        createdAt: Number(created),
        joinedDay: joined,
      }),
    );
  }

  /** Players who invited others, newest first. */
  async agents(at: {
    readonly before: bigint | null;
    readonly limit: number;
  }): Promise<readonly AgentProfile[]> {
    const rows = await this.#db.query<ProfileRow & Record<string, unknown>>(sql.AGENTS, [
      at.before,
      at.limit,
      null,
    ]);
    return rows.map(profileOf);
  }

  /** A player as an agent, with or without a team. */
  async agent(playerId: bigint): Promise<AgentProfile | undefined> {
    const [row] = await this.#db.query<ProfileRow & Record<string, unknown>>(sql.AGENTS, [null, 1, playerId]);
    return row === undefined ? undefined : profileOf(row);
  }

  /** Days that are worked out, before the day `before`, newest first. */
  async books(before: string | null, limit: number): Promise<readonly BookedDay[]> {
    const rows = await this.#db.query<BookRow & Record<string, unknown>>(sql.BOOKS, [before, limit]);
    return rows.map(({ plan_id: planId, paid_ms: paid, ...row }) => ({
      ...row,
      planId,
      paidAt: paid === null ? null : Number(paid),
    }));
  }
}

interface MemberRow extends Omit<Member, "inviterId" | "inviterName" | "createdAt" | "joinedDay"> {
  readonly inviter_id: bigint;
  readonly inviter_name: string;
  readonly created_ms: bigint;
  readonly joined: string;
}

interface ProfileRow {
  readonly id: bigint;
  readonly username: string;
  readonly status: AgentProfile["status"];
  readonly created_ms: bigint;
  readonly invite_code: string;
  readonly inviter_id: bigint | null;
  readonly inviter_name: string | null;
  readonly direct: number;
  readonly team: number;
}

interface BookRow extends Omit<BookedDay, "planId" | "paidAt"> {
  readonly plan_id: bigint;
  readonly paid_ms: bigint | null;
}

function profileOf(row: ProfileRow): AgentProfile {
  const { id, username, status, direct, team } = row;
  return {
    id,
    username,
    status,
    direct,
    team,
    createdAt: Number(row.created_ms),
    inviteCode: row.invite_code,
    inviterId: row.inviter_id,
    inviterName: row.inviter_name,
  };
}

/** Sums over some days. */
export function sumsOf(days: readonly LevelOfDay[]): AgentSums {
  const sum = (key: "turnover" | "amount", own: boolean): Money =>
    days.reduce((total, one) => ((one.level === 0) === own ? total + one[key] : total), 0n);
  return {
    turnover: sum("turnover", false),
    commission: sum("amount", false),
    ownTurnover: sum("turnover", true),
    rebate: sum("amount", true),
  };
}
