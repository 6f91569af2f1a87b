import {
  CALLS,
  type CallQuery,
  type MoneyRecord,
  type TransactionRecord,
  type TransactionType,
} from "@lotus/contract";
import { formatMoney } from "@lotus/money";
import type { Queries } from "../../db/database.ts";
import { accept, type Answer, bind, type BoundCall } from "../../http/handler.ts";
import {
  movementsOf,
  movementSums,
  pageOf,
  TRANSFER_CODES,
  windowOf,
  zoneOf,
  type Movement,
  type TransferCode,
} from "../../ledger/ledger.ts";
import { rechargeRecord, type RechargeRow } from "../recharges/row.ts";
import { recordWords } from "../record-words.ts";
import { LISTED_ORDERS, LISTED_SUMS } from "../wallet.sql.ts";
import { withdrawalRecords } from "../withdrawals/withdrawal-record.ts";
import type { WalletDeps } from "../wallet-deps.ts";
import { movementsByNumber, orderByNumber } from "./find-by-number.ts";

/** The player's type of each kind of transfer; kinds that do not touch cash are in no list. */
const TYPES: Readonly<Record<TransferCode, TransactionType>> = {
  stake: "bet",
  payout: "win",
  "stake-refund": "refund",
  "stake-release": "bet",
  recharge: "recharge",
  "withdrawal-hold": "withdrawal",
  "withdrawal-return": "withdrawal",
  withdrawal: "withdrawal",
  "withdrawal-fee": "withdrawal",
  gift: "gift",
  rebate: "rebate",
  commission: "rebate",
  adjustment: "adjustment",
  "chase-hold": "chase",
  "chase-release": "chase",
};

/** Prefix letters of an order's id, by its kind. */
const ORDER_LETTERS: Partial<Readonly<Record<TransactionType, string>>> = {
  bet: "B",
  win: "B",
  refund: "B",
  recharge: "R",
  withdrawal: "W",
  chase: "C",
};

/** GET /api/user/orderList. */
export function moneyListCall(deps: WalletDeps): BoundCall<typeof CALLS.orderList> {
  const { reads } = deps.db;
  return bind(CALLS.orderList, ({ query }, { caller, locale, told }) =>
    reads.run(told, (db) => {
      const of = { playerId: caller.playerId, locale };
      return query.order_no === undefined
        ? readPage({ ...deps, db }, query, of)
        : findOne({ ...deps, db }, { type: query.type, orderNo: query.order_no }, of);
    }),
  );
}

/** Whose records are listed, in which language. */
interface ListOf {
  readonly playerId: bigint;
  readonly locale: string;
}

type ListDeps = Omit<WalletDeps, "db"> & { readonly db: Queries };
type ListType = CallQuery<typeof CALLS.orderList>["type"];

/** What has that number, without sums. */
async function findOne(
  deps: ListDeps,
  { type, orderNo }: { readonly type: ListType; readonly orderNo: string },
  of: ListOf,
): Promise<Answer<typeof CALLS.orderList>> {
  const { db } = deps;
  const { playerId } = of;
  const list =
    type === "transaction"
      ? (await movementsByNumber(db, { playerId, orderNo, codesOf })).map(transactionOf)
      : await moneyRecordsOf(deps, type, await orderByNumber(db, playerId, { type, orderNo }), of);
  return accept({ list, nextCursor: null });
}

/** A page of records, and the sums of all of them with the first page. */
async function readPage(
  deps: ListDeps,
  query: CallQuery<typeof CALLS.orderList>,
  of: ListOf,
): Promise<Answer<typeof CALLS.orderList>> {
  const { db } = deps;
  const { playerId } = of;
  const window = await windowOf(db, query, zoneOf(query, deps.timeZone));
  if (query.type === "transaction") {
    const wanted = query.sub_type;
    const codes = wanted === undefined ? {} : { codes: codesOf(wanted) };
    const filter = { playerId, window, ...codes };
    const page = await pageOf(query, (at) => movementsOf(db, filter, at));
    const sums = page.first ? await movementSums(db, filter) : undefined;
    return accept({
      list: page.rows.map(transactionOf),
      nextCursor: page.nextCursor,
      ...(sums === undefined ? {} : { sum: { in: formatMoney(sums.in), out: formatMoney(sums.out) } }),
    });
  }
  const filter = [playerId, window.fromMs, window.toMs, query.type, query.status ?? null];
  const page = await pageOf(query, ({ before, limit }) =>
    db.query<RechargeRow & Record<string, unknown>>(LISTED_ORDERS, [...filter, before, limit]),
  );
  const [sum] = page.first ? await db.query<{ passed: bigint }>(LISTED_SUMS, filter) : [];
  return accept({
    list: await moneyRecordsOf(deps, query.type, page.rows, of),
    nextCursor: page.nextCursor,
    ...(sum === undefined ? {} : { sum: passedSum(query.type, sum.passed) }),
  });
}

/** Stored orders of one type as returned to their player. */
async function moneyRecordsOf(
  { db, ...deps }: ListDeps,
  type: "recharge" | "withdrawal",
  rows: readonly RechargeRow[],
  { locale }: ListOf,
): Promise<MoneyRecord[]> {
  if (type === "recharge")
    return rows.map((row) => recordWords(deps, locale, rechargeRecord(row, undefined)));
  const ids = rows.map(({ id }) => id);
  return (await withdrawalRecords(db, deps, ids)).map((record) => recordWords(deps, locale, record));
}

function passedSum(type: "recharge" | "withdrawal", passed: bigint): { in: string; out: string } {
  const [some, none] = [formatMoney(passed), formatMoney(0n)];
  return type === "recharge" ? { in: some, out: none } : { in: none, out: some };
}

/** The ledger's codes of a type of transaction. */
export function codesOf(type: TransactionType): readonly TransferCode[] {
  return TRANSFER_CODES.filter((code) => TYPES[code] === type);
}

/** A movement of a player's cash as the API returns it. */
export function transactionOf(movement: Movement): TransactionRecord {
  const type = TYPES[movement.code];
  const letter = ORDER_LETTERS[type];
  return {
    orderNo: `T${String(movement.id).padStart(12, "0")}`,
    type,
    amount: formatMoney(movement.change),
    balanceAfter: formatMoney(movement.cashAfter),
    time: movement.time,
    reference: letter === undefined ? movement.reference : letter + movement.reference,
  };
}
