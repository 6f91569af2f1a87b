import type { Money } from "@lotus/money";
import type { Database, Queries } from "../db/database.ts";
import { oneAtATime } from "../db/one-at-a-time.ts";
import * as sql from "./ledger.sql.ts";
import type { TransferCode } from "./transfer-codes.ts";
import type { ListWindow } from "./list-page.ts";
import type { Movement } from "./movement.ts";

export type { Movement } from "./movement.ts";

export { booksTotals, moneyOfEverybody, type BooksTotals, type OwedMoney } from "./all-players.ts";
export { booksAreRight, checkBooks, type BooksMode, type InvariantResult } from "./books.ts";
export { watchBooks, type BooksWatch } from "./books-watch.ts";
export { isStopped, moneyFreeze, resumeMoney, stopMoney } from "./money-freeze.ts";
export { moneyOfPlayers, movementsBetween, sumsOfPlayer, type PlayerMoney } from "./player-figures.ts";
export { openHistoryWatermarks, type HistoryWatermarks } from "./history-watermarks.ts";
export { moveLongTails, moveWatermark, TailTooLong } from "./player-watermark.ts";
export { playersSince, slotsOfPlay, type SlotOfPlay } from "./play-slots.ts";
export { reportParts, type ReportParts, type ReportSums } from "./report-sums.ts";
export { TRANSFER_CODES, type TransferCode } from "./transfer-codes.ts";
export { turnoverOf, type Turnover } from "./turnover.ts";
export {
  calendarDays,
  dayAfter,
  dayOf,
  dayStart,
  zoneOf,
  type CalendarDay,
  type ReaderZone,
  type Span,
} from "./calendar.ts";
export { lastDays, pageOf, windowOf, type ListQuery, type ListWindow, type Page } from "./list-page.ts";

/** The house's accounts used by TypeScript; escrow accounts of games are found only by SQL. */
export const HOUSE_ACCOUNTS = {
  house: 100n,
  clearing: 200n,
  gifts: 300n,
  rebates: 310n,
  commission: 320n,
  adjustments: 330n,
} as const;

/** A player's spendable money. */
export function cashAccount(playerId: bigint): bigint {
  return playerId * 10n + 1n;
}

/** A player's money held for pending withdrawals. */
export function holdAccount(playerId: bigint): bigint {
  return playerId * 10n + 2n;
}

/** A player's money set aside for the bets of chases; it exists once they have begun one. */
export function chaseAccount(playerId: bigint): bigint {
  return playerId * 10n + 3n;
}

/** Opens the account for chases of a player who may have it already, in the caller's transaction. */
export async function openChaseAccount(tx: Queries, playerId: bigint): Promise<void> {
  await tx.query(sql.OPEN_CHASE_ACCOUNT, [playerId]);
}

/** One movement of money. `playerId` is the player concerned, null between the house's accounts. */
export interface Transfer {
  readonly code: TransferCode;
  readonly debit: bigint;
  readonly credit: bigint;
  readonly amount: Money;
  /** Its subject: the id of an order, or "game/period". */
  readonly reference: string;
  readonly playerId: bigint | null;
}

/** Opens the escrow accounts of games that are new in this version. Safe to run on several nodes. */
export async function openEscrowAccounts(db: Database, games: readonly string[]): Promise<void> {
  const [row] = await db.query<{ complete: boolean }>(sql.HAS_ESCROWS, [games]);
  if (row?.complete === true) return;
  await oneAtATime(db, "escrow", async () => {
    await db.query(sql.OPEN_ESCROWS, [games]);
  });
}

/** Opens the accounts of a new player, in the transaction that creates the player. */
export async function openAccounts(tx: Queries, playerId: bigint): Promise<void> {
  await tx.query(sql.OPEN_ACCOUNTS, [playerId]);
}

/** The spendable balance, or null if there is no such player. For display; decisions need the lock. */
export async function balanceOf(db: Queries, playerId: bigint): Promise<Money | null> {
  const [row] = await db.query<{ balance: bigint | null }>(sql.BALANCE, [playerId]);
  return row?.balance ?? null;
}

