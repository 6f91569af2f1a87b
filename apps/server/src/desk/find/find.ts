import type { Found, PlayerRef } from "@lotus/contract/desk";
import { GAMES } from "@lotus/games";
import { tidyCode } from "@lotus/money";
import type { DeskContext, DeskDeps } from "../desk-deps.ts";
import { numberOf } from "../order-number.ts";
import { playersKnownBy } from "../players/sealed-search.ts";
import * as sql from "./find.sql.ts";

/** Maximum of players shown for a name prefix; the list of players shows more. */
const MAX_PLAYERS = 8;
/** Digits of an order's id: the day and a number. */
const ID_DIGITS = 19;

interface OwnerRow {
  readonly player_id: bigint;
  readonly username: string;
  readonly status: PlayerRef["status"];
}

type FindDeps = Pick<DeskDeps, "db" | "auditedActions" | "services">;

/** Finds everything with this number, or players by the name of their account or their own; exact numbers come first. */
export async function findByNumber(
  deps: FindDeps,
  text: string,
  by: Pick<DeskContext, "caller" | "address">,
): Promise<readonly Found[]> {
  const number = tidyCode(text).toUpperCase();
  const found = await Promise.all([
    findOrder(deps, number),
    findByReference(deps, text),
    findBet(deps, number),
    findPeriods(deps, text.toUpperCase()),
    findPlayers(deps, text, by),
  ]);
  return found.flat();
}

/** The id of a number typed with or without its letter. */
function idOf(letter: "R" | "W" | "B", typed: string): bigint | null {
  return numberOf(letter, typed) ?? numberOf(letter, `${letter}${typed}`);
}

async function findOrder(deps: FindDeps, typed: string): Promise<readonly Found[]> {
  const id = idOf("R", typed) ?? idOf("W", typed);
  return id === null ? [] : (await orderOf(deps, id)).filter((order) => order.id.endsWith(typed));
}

async function findByReference(deps: FindDeps, text: string): Promise<readonly Found[]> {
  const id = await deps.services.wallet.recharges.findByReference(text);
  return id === null ? [] : await orderOf(deps, id);
}

async function orderOf({ db }: FindDeps, id: bigint): Promise<readonly Found[]> {
  const rows = await db.query<OwnerRow & { type: "recharge" | "withdrawal" } & Row>(sql.MONEY_ORDER, [id]);
  return rows.map((row) => ({
    kind: row.type,
    id: `${row.type === "recharge" ? "R" : "W"}${id}`,
    player: playerOf(row),
  }));
}

async function findBet({ db }: FindDeps, typed: string): Promise<readonly Found[]> {
  const id = idOf("B", typed);
  if (id === null || !isDated(id)) return [];
  const rows = await db.query<OwnerRow & Row>(sql.BET, [id, GAMES.map(({ code }) => code)]);
  return rows.map((row) => ({ kind: "bet" as const, id: `B${id}`, player: playerOf(row) }));
}

/** Whether an id begins with a day. */
function isDated(id: bigint): boolean {
  const digits = String(id);
  const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`;
  if (digits.length !== ID_DIGITS || Number.isNaN(Date.parse(day))) return false;
  return new Date(day).toISOString().startsWith(day);
}

async function findPeriods({ db }: FindDeps, typed: string): Promise<readonly Found[]> {
  const match = /^(?:([A-Z0-9]{2,12})[- ])?(\d{11,12})$/u.exec(typed);
  const periodNo = match?.[2];
  if (periodNo === undefined) return [];
  const games = GAMES.map(({ code }) => code).filter((code) => (match?.[1] ?? code) === code);
  const rows = await db.query<{ game: string } & Row>(sql.PERIODS, [games, periodNo]);
  return rows.map(({ game }) => ({ kind: "period" as const, id: `${game}-${periodNo}`, player: null }));
}

async function findPlayers(
  deps: FindDeps,
  text: string,
  by: Pick<DeskContext, "caller" | "address">,
): Promise<readonly Found[]> {
  const { db, services } = deps;
  const also = await playersKnownBy(deps, text, by);
  const players = await services.accounts.findPlayers({ text, also, limit: MAX_PLAYERS });
  if (players.length === 0) return [];
  const ids = players.map(({ id }) => id);
  const talks = await db.query<{ player_id: bigint } & Row>(sql.CONVERSATIONS, [ids]);
  const talked = new Set(talks.map((row) => row.player_id));
  return players.flatMap(({ id, username, status }) => {
    const player = { id: String(id), name: username, status };
    return [
      { kind: "player" as const, id: player.id, player },
      ...(talked.has(id) ? [{ kind: "conversation" as const, id: player.id, player }] : []),
    ];
  });
}

/** Row type that satisfies pg. */
type Row = Readonly<Record<string, unknown>>;

function playerOf({ player_id: id, username, status }: OwnerRow): PlayerRef {
  return { id: String(id), name: username, status };
}
