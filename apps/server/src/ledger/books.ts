import {
  findGame,
  findOption,
  lunarYearOf,
  oddsKey,
  payoutOf,
  readPicks,
  settle,
  type OddsTable,
  type PickedGroups,
} from "@lotus/games";
import { refund } from "@lotus/money";
import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import type { Queries, Transactions } from "../db/database.ts";
import * as checkSql from "./books-check.sql.ts";
import * as sql from "./books.sql.ts";
import { CHASE_INVARIANTS } from "./chase-books.sql.ts";
import { INCOME_INVARIANTS } from "./income-books.sql.ts";
import { MONEY_ORDER_INVARIANTS } from "./money-order-books.sql.ts";
import * as selectionSql from "./settled-selections.sql.ts";

/** A check of everything, or of changes since the last check. */
export type BooksMode = "full" | "incremental";

/** What a check found of one invariant. */
export interface InvariantResult {
  readonly name: string;
  /** The invariant in words. */
  readonly holds: string;
  readonly checked: bigint;
  readonly broken: bigint;
  /** One of the violations, usually an id. */
  readonly example: string | null;
}

const PAYOUTS_RIGHT = {
  name: "payouts-right",
  holds: "every order of a settled period got what the rules and its odds say, to the last unit",
} as const;

/** True when no invariant is broken. */
export function booksAreRight(results: readonly InvariantResult[]): boolean {
  return results.every(({ broken }) => broken === 0n);
}

/**
 * Checks the books against their invariants in one snapshot, so that it may run while bets are placed. A check that
 * finds nothing wrong advances the start of the next incremental one. Null when another check is running.
 * `timeZone` is the operator's, which decides the lunar year of a draw. */
export async function checkBooks(
  db: Transactions,
  mode: BooksMode,
  timeZone: string,
): Promise<readonly InvariantResult[] | null> {
  return alone(db, (tx) => checkIn(tx, mode, timeZone));
}

/** What became of a check that was due, or was not since the books were found right a moment ago. */
export type DueCheck =
  | { readonly mode: BooksMode; readonly results: readonly InvariantResult[] }
  | { readonly rightAt: number };

/**
 * As `checkBooks`, if no server has found the books right in the last `apartMs`: servers ask for it each minute. Everything is
 * checked `full`: now, never, or if no server did so for a day.
 */
export async function checkBooksIfDue(
  db: Transactions,
  timeZone: string,
  { apartMs, full }: { readonly apartMs: number; readonly full: "now" | "never" | "if-due" },
): Promise<DueCheck | null> {
  return alone(db, async (tx) => {
    const [last] = await tx.query<LastCheck>(checkSql.LAST_CHECK, [apartMs]);
    const isFull = full === "now" || (full === "if-due" && last?.is_full_due !== false);
    if (!isFull && last?.is_recent === true && last.right_at !== null)
      return { rightAt: Number(last.right_at) };
    const mode = isFull ? "full" : "incremental";
    return { mode, results: await checkIn(tx, mode, timeZone) };
  });
}

interface LastCheck {
  readonly right_at: bigint | null;
  readonly is_recent: boolean;
  readonly is_full_due: boolean;
}

/** A full check reads all years: one of its statements takes minutes of some ten million bets. */
const CHECKING = { statementMs: 30 * 60_000, isSnapshot: true } as const;

/** In one snapshot, unless another check is running: then null. */
function alone<Result>(db: Transactions, work: (tx: Queries) => Promise<Result>): Promise<Result | null> {
  return db.transaction(async (tx) => {
    const [lock] = await tx.query<{ alone: boolean }>(checkSql.ALONE, [ADVISORY_LOCKS.books]);
    return lock?.alone === true ? await work(tx) : null;
  }, CHECKING);
}

async function checkIn(tx: Queries, mode: BooksMode, timeZone: string): Promise<InvariantResult[]> {
  const scope = await scopeOf(tx, mode);
  await tx.query(scope.afterTransfer === 0n ? checkSql.WHOLE_TABLES : checkSql.ROOM_TO_GROUP);
  const results: InvariantResult[] = [];
  for (const { name, holds, fullOnly, statement } of [
    ...sql.INVARIANTS,
    ...MONEY_ORDER_INVARIANTS,
    ...INCOME_INVARIANTS,
    ...CHASE_INVARIANTS,
  ]) {
    if (fullOnly === true && mode !== "full") continue;
    const [row] = await tx.query<Counts>(statement, [scope.afterTransfer, scope.since]);
    if (row === undefined) throw new Error(`the check ${name} answered nothing`);
    results.push({ name, holds, ...row });
  }
  results.push({ ...PAYOUTS_RIGHT, ...(await checkPayouts(tx, scope.since, timeZone)) });
  if (booksAreRight(results)) await tx.query(checkSql.ADVANCE, [mode === "full"]);
  return results;
}

