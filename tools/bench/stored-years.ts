import { type Database, type Sql, sql } from "@lotus/server/db/database";
import { openSettlement } from "@lotus/server/settlement";
import { settlementParts } from "./settlement-parts.ts";
import { type BareDatabase, distinctSelections, GAME, OPTION } from "./stored-period.ts";

const PLAYERS_AT_ONCE = 20_000;
const CASH = 100_000_000n;
const SELECTIONS = 1_000;
const MONTHS = 24;
const HOUR_MS = 3_600_000;
const MONTH_MS = 30 * 24 * HOUR_MS;
/** The end of the years, kept for periods that are measured. */
const MEASURED_MS = 48 * HOUR_MS;
const MAX_SERIAL = 9_000;
/** From the close of a period until it is settled. */
const SPACE_MS = 10_000;
/** Orders follow each other by so much, in batches. */
const ORDER_MS = 20 / 60;
const NUMBERS = [3, 1, 4, 1, 5];

/** What of a history is asked for. */
export interface YearsToStore {
  readonly orders: number;
  readonly players: number;
  /** Orders of the one player who bets in every period. */
  readonly ofHeavy: number;
  readonly ordersAPeriod: number;
  readonly random: () => number;
  readonly log: (line: string) => void;
}

/** A history that was stored. The players' ids follow each other, and the first of them has the most orders. */
export interface StoredYears {
  readonly orders: number;
  readonly firstPlayer: bigint;
  readonly players: number;
  /** Size of the database. */
  readonly bytes: number;
}

const ENROL = sql`
  WITH added AS (
    INSERT INTO player (username, password_hash, trans_password_hash, invite_code, created, terms_version)
    SELECT 'years_' || n, '-', '-', 'years_' || n, house_clock(), '-' FROM generate_series($1::int, $2::int) AS n
    RETURNING id
  ), opened AS MATERIALIZED (SELECT id, ledger_open_accounts(id) FROM added)
  SELECT array_agg(id ORDER BY id)::text AS ids FROM opened`;
const GIVE = sql`
  SELECT ledger_post(house_clock(), array_agg('gift'::text), array_agg(300::bigint), array_agg(cash_account(id)),
                     array_agg($2::bigint), array_agg('load'::text), array_agg(id)) AS done
  FROM unnest($1::bigint[]) AS id`;
const ADD_PERIOD = sql`
  INSERT INTO period (game, period_no, open_at, close_at, draw_at, round, state, odds_version)
  SELECT $1, $2, to_timestamp($3::bigint / 1000.0), to_timestamp(($3::bigint + $4::bigint) / 1000.0),
         to_timestamp(($3::bigint + $4::bigint + 5000) / 1000.0), 1, 'open', 1`;
const CLOSE = sql`UPDATE period SET state = 'closed' WHERE game = $1 AND period_no = $2`;
const DRAW = sql`
  UPDATE period SET state = 'drawn', numbers = $3, drawn_at = draw_at WHERE game = $1 AND period_no = $2`;
const JUDGED = sql`UPDATE period SET judged_at = settled_at WHERE game = $1 AND period_no = $2`;
const PARTITIONS = sql`
  SELECT ensure_month_partitions(name, to_timestamp($1::bigint / 1000.0), 0) FROM unnest('{transfer,bet_order}'::text[]) AS name`;
const SELECTION_TABLE = sql`
  CREATE UNLOGGED TABLE bench_selection AS
  SELECT (n - 1)::int AS place, groups, sha256(convert_to($1::text || groups, 'UTF8')) AS hash, $2::bigint AS bets
  FROM unnest($3::text[]) WITH ORDINALITY AS g (groups, n)`;
const DROP_SELECTIONS = sql`DROP TABLE bench_selection`;

/**
 * The rows of a period's bets, as the statement that places bets writes them, at once. $1 game, $2 period, $3 its opening (epoch
 * ms), $4 number of orders, $5 those before it, $6 first player, $7 players, $8 the one who bets in every period, $9 how many
 * orders come to one of theirs, $10 option, $11 selections. Batches have the size of signed ones, and no signature.
 */
