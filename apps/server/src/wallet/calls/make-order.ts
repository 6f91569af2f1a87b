import { CALLS } from "@lotus/contract";
import { bind, type BoundCall } from "../../http/handler.ts";
import type { WalletTools } from "../wallet.ts";
import { orderWithdrawal } from "../withdrawals/order-withdrawal.ts";
import { orderRecharge } from "./order-recharge.ts";

/** POST /api/user/makeOrder: one call for both ways that money can go. */
export function makeOrderCall(tools: WalletTools): BoundCall {
  return bind(CALLS.makeOrder, ({ body }, context) =>
    body.type === "recharge" ? orderRecharge(tools, body, context) : orderWithdrawal(tools, body, context),
  );
}
