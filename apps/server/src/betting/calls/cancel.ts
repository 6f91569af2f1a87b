import { CALLS, type CallData } from "@lotus/contract";
import { formatMoney } from "@lotus/money";
import type { Database } from "../../db/database.ts";
import { accept, acceptRaw, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { CANCEL } from "../betting.sql.ts";
import { orderNoOf, parseOrderNo } from "../order-no.ts";

interface CancelRow {
  readonly outcome: "accepted" | "already" | "replay" | "conflict" | "unknown" | "period-closed" | "void" | "stopped";
  readonly refund: bigint | null;
  readonly balance: bigint | null;
  readonly reply: string | null;
  readonly period_no: string | null;
}

/** POST /api/lottery/cancel/{orderNo}. Cancelling twice is cancelling once. */
export function cancelCall(db: Database): BoundCall {
  return bind(CALLS.cancel, async ({ params }, { caller, idempotencyKey, bodyHash }) => {
    const id = parseOrderNo(params.orderNo);
    if (id === null) return refuse("ORDER_UNKNOWN");
    const [row] = await db.transaction((tx) =>
      tx.query<CancelRow>(CANCEL, [caller.playerId, id, idempotencyKey ?? null, bodyHash]),
    );
    if (row === undefined) throw new Error("cancelling answered nothing");
    switch (row.outcome) {
      case "accepted":
      case "replay":
        return acceptRaw(row.reply ?? "null");
      case "already":
        return accept<CallData<typeof CALLS.cancel>>({
          orderNo: orderNoOf(id),
          refund: formatMoney(row.refund ?? 0n),
          balance: formatMoney(row.balance ?? 0n),
        });
      case "conflict":
        return refuse("IDEMPOTENCY_CONFLICT");
      case "unknown":
        return refuse("ORDER_UNKNOWN");
      case "period-closed":
        return refuse("PERIOD_CLOSED", { values: { prizeNo: row.period_no ?? "" } });
      case "void":
        return refuse("ORDER_NOT_CANCELLABLE");
      case "stopped":
        return refuse("MONEY_STOPPED");
    }
  });
}
