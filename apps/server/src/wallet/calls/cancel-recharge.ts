import { CALLS } from "@lotus/contract";
import { acceptRaw, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { recordWords } from "../record-words.ts";
import { answerOnce } from "../recharges/answer-once.ts";
import { giveUp } from "../recharges/own-recharge.ts";
import { rechargeRecord } from "../recharges/row.ts";
import type { WalletDeps } from "../wallet-deps.ts";

/** POST /api/user/cancelRecharge. */
export function cancelRechargeCall(deps: WalletDeps): BoundCall<typeof CALLS.cancelRecharge> {
  return bind(CALLS.cancelRecharge, async ({ body }, { caller, locale, idempotencyKey, bodyHash }) => {
    const { playerId } = caller;
    const answered = await answerOnce(
      deps.db,
      { playerId, key: idempotencyKey, call: "cancelRecharge", bodyHash },
      (within) => giveUp(within, playerId, body.order_no),
      (row) => recordWords(deps, locale, rechargeRecord(row, undefined)),
    );
    if ("refusal" in answered) return refuse(answered.refusal);
    if (!answered.again) deps.notify();
    return acceptRaw(answered.reply);
  });
}