const PLACE_ALL = sql`
  WITH line AS MATERIALIZED (
    SELECT i, to_timestamp(($3::bigint + 1000 + (i / 60) * 20) / 1000.0) AS at,
           CASE WHEN i % $9::int = 0 THEN $8::bigint ELSE $6::bigint + 1 + ($5::bigint + i) % ($7::bigint - 1) END AS player,
           (($5::bigint + i) * 7919 + ($5::bigint + i) / $7::bigint) % $11::int AS place
    FROM generate_series(0, $4::int - 1) AS i
  ), priced AS MATERIALIZED (
    SELECT l.i, l.at, l.player, dated_id(l.at, $5::bigint + l.i + 1) AS id, s.groups, s.hash, s.bets::int AS bets,
           ($5::bigint + l.i) / 60 + 1 AS batch
    FROM line l JOIN bench_selection s ON s.place = l.place
  ), spent AS (
    SELECT player, sum(bets)::bigint AS total, max(at) AS at FROM priced GROUP BY player
  ), marked AS (
    INSERT INTO ledger_mark (player_id, at, staked, won, recharged)
    SELECT n.player, ledger_slot(n.at), a.staked, a.won, a.recharged
    FROM spent n JOIN ledger_account a ON a.id = cash_account(n.player)
    WHERE a.marked_at < ledger_slot(n.at) AND n.at > clock_timestamp() - interval '40 days'
  ), kept AS (
    UPDATE ledger_account a SET balance = a.balance - n.total, staked = a.staked + n.total,
           marked_at = greatest(a.marked_at, ledger_slot(n.at))
    FROM spent n WHERE a.id = cash_account(n.player) RETURNING a.player_id, a.balance
  ), after AS MATERIALIZED (
    SELECT p.*, k.balance - p.bets
             + sum(p.bets) OVER (PARTITION BY p.player ORDER BY p.i DESC ROWS UNBOUNDED PRECEDING) AS cash
    FROM priced p JOIN kept k ON k.player_id = p.player
  ), ordered AS (
    INSERT INTO bet_order (player_id, id, accepted_at, game, period_no, option_id, groups, selection_hash,
      bet_count, bet_amount, total, odds_version, batch_id, blind, max_payout)
    SELECT player, id, at, $1, $2, $10, groups, hash, bets, 1, bets, 1, batch,
           decode(md5(id::text), 'hex'), 1
    FROM priced ORDER BY i
  ), paid AS (
    INSERT INTO transfer (created, debit_account, credit_account, amount, code, reference, player_id, cash_after)
    SELECT at, cash_account(player), (SELECT ledger_escrow_account($1)), bets, 'stake', id::text, player, cash FROM after ORDER BY i
  ), keyed AS (
    INSERT INTO idempotency_key (player_id, key, call, body_hash, reply, created)
    SELECT player, md5(id::text)::uuid::text, 'order', sha256(id::text::bytea),
           '{"ids":["' || id || '"],"balance":"' || money_text(cash) || '"}', at
    FROM after
  )
  INSERT INTO bet_batch (batch_id, game, period_no, first_id, last_id, root, log_size, log_root, signature, leaves)
  SELECT batch, $1, $2, min(id), max(id), sha256(batch::text::bytea), 1, sha256('log'::bytea),
         sha256('one'::bytea) || sha256('two'::bytea), string_agg(sha256(id::text::bytea), ''::bytea ORDER BY id)
  FROM priced GROUP BY batch`;
// Nothing is known of rows that the statement itself makes: it would be planned for a few.
const JOIN_WHOLE = sql`SELECT set_config('enable_nestloop', 'off', true), set_config('work_mem', '128MB', true)`;
const NUMBERS_USED = sql`SELECT setval('bet_order_number', $1::bigint + 1), setval('bet_batch_id', $1::bigint / 60 + 2)`;
/**
 * Numbers of orders and batches that are used, and when the house last did something. The serials of stored years end before
 * those of what is measured.
 */
const USED = sql`
  SELECT greatest((SELECT last_value FROM bet_order_number), (SELECT last_value FROM bet_batch_id) * 60 + 60) AS orders,
         9000 + (SELECT count(*) FROM period WHERE period_no LIKE '________9___') AS periods,
         epoch_ms(greatest((SELECT created FROM transfer ORDER BY id DESC LIMIT 1),
                           (SELECT max(draw_at) FROM period WHERE state = 'settled'))) AS last`;
const SEEN_UNTIL = sql`UPDATE books_check SET since = to_timestamp($1::bigint / 1000.0)`;
const SIZE = sql`SELECT pg_database_size(current_database()) AS bytes`;
const TIDY: readonly Sql[] = [sql`DELETE FROM live_event`, sql`VACUUM (FREEZE, ANALYZE)`, sql`CHECKPOINT`];
// The disk is of no account while a database is filled that is thrown away if that fails.
const HURRIED: readonly Sql[] = [
  sql`ALTER SYSTEM SET full_page_writes = off`,
  sql`ALTER SYSTEM SET synchronous_commit = off`,
  sql`ALTER SYSTEM SET max_wal_size = '6GB'`,
  sql`SELECT pg_reload_conf()`,
];
const AS_BEFORE: readonly Sql[] = [sql`ALTER SYSTEM RESET ALL`, sql`SELECT pg_reload_conf()`];

