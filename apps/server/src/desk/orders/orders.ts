import {
  type Action,
  ruleOf,
  secondBecause,
  type AloneBounds,
  type DeskOrderRecord,
  type Role,
} from "@lotus/contract/desk";
import { formatMoney, type Money } from "@lotus/money";
import type { ListPlace } from "../../db/database.ts";
import { depositRooms } from "../../protection/protection.ts";
import type { MaskedAddress } from "../../wallet/wallet.ts";
import { decisionsOn } from "../audit/decisions.ts";
import { wireBounds } from "../duties/alone-call.ts";
import type { Conflict } from "../duties/duties.ts";
import { instantOf } from "../lists.ts";
import { relatedTo } from "../operators/second-person.ts";
import { numberOf } from "../order-number.ts";
import type { DeskDeps } from "../desk-deps.ts";
import * as sql from "./orders.sql.ts";
import { paymentsOf, type ListedPayment } from "./payments.ts";

/** Kind of money order. */
export type OrderType = "recharge" | "withdrawal";

/** Filter of a list of orders. */
export interface OrderFilter {
  readonly status?: string | undefined;
  readonly player_id?: string | undefined;
  readonly channel?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

interface Row {
  readonly id: bigint;
  readonly type: OrderType;
  readonly status: DeskOrderRecord["status"];
  readonly player_id: bigint;
  readonly username: string;
  readonly player_status: DeskOrderRecord["player"]["status"];
  readonly channel: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly created_ms: bigint;
  readonly finished_ms: bigint | null;
  readonly expires_ms: bigint | null;
  readonly reason: string | null;
  readonly balance_after: bigint | null;
  readonly due: string | null;
  readonly currency: string | null;
  readonly reference: string | null;
  readonly asked: bigint;
  readonly came: bigint | null;
  readonly told: bigint | null;
  readonly confirmed_ms: bigint | null;
  readonly trouble: PaymentProblem;
  readonly approvals: readonly StoredApproval[] | null;
  readonly notices: readonly StoredNotice[] | null;
}

type Payment = NonNullable<DeskOrderRecord["payment"]>;
type PaymentProblem = Payment["trouble"];

/** JSON of the statement; amounts are minor units as text. */
interface StoredApproval {
  readonly id: string;
  readonly name: string;
  readonly at: number;
  readonly amount: string | null;
  readonly note: string | null;
  /** Whether it still counts: its author may still give it. */
  readonly counts: boolean;
}
interface StoredNotice {
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly at: number;
  readonly matched: boolean;
  readonly matchedBy: { readonly id: string; readonly name: string } | null;
  readonly credit: string | null;
}

/** An order with the id that pages are sorted by. */
export interface ListedOrder {
  readonly id: bigint;
  readonly record: DeskOrderRecord;
}

type OrderDeps = Pick<DeskDeps, "db" | "duties" | "services">;

/**
 * The operator who reads orders, since what passing one requires differs by operator. Null: not an operator who would
 * pass any.
 */
export interface OrderReader {
  readonly type: OrderType;
  readonly operatorId: bigint | null;
}

/** Money orders in the order of their ids. */
export async function listOrders(
  deps: OrderDeps,
  reader: OrderReader,
  filter: OrderFilter,
  { before, limit, order = "newest" }: ListPlace,
): Promise<readonly ListedOrder[]> {
  const { type } = reader;
  const rows = await deps.db.query<Row & Record<string, unknown>>(sql.LIST[order], [
    type,
    before,
    limit,
    filter.status ?? null,
    filter.player_id ?? null,
    filter.channel ?? null,
    instantOf(filter.from),
    instantOf(filter.to),
    rolesThatPass(type),
  ]);
  const around = await aroundOf(deps, reader, rows);
  return rows.map((row) => ({ id: row.id, record: recordOf(row, around) }));
}

/** One money order, or null when there is none of this type. */
export async function readOrder(
  deps: OrderDeps,
  reader: OrderReader,
  id: bigint,
): Promise<DeskOrderRecord | null> {
  const { type } = reader;
  const rows = await deps.db.query<Row & Record<string, unknown>>(sql.ONE, [type, id, rolesThatPass(type)]);
  const [row] = rows;
  if (row === undefined) return null;
  const around = await aroundOf(deps, reader, rows);
  return withDecisions(deps, withTexts(recordOf(row, around), await paymentsOf(deps, id)));
}

/** The payments of an order with what the bank says of each. */
function withTexts(record: DeskOrderRecord, payments: readonly ListedPayment[]): DeskOrderRecord {
  const { payment } = record;
  if (payment === undefined) return record;
  const told = new Map(payments.map((each) => [each.record.id, each]));
  const notices = payment.notices.map((notice) => {
    const { ref, record: row } = told.get(notice.id) ?? {};
    return { ...notice, text: row?.reference ?? null, ...(ref !== undefined && { number: ref.id }) };
  });
  return { ...record, payment: { ...payment, notices } };
}

/** Every decision about an order and about the payments that were matched with it. */
async function withDecisions({ db }: OrderDeps, record: DeskOrderRecord): Promise<DeskOrderRecord> {
  const { id, type, status } = record;
  const payments = (record.payment?.notices ?? []).map((notice) => `payment ${notice.id}`);
  const decisions = await decisionsOn(db, [`${type} ${id}`, ...payments], DECIDES[type]);
  if (status === "pendingReview") return { ...record, decisions };
  const ending = decisions.findLast(({ action }) =>
    status === "cancelled" ? action === `${type}.cancel` : action.startsWith(`${type}.pass`),
  );
  return { ...record, decisions, decidedBy: ending?.operator ?? null };
}

const DECIDES: Readonly<Record<OrderType, readonly Action[]>> = {
  recharge: [
    "recharge.pass",
    "recharge.passWith",
    "recharge.passLate",
    "recharge.cancel",
    "payment.match",
    "payment.unmatch",
    "payment.close",
  ],
  withdrawal: ["withdrawal.pass", "withdrawal.cancel"],
};

/** Further data of orders, read for all rows at once. */
interface Around {
  readonly addresses: ReadonlyMap<bigint, MaskedAddress>;
  readonly boundsOf: (playerId: bigint) => AloneBounds;
  readonly apartOf: (row: Row) => Conflict | null;
  /** What the own deposit limits leave a player, if there are any. */
  readonly rooms: ReadonlyMap<bigint, Money | null>;
}

async function aroundOf(
  deps: OrderDeps,
  { type, operatorId }: OrderReader,
  rows: readonly Row[],
): Promise<Around> {
  const { db, duties } = deps;
  const waiting = rows.filter(({ status }) => status !== "passed").map((row) => row.player_id);
  const players = [...new Set(waiting)];
  const [addresses, boundsOf, apart, related] = await Promise.all([
    maskedAddresses(deps, type, rows),
    duties.boundsFor(db, { of: `${type}s`, operatorId, players }),
    operatorId === null ? null : duties.conflictsOf(db, `${type}.pass`, { players, operatorId }),
    operatorId === null || !rows.some(hasMatch) ? [] : relatedTo(db, operatorId),
  ]);
  // One after the other: a request that waits for many connections at once leaves none to others.
  const rooms = type === "recharge" ? await depositRooms(db, players) : new Map<bigint, Money | null>();
  return {
    addresses,
    boundsOf,
    rooms,
    apartOf: (row) => apart?.get(row.player_id) ?? matchedBy(row, [operatorId, ...related].map(String)),
  };
}

function hasMatch({ notices }: Row): boolean {
  return notices?.some(({ matched }) => matched) === true;
}

/** A match of a payment with a recharge, by the first of these operators or one related to them. */
function matchedBy({ notices }: Row, [own, ...related]: readonly string[]): Conflict | null {
  const by = (operators: readonly (string | undefined)[]): StoredNotice | undefined =>
    notices?.find(({ matchedBy: operator }) => operator !== null && operators.includes(operator.id));
  const match = by([own]) ?? by(related);
  if (match === undefined) return null;
  return { action: "payment.match", at: match.at, own: match.matchedBy?.id === own, ofTree: false };
}

function rolesThatPass(type: OrderType): readonly Role[] {
  return ruleOf(`${type}.pass`).roles;
}

/** The id in the number of an order, or null when it is a number of another kind. */
export function orderIdOf(type: OrderType, orderNo: string): bigint | null {
  return numberOf(type === "recharge" ? "R" : "W", orderNo);
}

/** Masked addresses of withdrawals, by order. */
async function maskedAddresses(
  { services }: OrderDeps,
  type: OrderType,
  rows: readonly Row[],
): Promise<ReadonlyMap<bigint, MaskedAddress>> {
  if (type !== "withdrawal") return new Map();
  return await services.wallet.withdrawals.maskedAddresses(rows.map(({ id }) => id));
}

function recordOf(row: Row, { addresses, boundsOf, apartOf, rooms }: Around): DeskOrderRecord {
  const address = addresses.get(row.id);
  const approvals = approvalsOf(row);
  const waits = row.status !== "passed";
  const bounds = boundsOf(row.player_id);
  const room = rooms.get(row.player_id) ?? null;
  const because = waits ? twoBecause(bounds, row, approvals) : null;
  return {
    id: `${row.type === "recharge" ? "R" : "W"}${row.id}`,
    type: row.type,
    status: row.status,
    player: { id: String(row.player_id), name: row.username, status: row.player_status },
    channel: row.channel,
    amount: formatMoney(row.amount),
    fee: formatMoney(row.fee),
    createdAt: Number(row.created_ms),
    finishedAt: msOf(row.finished_ms),
    expiresAt: msOf(row.expires_ms),
    reason: row.reason,
    balanceAfter: row.balance_after === null ? null : formatMoney(row.balance_after),
    needsTwo: waits ? because !== null : approvals.filter((each) => isOf(row, each)).length > 1,
    twoBecause: because,
    bounds: waits ? wireBounds(bounds) : null,
    keptApart: waits ? apartOf(row) : null,
    ...(waits && row.type === "recharge" && { room: room === null ? null : formatMoney(room) }),
    approvals: approvals.map(({ id, name, at, amount, note }) => ({
      operator: { id, name },
      at,
      note: note ?? "",
      ...(amount === null ? {} : { amount: formatMoney(BigInt(amount)) }),
    })),
    ...(address === undefined ? {} : { address: address.text, nameNear: address.nameNear }),
    ...(row.due === null || row.currency === null
      ? {}
      : {
          payment: {
            due: row.due,
            currency: row.currency,
            reference: row.reference,
            asked: formatMoney(row.asked),
            came: row.came === null ? null : formatMoney(row.came),
            told: row.told === null ? null : formatMoney(row.told),
            confirmedAt: msOf(row.confirmed_ms),
            trouble: row.trouble,
            notices: (row.notices ?? []).map(({ at, credit, ...notice }) => ({
              ...notice,
              credit: credit === null ? null : formatMoney(BigInt(credit)),
              receivedAt: at,
            })),
          },
        }),
  };
}

/** The approvals of an order: all of them if it is passed, otherwise those that still count. */
function approvalsOf({ status, approvals }: Row): readonly StoredApproval[] {
  return (approvals ?? []).filter(({ counts }) => counts || status === "passed");
}

/** Whether an approval is of the amount that was passed. */
function isOf(row: Row, { amount }: StoredApproval): boolean {
  return amount === null || BigInt(amount) === row.amount;
}

/** Why one operator is not enough, by the rules of the wallet for the largest amount that anybody entered. */
function twoBecause(
  bounds: AloneBounds,
  row: Row,
  approvals: readonly StoredApproval[],
): DeskOrderRecord["twoBecause"] {
  const named = approvals.map(({ amount }) => BigInt(amount ?? "0"));
  const most = named.reduce((top, amount) => (amount > top ? amount : top), row.came ?? row.amount);
  if (row.came !== null && most > row.came) return "came";
  return most <= (row.told ?? -1n) ? null : secondBecause(most, bounds);
}

function msOf(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}
