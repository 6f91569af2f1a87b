import type { PaymentCandidate, PlayerRef } from "@lotus/contract/desk";
import { formatMoney } from "@lotus/money";
import { perhapsNamedIn } from "../../wallet/wallet.ts";
import type { DeskDeps } from "../desk-deps.ts";
import * as sql from "./candidates.sql.ts";

/** Dependencies for finding candidates. */
export type CandidateDeps = Pick<DeskDeps, "db" | "services">;

interface Row {
  readonly number: bigint;
  readonly order_id: bigint;
  readonly player_id: bigint;
  readonly username: string;
  readonly player_status: PlayerRef["status"];
  readonly status: PaymentCandidate["status"];
  readonly amount: bigint;
  readonly due: string;
  readonly created_ms: bigint;
  readonly fits: PaymentCandidate["fits"];
}

/** An open payment: its number, and the bank's text of the transfer. */
interface OpenPayment {
  readonly id: bigint;
  readonly text: string | null;
}

/**
 * Recharges that open payments may be for, the likeliest first: named by the text or nearly, of exactly the amount, or of a
 * player whose cards carry the name of the payer.
 */
export async function candidatesFor(
  { db, services }: CandidateDeps,
  payments: readonly OpenPayment[],
): Promise<ReadonlyMap<bigint, readonly PaymentCandidate[]>> {
  if (payments.length === 0) return new Map();
  const owners = await services.wallet.addresses.namedIn(payments.map(({ text }) => text ?? ""));
  const sought = payments.map(({ id, text }, at) => {
    const { orderIds, references } = perhapsNamedIn(text ?? "");
    return {
      number: String(id),
      orders: orderIds.map(String),
      references,
      players: (owners[at] ?? []).map(String),
    };
  });
  const rows = await db.query<Row & Record<string, unknown>>(sql.CANDIDATES, [JSON.stringify(sought)]);
  const candidates = new Map<bigint, PaymentCandidate[]>();
  for (const row of rows)
    candidates.set(row.number, [...(candidates.get(row.number) ?? []), candidateOf(row)]);
  return candidates;
}

function candidateOf(row: Row): PaymentCandidate {
  return {
    order: `R${row.order_id}`,
    player: { id: String(row.player_id), name: row.username, status: row.player_status },
    status: row.status,
    amount: formatMoney(row.amount),
    due: row.due,
    createdAt: Number(row.created_ms),
    fits: row.fits,
  };
}
