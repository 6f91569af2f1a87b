import type { Logger } from "pino";
import { sealCredential, whoseCredential, type Vault } from "../vault/vault.ts";

type Kind = "password" | "transPassword" | "operatorPassword";

/** A password's hash as stored, with its seal. */
export interface StoredPassword {
  readonly id: bigint;
  readonly hash: string;
  readonly seal: Uint8Array | null;
  readonly before: Uint8Array | null;
}

/** Binds hashes of passwords to their accounts. */
export class PasswordSeals {
  readonly #vault: Vault;
  readonly #log: Pick<Logger, "error">;

  constructor(options: { readonly vault: Vault; readonly log: Pick<Logger, "error"> }) {
    this.#vault = options.vault;
    this.#log = options.log;
  }

  /** The seal of a hash for its account. */
  seal(kind: Kind, id: bigint, hash: string): Uint8Array {
    return sealCredential(this.#vault, { kind, id, text: hash });
  }

  /**
   * The hash to check a password against: `nobody` in place of one that no server stored for this account. `isSealed` is
   * false for one from before there were seals.
   */
  own(
    kind: Kind,
    stored: StoredPassword,
    nobody: string,
  ): { readonly hash: string; readonly isSealed: boolean } {
    const { id, hash, seal, before } = stored;
    const whose = whoseCredential(this.#vault, { kind, id, text: hash, seal, before });
    if (whose !== "nobody") return { hash, isSealed: whose === "sealed" };
    this.#log.error({ kind, account: String(id) }, "a password that no server stored is refused");
    return { hash: nobody, isSealed: true };
  }
}

/** The login password of a row of `player` or `operator`. */
export interface PasswordRow {
  readonly id: bigint;
  readonly password_hash: string;
  readonly password_seal: Uint8Array | null;
  readonly password_before: Uint8Array | null;
}

export function storedPassword(row: PasswordRow): StoredPassword {
  const { id, password_hash: hash, password_seal: seal, password_before: before } = row;
  return { id, hash, seal, before };
}
