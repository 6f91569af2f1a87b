import type { PASSKEY_KINDS, WireAssertion, WireCredential } from "@lotus/contract";
import type { Database, Queries } from "../../db/database.ts";
import type { Entropy } from "../../deps.ts";
import type { PasskeySettings } from "../../settings/passkey-settings.ts";
import { sealCredential, whoseCredential } from "../../vault/vault.ts";
import type { SealedColumn, SealedPlace, Vault } from "../../vault/vault.ts";
import type { ChallengeFor, Challenges } from "./challenges.ts";
import * as sql from "./passkeys.sql.ts";
import { providerOf } from "./providers.ts";
import { checkAssertion, readClientData, readNewKey } from "./webauthn.ts";

/** How many passkeys an account may have. */
export const MAX_PASSKEYS = 10;
const HANDLE_BYTES = 32;
const EXTERNAL = new Set(["usb", "nfc", "ble", "smart-card"]);

export type PasskeyKind = (typeof PASSKEY_KINDS)[number];

/** A passkey of a player. Instants are epoch milliseconds. */
export interface Passkey {
  readonly id: bigint;
  readonly playerId: bigint;
  readonly credentialId: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly transports: readonly string[];
  /** The number by which authenticators know the player. */
  readonly handle: Uint8Array;
  readonly name: string;
  readonly kind: PasskeyKind;
  readonly provider: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly suspended: boolean;
}

/** A passkey with the account that it opens. */
export interface OwnedPasskey extends Passkey {
  readonly username: string;
  readonly status: "active" | "locked" | "closed";
}

/** Why an answer of an authenticator is not accepted. It says nothing about accounts. */
export type PasskeyRefusal = "PASSKEY_REFUSED" | "PASSKEY_EXPIRED";

interface PasskeyRow {
  readonly id: bigint;
  readonly player_id: bigint;
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly counter: bigint;
  readonly kind: PasskeyKind;
  readonly aaguid: string;
  readonly transports: string;
  readonly name: Buffer;
  readonly created_ms: bigint;
  readonly used_ms: bigint | null;
  readonly suspended: boolean;
  readonly handle: Buffer;
  readonly seal: Buffer | null;
  readonly before: Buffer | null;
}

interface OwnedRow extends PasskeyRow {
  readonly username: string;
  readonly status: OwnedPasskey["status"];
}

/** The sealed columns of this part, to be re-encrypted when keys change. */
export const SEALED_PASSKEYS: readonly SealedColumn[] = [{ table: "passkey", key: ["id"], column: "name" }];

export interface PasskeysOptions {
  readonly db: Database;
  readonly vault: Vault;
  readonly entropy: Entropy;
  readonly challenges: Challenges;
  /** Null if players can have none. */
  readonly settings: PasskeySettings | null;
  /**
   * Is told, in a transaction, of a passkey that was suspended. What it returns is called once that has committed, with
   * the language of the request.
   */
  readonly onSuspended: (tx: Queries, passkey: OwnedPasskey) => Promise<(locale: string) => void>;
}

/** Stores passkeys and checks what authenticators answer. */
export class Passkeys {
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #entropy: Entropy;
  readonly #challenges: Challenges;
  readonly #onSuspended: PasskeysOptions["onSuspended"];
  /** Where passkeys work; null if players can have none. */
  readonly settings: PasskeySettings | null;

  constructor(options: PasskeysOptions) {
    this.#db = options.db;
    this.#vault = options.vault;
    this.#entropy = options.entropy;
    this.#challenges = options.challenges;
    this.#onSuspended = options.onSuspended;
    this.settings = options.settings;
  }

