import { CALLS, type CallData } from "@lotus/contract";
import { formatMoney } from "@lotus/money";
import type { Database } from "../../db/database.ts";
import { accept, acceptRaw, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { outcomeOf } from "../../ledger/ledger.ts";
import { CANCEL } from "../betting.sql.ts";
import { orderNoOf, parseOrderNo } from "../order-no.ts";

interface CancelRow {
  readonly outcome:
    | "accepted"
    | "already"
    | "replay"
    | "conflict"
    | "unknown"
    | "period-closed"
    | "void"
    | "stopped";
  readonly refund: bigint | null;
  readonly balance: bigint | null;
  readonly reply: string | null;
  readonly period_no: string | null;
}

/** Error code of each refusal by the statement. */
const REFUSALS = {
  unknown: "ORDER_UNKNOWN",
  "period-closed": "PERIOD_CLOSED",
  void: "ORDER_NOT_CANCELLABLE",
  stopped: "MONEY_STOPPED",
} as const;

/** POST /api/lottery/cancel/{orderNo}. It is idempotent. */
export function cancelCall(db: Database): BoundCall<typeof CALLS.cancel> {
  return bind(CALLS.cancel, async ({ params }, { caller, idempotencyKey, bodyHash }) => {
    const id = parseOrderNo(params.orderNo);
    if (id === null) return refuse("ORDER_UNKNOWN");
    const [row] = await db.transaction((tx) =>
      tx.query<CancelRow>(CANCEL, [caller.playerId, id, idempotencyKey ?? null, bodyHash]),
    );
    if (row === undefined) throw new Error("cancelling answered nothing");
    if (row.outcome === "accepted" || row.outcome === "replay") return acceptRaw(row.reply ?? "null");
    if (row.outcome === "already") {
      return accept<CallData<typeof CALLS.cancel>>({
        orderNo: orderNoOf(id),
        refund: formatMoney(row.refund ?? 0n),
        balance: formatMoney(row.balance ?? 0n),
      });
    }
    if (row.outcome === "conflict") {
      const stored = await outcomeOf(db, caller.playerId, idempotencyKey ?? "");
      return refuse(stored?.is === "given-up" ? "REQUEST_GIVEN_UP" : "IDEMPOTENCY_CONFLICT");
    }
    return refuse(REFUSALS[row.outcome], { values: { prizeNo: row.period_no ?? "" } });
  });
}
