import { type Database, type Queries, sql } from "../db/database.ts";

/** Options of a player's history. */
export interface HistoryShape {
  readonly orders: number;
  /** Settled periods that the orders are spread over. */
  readonly periods: number;
  /** Number of orders that stay open, of a period on sale before all others. Default: none. */
  readonly openOrders?: number;
}

/** Five digits. Bets are on the first three, and none wins: 9, 9, 9 is in no pick. */
const GAME = "SFC";
const LINES_AT_ONCE = 1_000;

const ADD_PERIOD = sql`
  INSERT INTO period (game, period_no, open_at, close_at, draw_at, round)
  SELECT $1, '1999' || lpad((count(*) + 1)::text, 8, '0'), house_clock() - interval '1 minute',
         house_clock() + $2::int * interval '1 minute', house_clock() + $2::int * interval '2 minutes' + count(*) * interval '1 microsecond', count(*) + 1
  FROM period WHERE period_no LIKE '1999%' RETURNING period_no`;

/** $1 game, $2 period, $3 player, $4 how many: as placing writes them, 1.00 each. */
const ADD_ORDERS = sql`
  WITH now AS MATERIALIZED (SELECT house_clock() AS at), line AS MATERIALIZED (
    SELECT dated_id(at, nextval('bet_order_number')) AS id, n, '[{"code":"place1","items":["' || n % 9 || '"]},{"code":"place2","items":["' || n / 9 % 9
      || '"]},{"code":"place3","items":["' || n / 81 % 9 || '"]}]' AS groups
    FROM now, generate_series(1, $4::int) AS n
  ), kept AS (
    INSERT INTO bet_order (player_id, id, accepted_at, game, period_no, option_id, groups, selection_hash,
      bet_count, bet_amount, total, odds_version, batch_id, blind)
    SELECT $3, l.id, now.at, $1, $2, 'QS.ZX', l.groups, sha256(convert_to('QS.ZX' || l.groups, 'UTF8')), 1, 100, 100, 1, 0,
           decode(md5(l.id::text), 'hex')
    FROM line l, now
  )
  SELECT ledger_post(now.at, array_agg('stake'::text), array_agg(cash_account($3)),
                     array_agg(ledger_escrow_account($1)), array_agg(100::bigint), array_agg(l.id::text ORDER BY l.id),
                     array_agg($3::bigint)) AS posted
  FROM line l, now GROUP BY now.at`;

const END_SALE = sql`
  UPDATE period SET state = 'closed', close_at = house_clock(), draw_at = house_clock() + round * interval '1 microsecond'
  WHERE game = $1 AND period_no = $2`;
const DRAW = sql`
  UPDATE period SET state = 'drawn', numbers = '{9,9,9,9,9}', drawn_at = house_clock() WHERE game = $1 AND period_no = $2`;
const KEEP = sql`SELECT due FROM keep_winners($1, $2)`;
const PAY = sql`SELECT settle_chunk($1, $2, 0, 0, $3)`;
const FINISH = sql`SELECT finish_period($1, $2, $3, $4)`;
const JUDGE = sql`UPDATE period SET judged_at = settled_at WHERE game = $1 AND period_no = $2`;

/**
 * Writes a player's history straight into the database as its owner, by the server's own statements: tens of thousands
 * of orders over HTTP would take their rate limit's time. The player must be able to pay: every order costs 1.00.
 */
export async function storeHistory(owner: Database, playerId: bigint, shape: HistoryShape): Promise<void> {
  const open = shape.openOrders ?? 0;
  if (open > 0) {
    await owner.transaction(async (tx) => {
      await placeOrders(tx, playerId, { periodNo: await addPeriod(tx, 600), orders: open });
    });
  }
  for (let place = 0; place < shape.periods; place += 1) {
    const orders =
      Math.floor(((place + 1) * shape.orders) / shape.periods) -
      Math.floor((place * shape.orders) / shape.periods);
    // A period is inserted when it is settled, so that no worker picks it up.
    await owner.transaction(async (tx) => {
      const periodNo = await addPeriod(tx, 60);
      await placeOrders(tx, playerId, { periodNo, orders });
      await settle(tx, periodNo, orders);
    });
  }
}

async function addPeriod(tx: Queries, minutes: number): Promise<string> {
  const [row] = await tx.query<{ period_no: string }>(ADD_PERIOD, [GAME, minutes]);
  if (row === undefined) throw new Error("a period was not added");
  return row.period_no;
}

async function placeOrders(
  tx: Queries,
  playerId: bigint,
  { periodNo, orders }: { readonly periodNo: string; readonly orders: number },
): Promise<void> {
  for (let placed = 0; placed < orders; placed += LINES_AT_ONCE) {
    const lines = Math.min(LINES_AT_ONCE, orders - placed);
    const [row] = await tx.query<{ posted: boolean }>(ADD_ORDERS, [GAME, periodNo, playerId, lines]);
    if (row?.posted !== true) throw new Error("the player of a huge history cannot pay for it");
  }
}

async function settle(tx: Queries, periodNo: string, orders: number): Promise<void> {
  const key = [GAME, periodNo];
  for (const step of [END_SALE, DRAW]) await tx.query(step, key);
  const [winners] = await tx.query<{ due: bigint }>(KEEP, key);
  const due = winners?.due ?? 0n;
  await tx.query(PAY, [...key, due]);
  await tx.query(FINISH, [...key, BigInt(orders) * 100n, due]);
  await tx.query(JUDGE, key);
}
