import type { DeskServer } from "./desk-server.ts";
import type { TestDatabase } from "./test-database.ts";
import { sql } from "../db/database.ts";

const SLOT_MS = 5 * 60_000;

/** What a test lets a player have done: as the ledger and the wallet would have noted it, in one go. */
export interface PlayedPast {
  /** Slots of five minutes with their stakes and wins, in minor units. */
  readonly slots?: readonly { readonly at: number; readonly staked: number; readonly won?: number }[];
  /** Recharges; what was lost just before each, as the server noted it then. */
  readonly recharges?: readonly {
    readonly at: number;
    readonly amount: number;
    readonly lost?: number;
    readonly status?: "passed" | "cancelled";
  }[];
  readonly raises?: readonly number[];
}

const MARKS = sql`
  INSERT INTO ledger_mark (player_id, at, staked, won, recharged)
  SELECT $1, ledger_slot(to_timestamp(at / 1000.0)), staked, won, 0
  FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS m (at, staked, won) ON CONFLICT DO NOTHING`;
const TOTALS = sql`
  UPDATE ledger_account SET staked = $2, won = $3, marked_at = greatest(marked_at, ledger_slot(to_timestamp($4::bigint / 1000.0)))
  WHERE id = cash_account($1)`;
const ORDER = sql`
  INSERT INTO money_order (id, player_id, type, channel, status, amount, created, finished)
  SELECT dated_id(a.at, nextval('money_order_number')), $1, 'recharge', 'demo', $2, $3, a.at, a.at
  FROM (SELECT to_timestamp($4::bigint / 1000.0) AS at) AS a RETURNING id`;
const LOST = sql`
  INSERT INTO harm_recharge (order_id, player_id, at, lost) VALUES ($1, $2, to_timestamp($3::bigint / 1000.0), $4)`;
const RAISE = sql`
  INSERT INTO play_limit_change (player_id, kind, span, what, before, after, at)
  VALUES ($1, 'deposit', 'day', 'asked', 100, 200, to_timestamp($2::bigint / 1000.0))`;

/** Writes a past. Each player gets one. */
export async function writePast({ owner }: TestDatabase, player: bigint, past: PlayedPast): Promise<void> {
  const slots = (past.slots ?? []).toSorted((one, other) => one.at - other.at);
  let [staked, won] = [0, 0];
  const before = slots.map((slot) => {
    const totals = [staked, won];
    staked += slot.staked;
    won += slot.won ?? 0;
    return totals;
  });
  await owner.query(MARKS, [
    player,
    slots.map(({ at }) => at),
    before.map(([total = 0]) => total),
    before.map(([, total = 0]) => total),
  ]);
  const last = slots.at(-1);
  if (last !== undefined) await owner.query(TOTALS, [player, staked, won, last.at]);
  for (const { at, amount, lost = 0, status = "passed" } of past.recharges ?? []) {
    const [order] = await owner.query<{ id: bigint }>(ORDER, [player, status, amount, at]);
    if (lost > 0) await owner.query(LOST, [order?.id, player, at, lost]);
  }
  for (const at of past.raises ?? []) await owner.query(RAISE, [player, at]);
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A past that reaches each of the three levels with the usual weights and thresholds, seen from `now`. */
export function pastOfLevel(level: 0 | 1 | 2 | 3, now: number): PlayedPast {
  const days = Array.from({ length: 20 }, (_, index) => now - (index + 2) * DAY_MS);
  const chases = days.slice(0, 8).map((at) => ({ at: at + 10 * HOUR_MS, amount: 50_00, lost: 100_00 }));
  const long = days.flatMap((at) =>
    Array.from({ length: 40 }, (_, index) => ({ at: at + 8 * HOUR_MS + index * SLOT_MS, staked: 1_00 })),
  );
  if (level === 0) return { slots: [{ at: now - 3 * DAY_MS, staked: 1_00 }] };
  // 28 points of chases and 8 of a share lost; 12 of long play and some of days; 16 of raises.
  if (level === 1) return { slots: long.slice(0, 5), recharges: chases };
  if (level === 2) return { slots: long, recharges: chases, raises: days.slice(0, 1) };
  const failed = days
    .slice(0, 10)
    .map((at) => ({ at: at + 12 * HOUR_MS, amount: 10_00, status: "cancelled" as const }));
  return { slots: long, recharges: [...chases, ...failed], raises: days.slice(0, 3) };
}

const OPEN_CASE = sql`SELECT id FROM harm_case WHERE player_id = $1 AND closed IS NULL`;

/** Lets a new player reach the highest level, so that the desk has an open case, and answers its number. */
export async function openCase(
  { base, app }: Pick<DeskServer, "base" | "app">,
  player: bigint,
): Promise<string> {
  const now = Date.now();
  const past = pastOfLevel(3, now);
  // The night of today may be over: a recharge leads to a score as well, as soon as it is three seconds old. An older
  // one could lie before the last that was looked at.
  const recharge = { at: now - 3_000, amount: 10_00 };
  await writePast(base, player, { ...past, recharges: [...(past.recharges ?? []), recharge] });
  await app.harm.run();
  const [row] = await base.db.query<{ id: bigint }>(OPEN_CASE, [player]);
  if (row === undefined) throw new Error(`player ${player} has no case`);
  return String(row.id);
}
