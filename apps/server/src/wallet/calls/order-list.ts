import { CALLS, type CallQuery, type TransactionRecord, type TransactionType } from "@lotus/contract";
import { formatMoney } from "@lotus/money";
import type { Queries } from "../../db/database.ts";
import { accept, type Answer, bind, type BoundCall } from "../../http/handler.ts";
import {
  daysOf,
  movementsOf,
  movementSums,
  offsetMinutesOf,
  pageOf,
  TRANSFER_CODES,
  type Movement,
  type TransferCode,
} from "../../ledger/ledger.ts";
import { rechargeRecord, type RechargeRow } from "../recharges/row.ts";
import { recordWords } from "../record-words.ts";
import * as sql from "../wallet.sql.ts";
import { withdrawalRecords } from "../withdrawals/withdrawal-record.ts";
import type { WalletDeps } from "../wallet-deps.ts";

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
};

/** Prefix letters of an order's id, by its kind. */
const ORDER_LETTERS: Partial<Readonly<Record<TransactionType, string>>> = {
  bet: "B",
  win: "B",
  refund: "B",
  recharge: "R",
  withdrawal: "W",
};

/** GET /api/user/orderList. */
export function moneyListCall(deps: WalletDeps): BoundCall<typeof CALLS.orderList> {
  const { reads } = deps.db;
  return bind(CALLS.orderList, ({ query }, { caller, locale, told }) =>
    reads.run(told, (db) => readPage({ ...deps, db }, query, { playerId: caller.playerId, locale })),
  );
}

/** A page of records, and the sums of all of them with the first page. */
async function readPage(
  { db, ...deps }: Omit<WalletDeps, "db"> & { readonly db: Queries },
  query: CallQuery<typeof CALLS.orderList>,
  { playerId, locale }: { readonly playerId: bigint; readonly locale: string },
): Promise<Answer<typeof CALLS.orderList>> {
  const offsetMinutes = query.tz_offset ?? offsetMinutesOf(deps.timeZone, deps.now());
  const days = daysOf(query.range);
  if (query.type === "transaction") {
    const wanted = query.sub_type;
    const codes = wanted === undefined ? {} : { codes: codesOf(wanted) };
    const filter = { playerId, days, offsetMinutes, ...codes };
    const page = await pageOf(query, (at) => movementsOf(db, filter, at));
    const sums = page.first ? await movementSums(db, filter) : undefined;
    return accept({
      list: page.rows.map(transactionOf),
      nextCursor: page.nextCursor,
      ...(sums === undefined ? {} : { sum: { in: formatMoney(sums.in), out: formatMoney(sums.out) } }),
    });
  }
  const filter = [playerId, days, offsetMinutes, query.type, query.status ?? null];
  const page = await pageOf(query, ({ before, limit }) =>
    db.query<RechargeRow & Record<string, unknown>>(sql.ORDERS, [...filter, before, limit]),
  );
  const [sum] = page.first ? await db.query<{ passed: bigint }>(sql.ORDER_SUMS, filter) : [];
  return accept({
    list:
      query.type === "withdrawal"
        ? await withdrawalRecords(
            db,
            deps,
            page.rows.map(({ id }) => id),
          )
        : page.rows.map((row) => recordWords(deps, locale, rechargeRecord(row, undefined))),
    nextCursor: page.nextCursor,
    ...(sum === undefined ? {} : { sum: passedSum(query.type, sum.passed) }),
  });
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
