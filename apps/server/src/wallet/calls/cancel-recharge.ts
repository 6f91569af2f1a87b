import { CALLS } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { recordWords } from "../record-words.ts";
import { giveUp } from "../recharges/own-recharge.ts";
import { rechargeRecord } from "../recharges/row.ts";
import type { WalletDeps } from "../wallet-deps.ts";

/** POST /api/user/cancelRecharge. */
export function cancelRechargeCall(deps: WalletDeps): BoundCall<typeof CALLS.cancelRecharge> {
  return bind(CALLS.cancelRecharge, async ({ body }, { caller, locale }) => {
    const result = await giveUp(deps.db, caller.playerId, body.order_no);
    if (typeof result === "string") return refuse(result);
    deps.notify();
    return accept(recordWords(deps, locale, rechargeRecord(result, undefined)));
  });
}
