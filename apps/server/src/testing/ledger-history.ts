import { randomBytes } from "node:crypto";
import { sql } from "../db/database.ts";
import { advanceTestClock, openTestDatabase, setTestClock, type TestDatabase } from "./test-database.ts";
import {
  cashAccount,
  holdAccount,
  HOUSE_ACCOUNTS,
  openAccounts,
  post,
  type TransferCode,
} from "../ledger/ledger.ts";

/** Histories of players' money made by the statements of the server alone, at whatever time and with whatever outcome. */

const PLAYER = sql`
  INSERT INTO player (username, password_hash, trans_password_hash, invite_code, inviter_id, created, terms_version)
  VALUES ($1, '', '', $1, $2, house_clock(), '1') RETURNING id`;
const PERIOD = sql`
  INSERT INTO period (game, period_no, open_at, close_at, draw_at, round)
  VALUES ($1, $2, house_clock() - interval '1 minute', house_clock() + interval '9 minutes',
          house_clock() + interval '10 minutes' + $3::int * interval '1 microsecond', $3)`;
const PLACE = sql`
  SELECT outcomes[1] AS outcome, ids[1]::text AS id FROM place_slips(ARRAY[$1], ARRAY[$2], ARRAY[$3::bigint], ARRAY[NULL],
    decode(repeat('00', 32), 'hex'), '{1}', ARRAY[$4::bigint * 2], '{1}', '{OP}', ARRAY[$5], '{2}', ARRAY[$4::bigint], '{1}',
    decode(repeat('ab', 16), 'hex'), '{0}', '{0}', '{1}', '{1}', 1, 0)`;
const CANCEL = sql`SELECT outcome FROM cancel_order($1, $2, NULL, ''::bytea)`;
const STATE = sql`UPDATE period SET state = $3, numbers = '{1,2,3}' WHERE game = $1 AND period_no = $2`;
const OUTCOME = sql`
  INSERT INTO settlement_outcome (game, period_no, selection_hash, odds_version, factors, refunded, tiers)
  SELECT DISTINCT ON (selection_hash) game, period_no, selection_hash, 1,
         CASE (o.groups::json ->> 'pick')::int % 4 WHEN 1 THEN ARRAY[35500::bigint] WHEN 2 THEN ARRAY[12345::bigint, 9999] ELSE '{}' END,
         CASE (o.groups::json ->> 'pick')::int % 3 WHEN 1 THEN 1 ELSE 0 END, '[]'
  FROM bet_order o WHERE game = $1 AND period_no = $2`;
const STAKED = sql`
  SELECT coalesce(sum(total), 0)::bigint AS staked FROM bet_order WHERE game = $1 AND period_no = $2`;
const KEEP = sql`SELECT due FROM keep_winners($1, $2)`;
const PAY = sql`SELECT settle_chunk($1, $2, 0, 0, $3)`;
const FINISH = sql`SELECT finish_period($1, $2, $3, $4)`;
const JUDGE = sql`UPDATE period SET judged_at = house_clock() WHERE game = $1 AND period_no = $2`;
const REFUND = sql`SELECT refund_voided_after($1, $2, 0, 100)`;

/** A period of a history. */
export interface MadePeriod {
  readonly game: string;
  readonly periodNo: string;
}

/** A database in which the test makes what happens. */
export interface Histories {
  readonly base: TestDatabase;
  /** Stops the clock at an instant (epoch ms), or moves it on. */
  at(ms: number): Promise<void>;
  pass(ms: number): Promise<void>;
  player(inviter?: bigint): Promise<bigint>;
  /** Moves money between a player and the server; false when the player has not enough. */
  move(playerId: bigint, code: TransferCode, amount: bigint, taken?: boolean): Promise<boolean>;
  period(game: string): Promise<MadePeriod>;
  /** Bets twice `unit` on a pick that determines the outcome: one in four wins, one in three gets one unit back. */
  bet(period: MadePeriod, playerId: bigint, unit: bigint, pick: number): Promise<bigint | null>;
  cancel(playerId: bigint, orderId: bigint): Promise<void>;
  settle(period: MadePeriod): Promise<void>;
  void(period: MadePeriod): Promise<void>;
  close(): Promise<void>;
}