/**
 * Stores a history of orders spread over two years: the orders, stakes, keys and batches of a period at once, and the rest by
 * the house's own functions, whose clock tells the past meanwhile.
 */
export async function storeYears(bare: BareDatabase, parts: YearsToStore): Promise<StoredYears> {
  const { orders, players, ordersAPeriod, log } = parts;
  const periods = Math.ceil(orders / ordersAPeriod);
  const began = Date.now() - MONTHS * MONTH_MS;
  for (const statement of HURRIED) await bare.superuser.query(statement);
  await setClock(bare.owner, began);
  for (let month = 0; month <= MONTHS; month += 1)
    await bare.owner.query(PARTITIONS, [began + month * MONTH_MS]);
  const filling = performance.now();
  const firstPlayer = await enrol(bare.owner, players);
  log(`years: ${players} players in ${seconds(filling)} s`);
  const placing = performance.now();
  const stride = strideOf(parts);
  const past = await Past.open(bare, { firstPlayer, players, stride, random: parts.random });
  for (let period = 0; period < periods; period += 1) {
    const hours = 1 + (period * (MONTHS * MONTH_MS - MEASURED_MS)) / periods / HOUR_MS;
    const opens = Math.floor(began / HOUR_MS + hours) * HOUR_MS;
    const before = period * ordersAPeriod;
    const serial = (period % MAX_SERIAL) + 1;
    await past.period({
      opens,
      count: Math.min(ordersAPeriod, orders - before),
      before,
      serial,
      length: HOUR_MS,
    });
    if (period % 10 === 9) log(`years: ${(period + 1) * ordersAPeriod} orders in ${seconds(placing)} s`);
  }
  await past.close();
  await bare.owner.query(NUMBERS_USED, [orders]);
  for (const statement of [...TIDY, ...AS_BEFORE]) await bare.superuser.query(statement);
  const [size] = await bare.superuser.query<{ bytes: bigint }>(SIZE);
  return { orders, firstPlayer, players, bytes: Number(size?.bytes) };
}

/** What share of the orders is the player's who has most. */
type Share = Pick<YearsToStore, "orders" | "ofHeavy">;

/** One of so many orders is that player's. */
function strideOf({ orders, ofHeavy }: Share): number {
  return Math.max(2, Math.floor(orders / ofHeavy));
}

/** What of stored years is settled once more to be measured. */
export interface PeriodsToSettle {
  readonly firstPlayer: bigint;
  /** As many players bet in them. */
  readonly players: number;
  /** What is stored: the player who has most orders has the same share of these. */
  readonly size: Share;
  readonly count: number;
  readonly periods: number;
  readonly random: () => number;
}

/**
 * Places and settles further periods at the end of stored years. Returns how long each took to settle, microseconds an order.
 */
export async function settleMore(bare: BareDatabase, parts: PeriodsToSettle): Promise<readonly number[]> {
  const { firstPlayer, players, size, count, periods, random } = parts;
  const [used] = await bare.owner.query<{ orders: bigint; periods: bigint; last: bigint }>(USED);
  if (used === undefined) throw new Error("nothing is stored");
  // Behind everything that is there, so that the check of the books sees these periods alone as new.
  const first = Math.max(Number(used.last) + SPACE_MS, Date.now() - MEASURED_MS);
  const length = Math.floor((Date.now() - first) / periods) - SPACE_MS;
  if (length < ORDER_MS * count) throw new Error("the house was busy until just now: wait some minutes");
  const times: number[] = [];
  const past = await Past.open(bare, { firstPlayer, players, stride: strideOf(size), random });
  let before = Number(used.orders);
  for (let period = 0; period < periods; period += 1) {
    const opens = first + period * (length + SPACE_MS);
    const serial = Number(used.periods) + period;
    times.push(await past.period({ opens, length, count, before, serial }));
    before += count;
  }
  await past.close();
  await bare.owner.query(NUMBERS_USED, [before]);
  // The next check of the books is to see them as new.
  await bare.owner.query(SEEN_UNTIL, [first]);
  return times;
}

