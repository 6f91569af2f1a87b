import { createHash } from "node:crypto";
import type { SealedColumn } from "./reencryption.ts";
import type { Vault } from "./sealing.ts";

/*
 * What opens an account is sealed by the server's keys for the account that it opens: whoever has the database's role, and not the
 * keys, makes nothing that opens somebody else's.
 */

const PLACES = {
  password: { table: "player", column: "password_seal" },
  transPassword: { table: "player", column: "trans_password_seal" },
  operatorPassword: { table: "operator", column: "password_seal" },
  passkey: { table: "passkey", column: "seal" },
  session: { table: "session_family", column: "seal" },
} as const;

export type CredentialKind = keyof typeof PLACES;

/** The sealed columns, for renewing seals. */
export const CREDENTIAL_SEALS: readonly SealedColumn[] = Object.values(PLACES).map((place) => ({
  ...place,
  key: ["id"],
}));

/** A credential as stored: `text` is what it consists of, `before` its SHA-256 from when there were no seals. */
export interface StoredCredential {
  readonly kind: CredentialKind;
  /** The id of its row. */
  readonly id: bigint | string;
  readonly text: string;
  readonly seal: Uint8Array | null;
  readonly before: Uint8Array | null;
}

/** Seals a credential for its row. */
export function sealCredential(
  vault: Vault,
  { kind, id, text }: Pick<StoredCredential, "kind" | "id" | "text">,
): Uint8Array {
  return vault.seal({ ...PLACES[kind], row: id }, digestOf(text).toString("hex"));
}

/** Whether a server wrote a credential for its row; `before`: at a time when there were no seals. */
export function whoseCredential(vault: Vault, stored: StoredCredential): "sealed" | "before" | "nobody" {
  const { kind, id, seal, before } = stored;
  const digest = digestOf(stored.text);
  if (seal !== null) {
    try {
      if (vault.open({ ...PLACES[kind], row: id }, seal) === digest.toString("hex")) return "sealed";
    } catch {
      // Of another row, or made without the keys.
    }
  }
  return before !== null && digest.equals(before) ? "before" : "nobody";
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