  /** The player's passkeys, newest first. */
  async list(db: Queries, playerId: bigint): Promise<readonly Passkey[]> {
    const rows = await db.query<PasskeyRow>(sql.LIST, [playerId]);
    return rows.map((row) => this.#passkeyOf(row));
  }

  /** The passkey of a credential, with its owner: for a login, which knows neither yet. */
  async find(credentialId: string): Promise<OwnedPasskey | undefined> {
    const [row] = await this.#db.query<OwnedRow>(sql.FIND_WITH_OWNER, [
      Buffer.from(credentialId, "base64url"),
    ]);
    // One that the database's role wrote, or gave to another player, opens nothing.
    return row === undefined || whoseCredential(this.#vault, credentialOf(row)) === "nobody"
      ? undefined
      : { ...this.#passkeyOf(row), username: row.username, status: row.status };
  }

  /** A new challenge, in base64url. */
  issueChallenge(wanted: ChallengeFor): Promise<string> {
    return this.#challenges.issue(wanted);
  }

  /** The number by which authenticators know a player, made once. */
  async handleOf(db: Queries, playerId: bigint): Promise<Uint8Array> {
    const [row] = await db.query<{ handle: Buffer }>(sql.PUT_HANDLE, [
      playerId,
      this.#entropy.bytes(HANDLE_BYTES),
    ]);
    if (row === undefined) throw new Error("a handle was stored and is not there");
    return row.handle;
  }

  /**
   * Checks a proof by a passkey of `found`, the owner of its credential. The challenge is used up whatever comes of it.
   * A counter that went back suspends the passkey: its authenticator counted on after an answer that we had, so there
   * are two of it.
   */
  async prove(
    wire: WireAssertion,
    found: OwnedPasskey | undefined,
    wanted: ChallengeFor & { readonly locale: string },
  ): Promise<PasskeyRefusal | null> {
    const client = readClientData(wire.client_data_json);
    if (client === null || this.settings === null) return "PASSKEY_REFUSED";
    const taken = await this.#challenges.take(client.challenge, wanted);
    if (taken === "expired") return "PASSKEY_EXPIRED";
    if (taken === "foreign" || found === undefined) return "PASSKEY_REFUSED";
    if (!isOwner(wire, found, wanted)) return "PASSKEY_REFUSED";
    const answer = { challenge: client.challenge, key: found };
    const proved = await checkAssertion(wire, answer, this.settings);
    if (proved === null) return "PASSKEY_REFUSED";
    const kind = kindOf(found.transports, proved.synced);
    const [used] = await this.#db.query(sql.USE, [found.id, proved.counter, kind]);
    if (used !== undefined) return null;
    await this.#suspend(found, taken.issuedMs, wanted.locale);
    return "PASSKEY_REFUSED";
  }

  /** Stores the key of a registration under a name, in the transaction that has locked the player's row. */
  async add(
    tx: Queries,
    playerId: bigint,
    key: { readonly wire: WireCredential; readonly made: NewPasskey; readonly name: string },
  ): Promise<Passkey | "taken" | "limit"> {
    const [count] = await tx.query<{ count: number }>(sql.COUNT, [playerId]);
    if ((count?.count ?? 0) >= MAX_PASSKEYS) return "limit";
    const handle = await this.handleOf(tx, playerId);
    const [next] = await tx.query<{ id: bigint; now_ms: bigint }>(sql.NEXT_ID);
    if (next === undefined) throw new Error("a sequence gave no number");
    const { credentialId, publicKey, counter, aaguid, synced } = key.made;
    const transports = key.wire.transports ?? [];
    const [added] = await tx.query<{ created_ms: bigint }>(sql.ADD, [
      next.id,
      playerId,
      credentialId,
      publicKey,
      counter,
      kindOf(transports, synced),
      aaguid,
      transports.join(","),
      this.#vault.seal(nameOf(next.id), key.name),
      next.now_ms,
      sealCredential(this.#vault, {
        kind: "passkey",
        id: next.id,
        text: passkeyText({ playerId, credentialId, publicKey, createdMs: next.now_ms }),
      }),
    ]);
    if (added === undefined) return "taken";
    return {
      id: next.id,
      playerId,
      credentialId,
      publicKey,
      transports,
      handle,
      name: key.name,
      kind: kindOf(transports, synced),
      provider: providerOf(aaguid),
      createdAt: Number(added.created_ms),
      lastUsedAt: null,
      suspended: false,
    };
  }

