import type { Queries } from "../../db/database.ts";
import type { SealedColumn, SealedPlace, Vault } from "../../vault/vault.ts";
import { moneyOrderNo } from "../money-record.ts";
import * as sql from "./recharges.sql.ts";
import { namesIn } from "./reference.ts";

/*
 * What a bank writes of a transfer: the payer's words, and often the payer's name. Payers may be nobody's player, and have
 * agreed to nothing.
 */

/** The sealed column, for renewing seals. */
export const SEALED_PAYERS: readonly SealedColumn[] = [
  { table: "payment_notice", key: ["channel", "id"], column: "payer_text" },
];

/** Identifies a notice: the sender's id is unique only within its channel. */
interface NoticeKey {
  readonly channel: string;
  readonly id: string;
}

const placeOf = ({ channel, id }: NoticeKey): SealedPlace => ({
  table: "payment_notice",
  column: "payer_text",
  row: `${channel}/${id}`,
});

export function sealPayerText(vault: Vault, key: NoticeKey, text: string | null): Uint8Array | null {
  return text === null ? null : vault.seal(placeOf(key), text);
}

/** A stored text; one that a server of before took is not sealed yet. */
export interface StoredPayerText extends NoticeKey {
  readonly payer_text: Uint8Array | null;
  readonly reference: string | null;
}

export function openPayerText(vault: Vault, stored: StoredPayerText): string | null {
  return stored.payer_text === null ? stored.reference : vault.open(placeOf(stored), stored.payer_text);
}

/** Seals what servers of before took, some at a time. */
export async function sealFormerTexts(db: Queries, vault: Vault): Promise<void> {
  for (const { channel, id, reference } of await db.query<NoticeKey & { reference: string }>(sql.UNSEALED))
    await db.query(sql.SEAL_TEXT, [channel, id, sealPayerText(vault, { channel, id }, reference), reference]);
}

/** As the desk lists it: numbers of orders and references stay, of every other word its first letter. */
export function maskPayerText(text: string): string {
  const { orderIds, apart } = namesIn(text);
  const named = new Set([...apart, ...orderIds.map((id) => moneyOrderNo("recharge", id))]);
  return text
    .split(/\s+/u)
    .filter((word) => word !== "")
    .map((word) => (named.has(word.toUpperCase()) ? word : masked(word)))
    .join(" ");
}

function masked(word: string): string {
  const [first = ""] = word;
  return /\p{L}/u.test(first) ? `${first}•••` : "•••";
}
