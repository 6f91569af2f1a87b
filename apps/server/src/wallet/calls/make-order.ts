import { CALLS } from "@lotus/contract";
import { bind, type BoundCall } from "../../http/handler.ts";
import type { WalletDeps } from "../wallet-deps.ts";
import { orderWithdrawal } from "../withdrawals/order-withdrawal.ts";
import { orderRecharge } from "./order-recharge.ts";

/** POST /api/user/makeOrder: recharges and withdrawals. */
export function makeOrderCall(deps: WalletDeps): BoundCall<typeof CALLS.makeOrder> {
  return bind(CALLS.makeOrder, ({ body }, context) =>
    body.type === "recharge" ? orderRecharge(deps, body, context) : orderWithdrawal(deps, body, context),
  );
}
