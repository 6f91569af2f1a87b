import { CALLS } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { recordWords } from "../record-words.ts";
import { confirmPaid } from "../recharges/own-recharge.ts";
import { rechargeRecord } from "../recharges/row.ts";
import type { WalletDeps } from "../wallet-deps.ts";

/** POST /api/user/confirmPaid. */
export function confirmPaidCall(deps: WalletDeps): BoundCall<typeof CALLS.confirmPaid> {
  return bind(CALLS.confirmPaid, async ({ body }, { caller, locale }) => {
    const result = await confirmPaid(deps.db, deps, caller.playerId, body.order_no);
    if (typeof result === "string") return refuse(result);
    return accept(recordWords(deps, locale, rechargeRecord(result, undefined)));
  });
}
