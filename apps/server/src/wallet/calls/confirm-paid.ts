import { CALLS } from "@lotus/contract";
import { acceptRaw, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { recordWords } from "../record-words.ts";
import { answerOnce } from "../recharges/answer-once.ts";
import { confirmPaid } from "../recharges/own-recharge.ts";
import { rechargeRecord } from "../recharges/row.ts";
import type { WalletDeps } from "../wallet-deps.ts";

/** POST /api/user/confirmPaid. */
export function confirmPaidCall(deps: WalletDeps): BoundCall<typeof CALLS.confirmPaid> {
  return bind(CALLS.confirmPaid, async ({ body }, { caller, locale, idempotencyKey, bodyHash }) => {
    const { playerId } = caller;
    const answered = await answerOnce(
      deps.db,
      { playerId, key: idempotencyKey, call: "confirmPaid", bodyHash },
      (within) => confirmPaid(within, deps, playerId, body.order_no),
      (row) => recordWords(deps, locale, rechargeRecord(row, undefined)),
    );
    return "refusal" in answered ? refuse(answered.refusal) : acceptRaw(answered.reply);
  });
}
