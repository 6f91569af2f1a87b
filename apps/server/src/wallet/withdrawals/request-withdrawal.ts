import { mayUnattended } from "@lotus/contract/desk";
import type { Money } from "@lotus/money";
import { playerStatus, withdrawalHeldUntil } from "../../accounts/accounts.ts";
import type { Queries } from "../../db/database.ts";
import {
  cashAccount,
  findKey,
  holdAccount,
  isStopped,
  storeKey,
  lockCash,
  post,
} from "../../ledger/ledger.ts";
import { bankStep, withdrawalFee } from "../../settings/withdrawal-settings.ts";
import { publishBalance, publishMoney } from "../money-news.ts";
import type { PayoutDeps } from "../payout-deps.ts";
import { turnoverDue } from "./terms.ts";
import { withdrawalRecords } from "./withdrawal-record.ts";
import * as sql from "./withdrawals.sql.ts";

/** A requested withdrawal, after password and amount were checked. */
export interface WithdrawalRequest {
  readonly playerId: bigint;
  readonly addressId: bigint;
  readonly amount: Money;
  readonly key: string | undefined;
  readonly bodyHash: Uint8Array;
}

/** The reply as JSON text (the first one again for a repeated key), or the refusal. */
export type WithdrawalOutcome =
  | { readonly outcome: "accepted"; readonly reply: string }
  | {
      readonly outcome:
        | "conflict"
        | "given-up"
        | "stopped"
        | "locked"
        | "address-unknown"
        | "not-whole"
        | "pending"
        | "no-funds"
        | "identity-needed";
    }
  /** `until` in epoch milliseconds. */
  | { readonly outcome: "held"; readonly until: number }
  | { readonly outcome: "turnover"; readonly left: Money };

type WithdrawalDeps = Pick<PayoutDeps, "db" | "vault" | "payouts" | "identity" | "checkClock">;

/**
 * Creates a withdrawal in one transaction, under the lock of the player's money: the order, the transfer that holds its
 * amount, the reply under the key, and the events. Throws ClockLeapt if the database's clock jumped: a hold after a
 * change of password could otherwise end too early.
 */
export function requestWithdrawal(
  deps: WithdrawalDeps,
  request: WithdrawalRequest,
): Promise<WithdrawalOutcome> {
  const { playerId, key, bodyHash } = request;
  return deps.db.transaction(async (tx): Promise<WithdrawalOutcome> => {
    const balance = await lockCash(tx, playerId);
    const use = await findKey(tx, { playerId, key, bodyHash });
    if (use.use === "replay") return { outcome: "accepted", reply: use.reply };
    if (use.use !== "free") return { outcome: use.use };
    const kind = await addressKind(tx, request);
    const refusal = await refusalOf(tx, deps, { request, balance, kind });
    if (refusal !== null || kind === null) return refusal ?? { outcome: "address-unknown" };
    const id = await hold(tx, deps, { request, balance, kind });
    const [record] = await withdrawalRecords(tx, deps, [id]);
    const reply = JSON.stringify(record);
    await storeKey(tx, { playerId, key, call: "makeOrder", bodyHash, reply });
    await deps.checkClock(tx);
    return { outcome: "accepted", reply };
  });
}

type AddressKind = "bank" | "wallet";

interface WithdrawalReply {
  readonly request: WithdrawalRequest;
  readonly balance: Money;
  readonly kind: AddressKind | null;
}

async function addressKind(
  tx: Queries,
  { addressId, playerId }: WithdrawalRequest,
): Promise<AddressKind | null> {
  const [row] = await tx.query<{ kind: AddressKind }>(sql.OWN_ADDRESS, [addressId, playerId]);
  return row?.kind ?? null;
}

/** Why the withdrawal is refused; null if nothing prevents it. Cheap checks come first. */
async function refusalOf(
  tx: Queries,
  { payouts, identity }: WithdrawalDeps,
  { request: { playerId, amount }, balance, kind }: WithdrawalReply,
): Promise<Exclude<WithdrawalOutcome, { outcome: "accepted" }> | null> {
  if (!mayUnattended("withdrawal.ask", await playerStatus(tx, playerId))) return { outcome: "locked" };
  if (await isStopped(tx)) return { outcome: "stopped" };
  if (kind === null) return { outcome: "address-unknown" };
  if (kind === "bank" && amount % bankStep(payouts) !== 0n) return { outcome: "not-whole" };
  const until = await withdrawalHeldUntil(tx, playerId);
  if (until !== null) return { outcome: "held", until };
  const [pending] = await tx.query<{ count: number }>(sql.COUNT_PENDING, [playerId]);
  if ((pending?.count ?? 0) >= payouts.maxPending) return { outcome: "pending" };
  if (amount > balance) return { outcome: "no-funds" };
  const { left } = await turnoverDue(tx, playerId, payouts);
  if (left > 0n) return { outcome: "turnover", left };
  // Last, so that nobody is asked for papers by a withdrawal that something else prevents.
  if (!(await identity.judge(tx, playerId, amount)).needed) return null;
  await identity.ask(tx, playerId);
  return { outcome: "identity-needed" };
}

async function hold(
  tx: Queries,
  { payouts }: WithdrawalDeps,
  { request: { playerId, addressId, amount }, balance, kind }: WithdrawalReply,
): Promise<bigint> {
  const after = balance - amount;
  const fee = withdrawalFee(payouts, amount);
  // The settings were validated against this at startup.
  if (fee >= amount) throw new Error("a withdrawal of which nothing would arrive");
  const [order] = await tx.query<{ id: bigint }>(sql.ADD_ORDER, [playerId, kind, amount, fee, after]);
  if (order === undefined) throw new Error("an order of money was not added");
  await tx.query(sql.ADD_WITHDRAWAL, [order.id, addressId]);
  const held = await post(tx, [
    {
      code: "withdrawal-hold",
      debit: cashAccount(playerId),
      credit: holdAccount(playerId),
      amount,
      reference: String(order.id),
      playerId,
    },
  ]);
  // The balance was read under the lock that is still held.
  if (!held) throw new Error("a hold was refused by the ledger");
  await publishBalance(tx, playerId, after);
  await publishMoney(tx, playerId, { id: order.id, type: "withdrawal", status: "pendingReview" });
  return order.id;
}
