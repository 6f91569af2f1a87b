import { CALLS, type TransactionRecord, type TransactionType } from "@lotus/contract";
import { matchLocale } from "@lotus/locales";
import { formatMoney } from "@lotus/money";
import { accept, bind, type BoundCall } from "../../http/handler.ts";
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
import { moneyRecord, type MoneyOrder } from "../money-record.ts";
import * as sql from "../wallet.sql.ts";
import type { WalletTools } from "../wallet.ts";

/** What a player calls each kind of transfer; those that leave the cash alone are in no list. */
const TYPES: Readonly<Record<TransferCode, TransactionType>> = {
  stake: "bet",
  payout: "win",
  "stake-refund": "refund",
  "stake-release": "bet",
  recharge: "recharge",
  "withdrawal-hold": "withdrawal",
  "withdrawal-return": "withdrawal",
  withdrawal: "withdrawal",
  gift: "gift",
  rebate: "rebate",
  commission: "rebate",
  adjustment: "adjustment",
};

/** Letters before the id of an order, by what the order is. */
const ORDER_LETTERS: Partial<Readonly<Record<TransactionType, string>>> = {
  bet: "B",
  win: "B",
  refund: "B",
  recharge: "R",
  withdrawal: "W",
};

/** GET /api/user/orderList. */
export function moneyListCall(tools: WalletTools): BoundCall {
  const { db, channels, translate, timeZone, now } = tools;
  return bind(CALLS.orderList, async ({ query }, { caller, locale }) => {
    const offsetMinutes = query.tz_offset ?? offsetMinutesOf(timeZone, now());
    const days = daysOf(query.range);
    if (query.type === "transaction") {
      const wanted = query.sub_type;
      const codes = wanted === undefined ? {} : { codes: codesOf(wanted) };
      const filter = { playerId: caller.playerId, days, offsetMinutes, ...codes };
      const page = await pageOf(query, (at) => movementsOf(db, filter, at));
      const sums = await movementSums(db, filter);
      return accept({
        list: page.rows.map(transactionOf),
        nextCursor: page.nextCursor,
        sum: { in: formatMoney(sums.in), out: formatMoney(sums.out) },
      });
    }
    const filter = [caller.playerId, days, offsetMinutes, query.type, query.status ?? null];
    const page = await pageOf(query, ({ before, limit }) =>
      db.query<MoneyOrder>(sql.ORDERS, [...filter, before, limit]),
    );
    const [sum] = await db.query<{ passed: bigint }>(sql.ORDER_SUMS, filter);
    const passed = formatMoney(sum?.passed ?? 0n);
    const none = formatMoney(0n);
    const nameOf = (id: string): string | undefined => {
      const channel = channels.find((each) => each.id === id);
      return channel === undefined ? undefined : translate(matchLocale(locale) ?? "vi-VN", channel.name);
    };
    return accept({
      list: page.rows.map((row) => moneyRecord(row, nameOf(row.channel))),
      nextCursor: page.nextCursor,
      sum: query.type === "recharge" ? { in: passed, out: none } : { in: none, out: passed },
    });
  });
}

function codesOf(type: TransactionType): readonly TransferCode[] {
  return TRANSFER_CODES.filter((code) => TYPES[code] === type);
}

function transactionOf(movement: Movement): TransactionRecord {
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
