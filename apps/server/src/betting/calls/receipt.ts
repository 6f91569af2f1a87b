import { CALLS } from "@lotus/contract";
import type { Queries } from "../../db/database.ts";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { parseOrderNo } from "../order-no.ts";
import { ownOrders } from "../own-orders.ts";
import type { Receipts } from "../receipts.ts";

/** GET /api/lottery/receipt/{orderNo}. */
export function receiptCall(db: Queries, receipts: Receipts): BoundCall<typeof CALLS.receipt> {
  return bind(CALLS.receipt, async ({ params }, { caller }) => {
    const id = parseOrderNo(params.orderNo);
    const [order] = id === null ? [] : await ownOrders(db, caller.playerId, [id]);
    return order === undefined ? refuse("ORDER_UNKNOWN") : accept(await receipts.receiptOf(order));
  });
}