type Counts = Pick<InvariantResult, "checked" | "broken" | "example">;

interface Scope {
  readonly afterTransfer: bigint;
  /** In PostgreSQL's format, as a JavaScript date cannot be -infinity. */
  readonly since: string;
}

async function scopeOf(tx: Queries, mode: BooksMode): Promise<Scope> {
  if (mode === "full") return { afterTransfer: 0n, since: "-infinity" };
  const [row] = await tx.query<{ transfer_id: bigint; since: string }>(checkSql.CHECKED_SO_FAR);
  return { afterTransfer: row?.transfer_id ?? 0n, since: row?.since ?? "-infinity" };
}

interface SettledPeriod {
  readonly game: string;
  readonly period_no: string;
  readonly numbers: readonly number[];
  readonly draw_at: bigint;
}

interface SettledSelection {
  readonly game: string;
  readonly period_no: string;
  readonly option_id: string;
  readonly groups: string;
  readonly bet_amount: bigint;
  readonly odds_version: number;
  readonly orders: bigint;
  readonly example: bigint;
  readonly least_payout: bigint;
  readonly most_payout: bigint;
  readonly least_refund: bigint;
  readonly most_refund: bigint;
  readonly bet_count: number;
  readonly most_bets: number;
}

type OddsByVersion = ReadonlyMap<
  number,
  Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>>
>;

/** Periods whose selections PostgreSQL groups at once. */
const PERIODS_AT_ONCE = 100;

/** Settles every distinct selection again with the odds of its order and compares the payouts. */
async function checkPayouts(tx: Queries, since: string, timeZone: string): Promise<Counts> {
  const odds = await readOdds(tx);
  const periods = await tx.query<SettledPeriod>(selectionSql.SETTLED_PERIODS, [since]);
  let [checked, broken, example]: [bigint, bigint, string | null] = [0n, 0n, null];
  for (let at = 0; at < periods.length; at += PERIODS_AT_ONCE) {
    const some = periods.slice(at, at + PERIODS_AT_ONCE);
    const byName = new Map(some.map((period) => [`${period.game}/${period.period_no}`, period]));
    await tx.query(selectionSql.SELECT_SELECTIONS, [
      some.map(({ game }) => game),
      some.map(({ period_no: periodNo }) => periodNo),
    ]);
    // Nearly every order may have its own selection: a large house's do not fit in memory.
    for (;;) {
      const selections = await tx.query<SettledSelection>(selectionSql.NEXT_SELECTIONS);
      if (selections.length === 0) break;
      for (const selection of selections) {
        checked += selection.orders;
        const period = byName.get(`${selection.game}/${selection.period_no}`);
        if (period !== undefined && paidRight(selection, period, odds, timeZone)) continue;
        broken += selection.orders;
        example ??= String(selection.example);
      }
    }
    await tx.query(selectionSql.END_SELECTIONS);
  }
  return { checked, broken, example };
}

async function readOdds(tx: Queries): Promise<OddsByVersion> {
  const rows = await tx.query<{ version: number; table_json: never }>(selectionSql.ODDS_TABLES);
  return new Map(rows.map(({ version, table_json: table }) => [version, table]));
}

function paidRight(
  order: SettledSelection,
  period: SettledPeriod,
  odds: OddsByVersion,
  timeZone: string,
): boolean {
  const game = findGame(order.game);
  const option = game === undefined ? undefined : findOption(game.code, order.option_id);
  if (game === undefined || option === undefined) return false;
  // Stored as canonical JSON by the statement that accepted the order.
  const groups: PickedGroups = JSON.parse(order.groups);
  const read = readPicks(option, groups);
  if (!read.ok) return false;
  const bets = option.count(read.picks);
  const outcome = settle(option, read.picks, {
    numbers: period.numbers,
    ...(game.family === "mark-six" ? { lunarYear: lunarYearOf(Number(period.draw_at), timeZone) } : {}),
  });
  const figures = odds.get(order.odds_version)?.[order.game]?.[order.option_id] ?? {};
  const table: OddsTable = Object.fromEntries(
    Object.entries(figures).map(([key, value]) => [key, BigInt(value)]),
  );
  // Missing odds are a breach to report, not a reason to stop checking.
  if (outcome.wins.some((win) => table[oddsKey(win.tier, win.class)] === undefined)) return false;
  const payout = payoutOf(outcome, order.bet_amount, table);
  const back = refund(order.bet_amount, outcome.refunded);
  return (
    order.bet_count === bets &&
    order.most_bets === bets &&
    order.least_payout === payout &&
    order.most_payout === payout &&
    order.least_refund === back &&
    order.most_refund === back
  );
}