/** Numbers of orders begin with the day of this zone, from now on or from its next midnight on. */
export async function dateNumbersBy(db: Queries, timeZone: string): Promise<void> {
  await db.query(sql.DATE_NUMBERS, [timeZone]);
}

/** Money of a player that is held: for withdrawals in review, or by another account of its name. */
export interface Hold {
  readonly kind: string;
  readonly amount: Money;
}

/** What is held of a player's money, and for what. For display. */
export async function holdsOf(db: Queries, playerId: bigint): Promise<readonly Hold[]> {
  const rows = await db.query<{ kind: string; amount: bigint }>(sql.HOLDS, [playerId]);
  // The account's name in the ledger is older than other holds.
  return rows.map(({ kind, amount }) => ({ kind: kind === "hold" ? "withdrawal" : kind, amount }));
}

/**
 * Locks the player's money until the transaction ends and returns the balance. Only the holder of this lock moves the
 * player's money or stores a key of theirs. @throws if the player has no accounts
 */
export async function lockCash(tx: Queries, playerId: bigint): Promise<Money> {
  const [row] = await tx.query<{ balance: bigint }>(sql.LOCK_CASH, [playerId]);
  if (row === undefined) throw new Error(`player ${String(playerId)} has no accounts`);
  return row.balance;
}

/**
 * Moves money: all transfers or none. False if a player's account would become negative. Lock the player's cash first,
 * so that the time of the transfer is read under the lock.
 */
export async function post(tx: Queries, transfers: readonly Transfer[]): Promise<boolean> {
  const [row] = await tx.query<{ posted: boolean }>(sql.POST, [
    transfers.map(({ code }) => code),
    transfers.map(({ debit }) => debit),
    transfers.map(({ credit }) => credit),
    transfers.map(({ amount }) => amount),
    transfers.map(({ reference }) => reference),
    transfers.map(({ playerId }) => playerId),
  ]);
  return row?.posted === true;
}

/**
 * State of the idempotency key of a money call: unused, used for the same request (with its reply), used for another
 * request, or given up by its player before any request under it was accepted.
 */
export type KeyUse =
  | { readonly use: "free" }
  | { readonly use: "replay"; readonly reply: string }
  | { readonly use: "conflict" }
  | { readonly use: "given-up" };

/** What is stored under a key: an accepted reply of a call, or that it was given up. */
export type StoredKey =
  | { readonly is: "accepted"; readonly call: string; readonly reply: string; readonly at: number }
  | { readonly is: "given-up"; readonly at: number };

/** The call in the row of a key that was given up. */
const GIVEN_UP = "given-up";

/** Looks a key up. Call it under `lockCash`: only then does "free" stay true until the commit. */
export async function findKey(
  tx: Queries,
  { playerId, key, bodyHash }: { playerId: bigint; key: string | undefined; bodyHash: Uint8Array },
): Promise<KeyUse> {
  if (key === undefined) return { use: "free" };
  const [row] = await tx.query<KeyRow>(sql.FIND_KEY, [playerId, key]);
  return row === undefined ? { use: "free" } : useOf(row, bodyHash);
}

/**
 * As findKey, as a statement of its own: it waits for a request that is being decided under the key, so that "free" was
 * true at one instant for all servers.
 */
export async function settledKey(
  db: Queries,
  { playerId, key, bodyHash }: { playerId: bigint; key: string; bodyHash: Uint8Array },
): Promise<KeyUse> {
  const [row] = await db.query<KeyRow>(sql.OUTCOME, [playerId, key]);
  return row === undefined ? { use: "free" } : useOf(row, bodyHash);
}

interface KeyRow {
  readonly call: string;
  readonly body_hash: Uint8Array;
  readonly reply: string;
  readonly at: bigint;
}