interface Bettors {
  readonly firstPlayer: bigint;
  readonly players: number;
  /** One of so many orders is the first player's. */
  readonly stride: number;
  readonly random: () => number;
}

interface PastPeriod {
  /** Epoch milliseconds. */
  readonly opens: number;
  /** How long it is on sale, milliseconds. */
  readonly length: number;
  readonly count: number;
  /** Number of orders before it. */
  readonly before: number;
  /** Its number within its day. */
  readonly serial: number;
}

/** The past of a house, period by period. Its clock tells the past until `close`. */
class Past {
  readonly #owner: Database;
  readonly #settling: ReturnType<typeof openSettlement>;
  readonly #bettors: Bettors;

  private constructor(owner: Database, settling: ReturnType<typeof openSettlement>, bettors: Bettors) {
    [this.#owner, this.#settling, this.#bettors] = [owner, settling, bettors];
  }

  static async open({ owner, db }: BareDatabase, bettors: Bettors): Promise<Past> {
    const selections = distinctSelections(SELECTIONS, bettors.random);
    const [bets] = selections.map(({ bets: count }) => count);
    await owner.query(SELECTION_TABLE, [OPTION, bets, selections.map(({ groups }) => groups)]);
    return new Past(owner, openSettlement(await settlementParts(db)), bettors);
  }

  /** Places, draws and settles one. Returns how long settling took, microseconds an order. */
  async period({ opens, length, count, before, serial }: PastPeriod): Promise<number> {
    const { firstPlayer, players, stride } = this.#bettors;
    const name = `${new Date(opens).toISOString().slice(0, 10).replaceAll("-", "")}${String(serial).padStart(4, "0")}`;
    await setClock(this.#owner, opens + length + SPACE_MS);
    await this.#owner.query(ADD_PERIOD, [GAME, name, opens, length]);
    const values = [
      GAME,
      name,
      opens,
      count,
      before,
      firstPlayer,
      players,
      firstPlayer,
      stride,
      OPTION,
      SELECTIONS,
    ];
    await this.#owner.transaction(async (tx) => {
      await tx.query(JOIN_WHOLE);
      await tx.query(PLACE_ALL, values);
    });
    await this.#owner.query(CLOSE, [GAME, name]);
    await this.#owner.query(DRAW, [GAME, name, NUMBERS]);
    await analyze(this.#owner, opens);
    const settles = performance.now();
    const settled = await this.#settling.settle(GAME, name);
    const took = performance.now() - settles;
    if (!settled.done) throw new Error(`a stored period was not settled: ${settled.why}`);
    await this.#owner.query(JUDGED, [GAME, name]);
    return (took * 1000) / count;
  }

  async close(): Promise<void> {
    await this.#owner.query(DROP_SELECTIONS);
    await setClock(this.#owner, null);
  }
}

/** Sets the house's clock to an instant, or by null to the form that servers demand. */
async function setClock(owner: Database, at: number | null): Promise<void> {
  const told = at === null ? "clock_timestamp()" : `to_timestamp(${String(at / 1000)})`;
  await owner.query({
    name: `bench_clock_${String(at)}`,
    text: `CREATE OR REPLACE FUNCTION house_clock() RETURNS timestamptz
  LANGUAGE sql VOLATILE PARALLEL SAFE
  AS $$ SELECT ${told} $$`,
  });
}

/**
 * Statistics of the month, as autovacuum has them of a house that lives: settlement planned for an empty month takes each winner
 * through all orders.
 */
async function analyze(owner: Database, at: number): Promise<void> {
  const month = new Date(at).toISOString().slice(0, 7).replace("-", "");
  for (const table of [`bet_order_${month}`, `transfer_${month}`, "ledger_account"])
    await owner.query({ name: `bench_analyze_${table}`, text: `ANALYZE ${table}` });
}

/** The id of the first player; the others follow without gaps. */
async function enrol(owner: Database, players: number): Promise<bigint> {
  let first: bigint | undefined;
  for (let from = 1; from <= players; from += PLAYERS_AT_ONCE) {
    const [added] = await owner.query<{ ids: string }>(ENROL, [
      from,
      Math.min(players, from + PLAYERS_AT_ONCE - 1),
    ]);
    if (added === undefined) throw new Error("no players were added");
    await owner.query(GIVE, [added.ids, CASH]);
    first ??= BigInt(added.ids.slice(1).split(",")[0] ?? "");
  }
  if (first === undefined) throw new Error("no players were asked for");
  return first;
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}
