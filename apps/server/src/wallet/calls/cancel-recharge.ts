import { CALLS } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { recordWords } from "../record-words.ts";
import { giveUp } from "../recharges/own-recharge.ts";
import { rechargeRecord } from "../recharges/row.ts";
import type { WalletTools } from "../wallet.ts";

/** POST /api/user/cancelRecharge. */
export function cancelRechargeCall(tools: WalletTools): BoundCall {
  return bind(CALLS.cancelRecharge, async ({ body }, { caller, locale }) => {
    const result = await giveUp(tools.db, caller.playerId, body.order_no);
    if (typeof result === "string") return refuse(result);
    tools.poke();
    return accept(recordWords(tools, locale, rechargeRecord(result, undefined)));
  });
}
