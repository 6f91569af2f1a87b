import type { PaymentCandidate, PaymentNoticeRow, PlayerRef } from "@lotus/contract/desk";
import type { ListPlace } from "../../db/database.ts";
import { maskPayerText, type StoredPayerText } from "../../wallet/wallet.ts";
import { candidatesFor, type CandidateDeps } from "./candidates.ts";
import * as sql from "./payments.sql.ts";

interface Row extends Omit<StoredPayerText, "id"> {
  readonly id: bigint;
  readonly sender_id: string;
  readonly amount: string;
  readonly currency: string;
  readonly received_ms: bigint;
  readonly order_id: bigint | null;
  readonly player_id: bigint | null;
  readonly username: string | null;
  readonly player_status: PlayerRef["status"] | null;
  readonly state: PaymentNoticeRow["state"];
  readonly result: PaymentNoticeRow["result"];
  readonly finished_ms: bigint | null;
  readonly operator_id: bigint | null;
  readonly operator_name: string | null;
  readonly reason: string | null;
  readonly undoable: boolean | null;
}

/** A payment notice with its keys in the wallet. */
export interface ListedPayment {
  readonly id: bigint;
  readonly ref: { readonly channel: string; readonly id: string };
  /** What the bank wrote, in full: for the server alone. */
  readonly text: string | null;
  readonly record: PaymentNoticeRow;
}

/** Notices of payments that were not credited automatically, in the order of their numbers. */
export async function listPayments(
  deps: CandidateDeps,
  filter: { readonly state?: string | undefined; readonly channel?: string | undefined },
  { before, limit, order = "newest" }: ListPlace,
): Promise<readonly ListedPayment[]> {
  const values = [before, limit, filter.state ?? null, filter.channel ?? null];
  return await listed(deps, await deps.db.query<Row & Record<string, unknown>>(sql.LIST[order], values));
}

/** One such notice by its number, or null. */
export async function readPayment(deps: CandidateDeps, id: bigint): Promise<ListedPayment | null> {
  const rows = await deps.db.query<Row & Record<string, unknown>>(sql.ONE, [id]);
  return (await listed(deps, rows))[0] ?? null;
}

/** All that came for an order, however it found it. */
export async function paymentsOf(deps: CandidateDeps, orderId: bigint): Promise<readonly ListedPayment[]> {
  return await listed(deps, await deps.db.query<Row & Record<string, unknown>>(sql.OF_ORDER, [orderId]));
}

async function listed(deps: CandidateDeps, rows: readonly Row[]): Promise<readonly ListedPayment[]> {
  const { recharges } = deps.services.wallet;
  const payments = rows.map((row) => ({
    row,
    text: recharges.payerTextOf({ ...row, id: row.sender_id }),
  }));
  const open = payments.filter(({ row }) => row.state === "open");
  const candidates = await candidatesFor(
    deps,
    open.map(({ row: { id }, text }) => ({ id, text })),
  );
  return payments.map(({ row, text }) => paymentOf(row, text, candidates.get(row.id) ?? []));
}

function paymentOf(row: Row, text: string | null, candidates: readonly PaymentCandidate[]): ListedPayment {
  const { channel, player_id: playerId, operator_id: operatorId, order_id: orderId } = row;
  return {
    id: row.id,
    ref: { channel, id: row.sender_id },
    text,
    record: {
      id: String(row.id),
      state: row.state,
      result: row.result,
      channel,
      amount: row.amount,
      currency: row.currency,
      reference: text === null ? null : maskPayerText(text),
      receivedAt: Number(row.received_ms),
      order: orderId === null ? null : `R${orderId}`,
      player:
        playerId === null || row.player_status === null
          ? null
          : { id: String(playerId), name: row.username ?? "", status: row.player_status },
      finishedAt: row.finished_ms === null ? null : Number(row.finished_ms),
      operator: operatorId === null ? null : { id: String(operatorId), name: row.operator_name ?? "" },
      reason: row.reason,
      candidates: [...candidates],
      undoable: row.undoable === true,
    },
  };
}
