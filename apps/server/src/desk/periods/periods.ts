import type { CallData } from "@lotus/contract";
import type { DESK_CALLS, PeriodRow } from "@lotus/contract/desk";
import type { GameCode } from "@lotus/games";
import { findGame } from "@lotus/games";
import { formatMoney } from "@lotus/money";
import type { Queries } from "../../db/database.ts";
import { instantOf, type DeskListQuery } from "../lists.ts";
import { decisionsOn } from "../audit/decisions.ts";
import * as sql from "./periods.sql.ts";

/** Who asked first to void a period, as a statement returns it. */
export interface AskedColumns {
  readonly asked_by: bigint | null;
  readonly asked_name: string | null;
  readonly asked_reason: string | null;
  readonly asked_note: string | null;
  readonly asked_ms: bigint | null;
  readonly asked_stake: bigint | null;
}

interface Row extends AskedColumns {
  readonly game: string;
  readonly period_no: string;
  readonly state: PeriodRow["state"];
  readonly open_ms: bigint;
  readonly close_ms: bigint;
  readonly draw_ms: bigint;
  readonly drawn_ms: bigint | null;
  readonly settled_ms: bigint | null;
  readonly late: boolean;
  readonly numbers: readonly number[] | null;
  readonly void_reason: string | null;
  readonly commitment: string;
}

/** A period with its orders, stakes and payouts. */
export type PeriodRecord = CallData<typeof DESK_CALLS.period>;

/** What names a period. */
export interface PeriodKey {
  readonly game: GameCode;
  readonly periodNo: string;
}

/** The id of a period, such as "FFC-202611210003". */
export function idOf({ game, periodNo }: PeriodKey): string {
  return `${game}-${periodNo}`;
}

/** Games and numbers of periods, as two parameters of a statement. */
export function keysOf(periods: readonly PeriodKey[]): [games: string[], numbers: string[]] {
  return [periods.map(({ game }) => game), periods.map(({ periodNo }) => periodNo)];
}

/** Game and number in a period's id such as "FFC-202611210003"; null for an unknown game. */
export function periodOfId(id: string): PeriodKey | null {
  const [code = "", periodNo = ""] = id.split("-");
  const game = findGame(code)?.code;
  return game === undefined ? null : { game, periodNo };
}

const PAGE = 25;

/** A page of periods sorted by draw, latest first. A cursor is the draw and the game of the last one. */
export async function listPeriods(
  db: Queries,
  query: DeskListQuery & {
    readonly game?: string | undefined;
    readonly state?: string | undefined;
    readonly rule_void?: "unseen" | undefined;
    readonly from?: number | undefined;
    readonly to?: number | undefined;
  },
): Promise<{ readonly list: PeriodRow[]; readonly nextCursor: string | null }> {
  const size = query.page_size ?? PAGE;
  const at = /^(\d{1,15})\.([A-Z0-9]{2,12})$/u.exec(query.cursor ?? "");
  const rows = await db.query<Row & Record<string, unknown>>(sql.LIST, [
    query.game ?? null,
    query.state ?? null,
    instantOf(query.from),
    instantOf(query.to),
    at === null ? null : new Date(Number(at[1])),
    at?.[2] ?? null,
    size + 1,
    query.rule_void === "unseen",
  ]);
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return {
    list: shown.map(rowOf),
    nextCursor: rows.length > size && last !== undefined ? `${last.draw_ms}.${last.game}` : null,
  };
}

/** One period with its figures; null when there is none. */
export async function readPeriod(
  db: Queries,
  { game, periodNo }: { readonly game: string; readonly periodNo: string },
): Promise<PeriodRecord | null> {
  const [row] = await db.query<Row & Record<string, unknown>>(sql.ONE, [game, periodNo]);
  if (row === undefined) return null;
  const [bets] = await db.query<{ orders: bigint; stake: bigint; payout: bigint; refund: bigint }>(sql.BETS, [
    game,
    periodNo,
  ]);
  return {
    ...rowOf(row),
    orders: Number(bets?.orders ?? 0n),
    stake: formatMoney(bets?.stake ?? 0n),
    payout: formatMoney(bets?.payout ?? 0n),
    refund: formatMoney(bets?.refund ?? 0n),
    commitment: row.commitment,
    decisions: await decisionsOn(db, [`period ${game}-${periodNo}`], ["period.void"]),
    ...voidedOf(await db.query<VoidedRow>(sql.VOIDED, [game, periodNo])),
  };
}

interface VoidedRow extends Record<string, unknown> {
  readonly rule_ms: bigint | null;
  readonly cause: string | null;
  readonly still_ms: bigint | null;
  readonly seen_by: bigint | null;
  readonly seen_name: string | null;
  readonly asked_by: bigint | null;
  readonly asked_name: string | null;
  readonly confirmed_by: bigint | null;
  readonly confirmed_name: string | null;
  readonly confirmed_ms: bigint | null;
}

/** Why the rules voided a period, or which two people did. */
function voidedOf([row]: readonly VoidedRow[]): Pick<PeriodRecord, "ruleVoid" | "voidedBy"> {
  const person = (id: bigint | null | undefined, name: string | null | undefined) =>
    id === null || id === undefined ? null : { id: String(id), name: name ?? "" };
  const [first, second] = [
    person(row?.asked_by, row?.asked_name),
    person(row?.confirmed_by, row?.confirmed_name),
  ];
  return {
    ruleVoid:
      row === undefined || row.rule_ms === null
        ? null
        : {
            at: Number(row.rule_ms),
            cause: row.cause ?? "",
            stillSince: msOf(row.still_ms),
            seenBy: person(row.seen_by, row.seen_name),
          },
    voidedBy:
      first === null || second === null ? null : { first, second, at: Number(row?.confirmed_ms ?? 0n) },
  };
}

function rowOf(row: Row): PeriodRow {
  return {
    id: `${row.game}-${row.period_no}`,
    gameCode: row.game,
    periodNo: row.period_no,
    state: row.state,
    openAt: Number(row.open_ms),
    closeAt: Number(row.close_ms),
    drawAt: Number(row.draw_ms),
    drawnAt: msOf(row.drawn_ms),
    settledAt: msOf(row.settled_ms),
    late: row.late,
    numbers: row.numbers === null ? null : [...row.numbers],
    voidReason: row.void_reason,
    voidAsked: askedOf(row),
  };
}

/** The first of two people's request to void a period; null for none. */
export function askedOf(row: AskedColumns): PeriodRow["voidAsked"] {
  if (row.asked_by === null) return null;
  return {
    operator: { id: String(row.asked_by), name: row.asked_name ?? "" },
    reason: row.asked_reason ?? "",
    note: row.asked_note ?? "",
    at: Number(row.asked_ms ?? 0n),
    stake: row.asked_stake === null ? null : formatMoney(row.asked_stake),
  };
}

function msOf(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}
