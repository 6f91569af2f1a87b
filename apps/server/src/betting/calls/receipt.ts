import { type BetReceipt, CALLS, type CallData, type CommittedPayout } from "@lotus/contract";
import { formatMoney } from "@lotus/money";
import { toHex } from "@lotus/tlog";
import type { Queries } from "../../db/database.ts";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import * as sql from "../betting.sql.ts";
import { orderNoOf, parseOrderNo } from "../order-no.ts";
import { type OwnOrder, ownOrders } from "../own-orders.ts";
import { hexOf } from "../batch-tree.ts";
import type { PeriodTrees } from "../period-trees.ts";
import { leafOf, type Receipts } from "../receipts.ts";

interface ReceiptDeps {
  readonly db: Queries;
  readonly receipts: Receipts;
  readonly trees: PeriodTrees;
}

type Reply = CallData<typeof CALLS.receipt>;

/** GET /api/lottery/receipt/{orderNo}. */
export function receiptCall(deps: ReceiptDeps): BoundCall<typeof CALLS.receipt> {
  return bind(CALLS.receipt, async ({ params }, { caller }) => {
    const id = parseOrderNo(params.orderNo);
    const [order] = id === null ? [] : await ownOrders(deps.db, caller.playerId, [id]);
    if (order === undefined) return refuse("ORDER_UNKNOWN");
    const rows = await deps.db.query<{ type: string }>(sql.LOGGED, [order.game, order.periodNo]);
    const logged = new Set(rows.map(({ type }) => type));
    const receipt: BetReceipt = JSON.parse(await deps.receipts.receiptOf(order));
    return accept({
      ...receipt,
      ...(order.cancelledAt === null ? {} : { cancelledAt: order.cancelledAt }),
      ...(logged.has("close") ? await closeOf(deps, order) : {}),
      ...(logged.has("settled") ? await payoutOf(deps, order, caller.playerId) : {}),
    });
  });
}

/** Where the order is among the bets of its period. */
async function closeOf({ trees }: ReceiptDeps, order: OwnOrder): Promise<Partial<Reply>> {
  const leaf = leafOf(order, order.cancelledAt ?? undefined);
  const found = await trees.find("bets", order, leaf);
  if (found === null) throw new Error(`order ${String(order.id)} is not among the bets of its period`);
  return { closePath: [...found.path], closeIndex: found.index, closeSize: found.size };
}

interface PayoutRow {
  readonly payout: bigint;
  readonly refund: bigint;
  readonly tiers: CommittedPayout["tiers"];
  readonly leaf: Uint8Array;
}

/** What the order was paid, and where that is among the payouts of its period. */
async function payoutOf(
  { db, trees }: ReceiptDeps,
  order: OwnOrder,
  playerId: bigint,
): Promise<Partial<Reply>> {
  const [paid] = await db.query<PayoutRow>(sql.OWN_PAYOUT, [playerId, order.id, order.blind]);
  if (paid === undefined) return { payoutLeaf: null };
  const found = await trees.find("payouts", order, hexOf(paid.leaf));
  if (found === null) throw new Error(`order ${String(order.id)} is not among the payouts of its period`);
  return {
    payoutLeaf: {
      orderNo: orderNoOf(order.id),
      payout: formatMoney(paid.payout),
      refund: formatMoney(paid.refund),
      tiers: paid.tiers,
      blind: toHex(order.blind),
    },
    payoutPath: [...found.path],
    payoutIndex: found.index,
    payoutSize: found.size,
  };
}