  /** The key of a registration, if its challenge was for this player and everything about it is right. */
  async readNew(wire: WireCredential, wanted: ChallengeFor): Promise<NewPasskey | PasskeyRefusal> {
    const client = readClientData(wire.client_data_json);
    if (client === null || this.settings === null) return "PASSKEY_REFUSED";
    const taken = await this.#challenges.take(client.challenge, wanted);
    if (taken === "expired") return "PASSKEY_EXPIRED";
    if (taken === "foreign") return "PASSKEY_REFUSED";
    return (await readNewKey(wire, client.challenge, this.settings)) ?? "PASSKEY_REFUSED";
  }

  /** False when the player has no such passkey. */
  async rename(db: Queries, playerId: bigint, id: bigint, name: string): Promise<boolean> {
    const sealed = this.#vault.seal(nameOf(id), name);
    return (await db.query(sql.RENAME, [id, playerId, sealed])).length > 0;
  }

  /** False when the player has no such passkey. */
  async remove(tx: Queries, playerId: bigint, id: bigint): Promise<boolean> {
    return (await tx.query(sql.REMOVE, [id, playerId])).length > 0;
  }

  /** Deletes every passkey of a player, and what authenticators knew the player by. */
  async erase(tx: Queries, playerId: bigint): Promise<void> {
    for (const statement of sql.ERASE) await tx.query(statement, [playerId]);
  }

  /** Deletes challenges that could not be used again. */
  async sweep(): Promise<void> {
    await this.#challenges.sweep();
  }

  async #suspend(passkey: OwnedPasskey, issuedMs: number, locale: string): Promise<void> {
    const notify = await this.#db.transaction(async (tx) => {
      const [suspended] = await tx.query(sql.SUSPEND, [passkey.id, issuedMs]);
      return suspended === undefined ? undefined : await this.#onSuspended(tx, passkey);
    });
    notify?.(locale);
  }

  #passkeyOf(row: PasskeyRow): Passkey {
    return {
      id: row.id,
      playerId: row.player_id,
      credentialId: row.credential_id,
      publicKey: row.public_key,
      transports: row.transports === "" ? [] : row.transports.split(","),
      handle: row.handle,
      name: this.#vault.open(nameOf(row.id), row.name),
      kind: row.kind,
      provider: providerOf(row.aaguid),
      createdAt: Number(row.created_ms),
      lastUsedAt: row.used_ms === null ? null : Number(row.used_ms),
      suspended: row.suspended,
    };
  }
}

type NewPasskey = NonNullable<Awaited<ReturnType<typeof readNewKey>>>;

/**
 * Whether an answer is of who it is for. A login has only what the authenticator says, so it has to say whose passkey it
 * was; a session knows its player.
 */
function isOwner(wire: WireAssertion, found: OwnedPasskey, { caller }: ChallengeFor): boolean {
  if (caller !== undefined && caller.playerId !== found.playerId) return false;
  if (wire.user_handle === undefined) return caller !== undefined;
  return Buffer.from(wire.user_handle, "base64url").equals(Buffer.from(found.handle));
}

function kindOf(transports: readonly string[], synced: boolean): PasskeyKind {
  if (synced) return "synced";
  const isExternal = transports.length > 0 && transports.every((one) => EXTERNAL.has(one));
  return isExternal ? "key" : "device";
}

/** What a passkey opens, and since when: a reset of the withdrawal password takes one of three days. */
function passkeyText(passkey: {
  readonly playerId: bigint;
  readonly credentialId: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly createdMs: bigint;
}): string {
  const [credential, key] = [passkey.credentialId, passkey.publicKey].map((bytes) =>
    Buffer.from(bytes).toString("hex"),
  );
  return [passkey.playerId, credential, key, passkey.createdMs].join("|");
}

function credentialOf(row: PasskeyRow) {
  const { id, seal, before, player_id: playerId, credential_id: credentialId, public_key: publicKey } = row;
  const text = passkeyText({ playerId, credentialId, publicKey, createdMs: row.created_ms });
  return { kind: "passkey", id, text, seal, before } as const;
}

function nameOf(id: bigint): SealedPlace {
  return { table: "passkey", column: "name", row: id };
}