function useOf(row: KeyRow, bodyHash: Uint8Array): KeyUse {
  if (row.call === GIVEN_UP) return { use: "given-up" };
  if (Buffer.compare(row.body_hash, bodyHash) !== 0) return { use: "conflict" };
  return { use: "replay", reply: row.reply };
}

/** What became of the requests under a key; null if none was accepted yet. Waits for one that is being decided. */
export async function outcomeOf(db: Queries, playerId: bigint, key: string): Promise<StoredKey | null> {
  const [row] = await db.query<KeyRow>(sql.OUTCOME, [playerId, key]);
  return row === undefined ? null : storedKey(row);
}

/** As outcomeOf; a key without an accepted request is given up, so that none under it is accepted any more. */
export async function giveUpKey(db: Queries, playerId: bigint, key: string): Promise<StoredKey> {
  const [row] = await db.query<KeyRow>(sql.GIVE_UP, [playerId, key]);
  if (row === undefined) throw new Error("a key was neither found nor given up");
  return storedKey(row);
}

function storedKey({ call, reply, at }: KeyRow): StoredKey {
  return call === GIVEN_UP
    ? { is: "given-up", at: Number(at) }
    : { is: "accepted", call, reply, at: Number(at) };
}

/** Stores the accepted reply (JSON text of `data`) under the key, in the transaction that moved the money. */
export async function storeKey(
  tx: Queries,
  accepted: { playerId: bigint; key: string | undefined; call: string; bodyHash: Uint8Array; reply: string },
): Promise<void> {
  if (accepted.key === undefined) return;
  await tx.query(sql.KEEP_KEY, [
    accepted.playerId,
    accepted.key,
    accepted.call,
    accepted.bodyHash,
    accepted.reply,
  ]);
}

/** Filter of movements. */
export interface MovementFilter {
  readonly playerId: bigint;
  readonly window: ListWindow;
  /** Only these codes; by default all. */
  readonly codes?: readonly TransferCode[];
}

/** The newest movements below the id `before`, at most `limit`. */
export async function movementsOf(
  db: Queries,
  filter: MovementFilter,
  { before, limit }: { before: bigint | null; limit: number },
): Promise<readonly Movement[]> {
  const rows = await db.query<MovementRow>(sql.MOVEMENTS, [...filterValues(filter), before, limit]);
  return rows.map(movementOf);
}

/** A player's movement with this id, if there is one. */
export async function movementById(db: Queries, playerId: bigint, id: bigint): Promise<readonly Movement[]> {
  return (await db.query<MovementRow>(sql.ONE_MOVEMENT, [playerId, id])).map(movementOf);
}

/** A player's movements for one subject, newest first. Only the months of the window are searched. */
export async function movementsFor(
  db: Queries,
  { playerId, window: { fromMs, toMs }, codes = [] }: MovementFilter,
  reference: string,
): Promise<readonly Movement[]> {
  const values = [playerId, fromMs, toMs, codes, reference];
  return (await db.query<MovementRow>(sql.MOVEMENTS_FOR, values)).map(movementOf);
}

interface MovementRow {
  readonly id: bigint;
  readonly time: bigint;
  readonly code: TransferCode;
  readonly reference: string;
  readonly cash_after: bigint;
  readonly change: bigint;
}

function movementOf({ time, cash_after: cashAfter, ...row }: MovementRow): Movement {
  return { ...row, time: Number(time), cashAfter };
}

/** Sums of incoming and outgoing movements of the filter, both positive. */
export async function movementSums(db: Queries, filter: MovementFilter): Promise<{ in: Money; out: Money }> {
  const [row] = await db.query<{ came_in: bigint; went_out: bigint }>(
    sql.MOVEMENT_SUMS,
    filterValues(filter),
  );
  return { in: row?.came_in ?? 0n, out: row?.went_out ?? 0n };
}

function filterValues({ playerId, window: { fromMs, toMs }, codes }: MovementFilter): unknown[] {
  return [playerId, fromMs, toMs, codes ?? null];
}