const HOUSE_SIDE: Partial<Readonly<Record<TransferCode, bigint>>> = {
  recharge: HOUSE_ACCOUNTS.clearing,
  gift: HOUSE_ACCOUNTS.gifts,
  rebate: HOUSE_ACCOUNTS.rebates,
  commission: HOUSE_ACCOUNTS.commission,
  adjustment: HOUSE_ACCOUNTS.adjustments,
};

/** The accounts that a code moves between: debit, then credit. */
function sides(playerId: bigint, code: TransferCode, taken: boolean): readonly [bigint, bigint] {
  const [cash, hold] = [cashAccount(playerId), holdAccount(playerId)];
  if (code === "withdrawal-hold") return [cash, hold];
  if (code === "withdrawal-return") return [hold, cash];
  if (code === "withdrawal") return [hold, HOUSE_ACCOUNTS.clearing];
  if (code === "withdrawal-fee") return [hold, HOUSE_ACCOUNTS.house];
  const counterparty = HOUSE_SIDE[code] ?? HOUSE_ACCOUNTS.house;
  return taken ? [cash, counterparty] : [counterparty, cash];
}

/** Opens it; `close` it in `afterAll`. */
export async function openHistories(): Promise<Histories> {
  const base = await openTestDatabase();
  const { db, owner } = base;
  let count = 0;
  const name = (): string => `p${randomBytes(6).toString("hex")}`;
  const set = async (period: MadePeriod, state: string): Promise<void> => {
    await owner.query(STATE, [period.game, period.periodNo, state]);
  };
  return {
    base,
    at: (ms) => setTestClock(owner, ms),
    pass: (ms) => advanceTestClock(owner, ms),
    player: (inviter) =>
      db.transaction(async (tx) => {
        const [row] = await tx.query<{ id: bigint }>(PLAYER, [name(), inviter ?? null]);
        if (row === undefined) throw new Error("no player was added");
        await openAccounts(tx, row.id);
        return row.id;
      }),
    move: (playerId, code, amount, taken = false) =>
      db.transaction((tx) => {
        const [debit, credit] = sides(playerId, code, taken);
        return post(tx, [{ code, debit, credit, amount, reference: "1", playerId }]);
      }),
    period: async (game) => {
      count += 1;
      const periodNo = `20261121${String(count).padStart(4, "0")}`;
      await owner.query(PERIOD, [game, periodNo, count]);
      return { game, periodNo };
    },
    bet: async ({ game, periodNo }, playerId, unit, pick) => {
      const values = [game, periodNo, playerId, unit, JSON.stringify({ pick })];
      const [row] = await db.query<{ outcome: string; id: string | null }>(PLACE, values);
      return row?.id === null || row?.id === undefined ? null : BigInt(row.id);
    },
    cancel: async (playerId, orderId) => {
      await db.query(CANCEL, [playerId, orderId]);
    },
    settle: async (period) => {
      const key = [period.game, period.periodNo];
      await set(period, "closed");
      await set(period, "drawn");
      await owner.query(OUTCOME, key);
      const [orders] = await db.query<{ staked: bigint }>(STAKED, key);
      const [winners] = await db.query<{ due: bigint }>(KEEP, key);
      await db.query(PAY, [...key, winners?.due ?? 0n]);
      await db.query(FINISH, [...key, orders?.staked ?? 0n, winners?.due ?? 0n]);
      // The picks are not valid in any game, so their coverage is unknown.
      await db.query(JUDGE, key);
    },
    void: async (period) => {
      await set(period, "voided");
      await db.query(REFUND, [period.game, period.periodNo]);
    },
    close: () => base.close(),
  };
}
