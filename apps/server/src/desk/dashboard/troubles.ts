import { TROUBLES, type Trouble } from "@lotus/contract/desk";
import { formatMoney } from "@lotus/money";
import type { DeskDeps } from "../desk-deps.ts";
import * as sql from "./dashboard.sql.ts";

/** If no leader has beaten for this long, no server runs the draws: another one would have taken over sooner. */
const UNLED_MS = 10_000;

/** What is silent or stands still, so that draws wait, are void, or nothing is sold; what stops most comes first. */
export async function readTroubles({ db, services }: DeskDeps): Promise<Trouble[]> {
  const [[leader], silences] = await Promise.all([
    db.query<{ at: bigint; now: bigint }>(sql.LED_AT),
    db.query<{ kind: "beacon" | "relay" | "witness"; name: string; since: bigint }>(sql.SILENCES),
  ]);
  const troubles: Trouble[] = silences.map(({ since, ...each }) => ({ ...each, since: Number(since) }));
  const add = (kind: Trouble["kind"], since: number | null = null): void => {
    troubles.push({ kind, name: "", since });
  };
  if (leader !== undefined && Number(leader.now - leader.at) > UNLED_MS) add("draws", Number(leader.at));
  const { isWatched, quorumAgeS } = services.logState();
  if (!isWatched)
    add("quorum", quorumAgeS === null ? null : Number(leader?.now ?? 0n) - Math.round(quorumAgeS * 1000));
  if (services.clockState().held) add("clock");
  if (db.full()) add("disk");
  return troubles.sort((a, b) => TROUBLES.indexOf(a.kind) - TROUBLES.indexOf(b.kind));
}

interface RuleVoidRow {
  readonly game: string;
  readonly period_no: string;
  readonly at_ms: bigint;
  readonly cause: string;
  readonly still_ms: bigint | null;
  readonly orders: number;
  readonly refund: bigint;
  readonly orders_in_all: number;
  readonly stake: bigint;
  readonly count: number;
}

/** Periods that the rules made void, until an operator has acknowledged them: how many, and the newest. */
export async function readRuleVoids({ db }: Pick<DeskDeps, "db">) {
  const rows = await db.query<RuleVoidRow & Record<string, unknown>>(sql.RULE_VOIDS);
  return {
    count: rows[0]?.count ?? 0,
    list: rows.map((row) => ({
      id: `${row.game}-${row.period_no}`,
      at: Number(row.at_ms),
      cause: row.cause,
      stillSince: row.still_ms === null ? null : Number(row.still_ms),
      orders: row.orders,
      refund: formatMoney(row.refund),
      ordersInAll: row.orders_in_all,
      stake: formatMoney(row.stake),
    })),
  };
}
