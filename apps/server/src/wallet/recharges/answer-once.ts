import type { Queries, Transactions } from "../../db/database.ts";
import { findKey, lockCash, storeKey } from "../../ledger/ledger.ts";
import type { RechargeRow } from "./row.ts";

/** The player's request under its key. */
export interface KeyedRequest {
  readonly playerId: bigint;
  readonly key: string | undefined;
  readonly call: "cancelRecharge" | "confirmPaid";
  readonly bodyHash: Uint8Array;
}

/** The reply as JSON text, the first one again for a repeated key, or the refusal. */
export type AnsweredOnce<Refusal extends string> =
  | { readonly reply: string; readonly again: boolean }
  | { readonly refusal: Refusal | "IDEMPOTENCY_CONFLICT" | "REQUEST_GIVEN_UP" };

/** Changes a recharge and stores the reply under the request's key, in one transaction. */
export function answerOnce<Refusal extends string>(
  db: Transactions,
  request: KeyedRequest,
  change: (within: Transactions) => Promise<RechargeRow | Refusal>,
  replyOf: (row: RechargeRow) => object,
): Promise<AnsweredOnce<Refusal>> {
  return db.transaction(async (tx): Promise<AnsweredOnce<Refusal>> => {
    await lockCash(tx, request.playerId);
    const use = await findKey(tx, request);
    if (use.use === "replay") return { reply: use.reply, again: true };
    if (use.use === "conflict") return { refusal: "IDEMPOTENCY_CONFLICT" };
    if (use.use === "given-up") return { refusal: "REQUEST_GIVEN_UP" };
    const changed = await change(runningTransaction(tx));
    if (typeof changed === "string") return { refusal: changed };
    const reply = JSON.stringify(replyOf(changed));
    await storeKey(tx, { ...request, reply });
    return { reply, again: false };
  });
}

/** The transaction that runs already, for work that would begin one. */
function runningTransaction(tx: Queries): Transactions {
  return { query: tx.query.bind(tx), transaction: (work) => work(tx) };
}
