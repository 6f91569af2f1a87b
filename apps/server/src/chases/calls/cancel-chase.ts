import { CALLS, type CallData } from "@lotus/contract";
import { formatMoney } from "@lotus/money";
import { acceptRaw, bind, refuse, type Answer, type BoundCall } from "../../http/handler.ts";
import { balanceOf, findKey, lockCash, storeKey } from "../../ledger/ledger.ts";
import type { ChaseDeps } from "../chase-deps.ts";
import { chaseNoOf, parseChaseNo } from "../chase-no.ts";
import * as sql from "../chase.sql.ts";
import { endChasesIn } from "../end-chases.ts";

type CancelCall = typeof CALLS.cancelChase;

interface Progress extends Record<string, unknown> {
  readonly next_period: string | null;
  readonly rest: bigint;
  readonly stopped: boolean;
}

/** POST /api/lottery/cancelChase/{chaseNo}. It is idempotent. */
export function cancelChaseCall({ db, notify }: ChaseDeps): BoundCall<CancelCall> {
  return bind(CALLS.cancelChase, async ({ params }, { caller, idempotencyKey: key, bodyHash }) => {
    const { playerId } = caller;
    const id = parseChaseNo(params.chaseNo);
    if (id === null) return refuse("CHASE_UNKNOWN");
    const reply = await db.transaction(async (tx): Promise<Answer<CancelCall>> => {
      await lockCash(tx, playerId);
      const use = await findKey(tx, { playerId, key, bodyHash });
      if (use.use === "replay") return acceptRaw(use.reply);
      if (use.use !== "free")
        return refuse(use.use === "given-up" ? "REQUEST_GIVEN_UP" : "IDEMPOTENCY_CONFLICT");
      const [progress] = await tx.query<Progress>(sql.OWN_PROGRESS, [playerId, id]);
      if (progress === undefined) return refuse("CHASE_UNKNOWN");
      if (progress.next_period === null) return refuse("CHASE_ENDED");
      if (progress.stopped) return refuse("MONEY_STOPPED");
      await endChasesIn(tx, [{ id, why: "player" }]);
      const data: CallData<CancelCall> = {
        chaseNo: chaseNoOf(id),
        refund: formatMoney(progress.rest),
        balance: formatMoney((await balanceOf(tx, playerId)) ?? 0n),
      };
      const text = JSON.stringify(data);
      await storeKey(tx, { playerId, key, call: "cancelChase", bodyHash, reply: text });
      return acceptRaw(text);
    });
    if (reply.ok) notify();
    return reply;
  });
}
