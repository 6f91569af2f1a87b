import type { Queries } from "../db/database.ts";
import { SUBJECT_LOCKS } from "../db/advisory-locks.ts";
import { lockCash } from "../ledger/ledger.ts";
import type { SealedColumn, SealedPlace, Vault } from "../vault/vault.ts";
import * as sql from "./contacts.sql.ts";

/** How a player can be reached. */
export type ContactKind = "phone" | "email";

/** The contacts of a player in full: for the server's own use, never for a reply. */
export interface PlayerContacts {
  /** E.164. */
  readonly phone?: string;
  /** Confirmed: its link was opened. */
  readonly email?: string;
  /** Requested; its link is not opened yet. */
  readonly pendingEmail?: string;
}

/** The sealed columns of this module, to be re-encrypted when keys change. */
export const SEALED_CONTACTS: readonly SealedColumn[] = [
  {
    table: "player_contact",
    key: ["player_id", "kind"],
    column: "sealed",
    index: { column: "found_by", purpose: ([, kind = ""]) => purposeOf(kind), text: comparable },
  },
  { table: "email_binding", key: ["player_id"], column: "sealed" },
  {
    table: "contact_before",
    key: ["id", "kind"],
    column: "sealed",
    index: { column: "found_by", purpose: ([, kind = ""]) => purposeOf(kind), text: comparable },
  },
];

/** Stores contacts: sealed for their row, found by blind index, each belonging to one player only. */
export class Contacts {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  async read(db: Queries, playerId: bigint): Promise<PlayerContacts> {
    const rows = await db.query<{ kind: ContactKind | "pending"; sealed: Buffer }>(sql.READ_CONTACTS, [
      playerId,
    ]);
    const contacts: { phone?: string; email?: string; pendingEmail?: string } = {};
    for (const { kind, sealed } of rows) {
      if (kind === "pending") contacts.pendingEmail = this.#vault.open(bindingPlace(playerId), sealed);
      else contacts[kind] = this.#vault.open(contactPlace(playerId, kind), sealed);
    }
    return contacts;
  }

  /** The player that a contact belongs to. */
  async ownerOf(db: Queries, kind: ContactKind, contact: string): Promise<bigint | undefined> {
    const [owner] = await db.query<{ player_id: bigint }>(sql.FIND_OWNER, [
      kind,
      this.foundBy(kind, contact),
    ]);
    return owner?.player_id;
  }

  /** Everybody else whose contact this is, or was until they closed or changed it while they are excluded. */
  async otherOwners(
    db: Queries,
    playerId: bigint,
    { kind, contact }: { readonly kind: ContactKind; readonly contact: string },
  ): Promise<readonly bigint[]> {
    const indexes = this.foundBy(kind, contact);
    const rows = await db.query<{ player_id: bigint }>(sql.OTHER_OWNERS, [kind, indexes, playerId]);
    return rows.map((row) => row.player_id);
  }

  /** The blind indexes of a contact, one for each key in use. */
  foundBy(kind: ContactKind, contact: string): readonly Uint8Array[] {
    return this.#vault.blindIndexes(purposeOf(kind), comparable(contact));
  }

  /** Serializes the changes of one player's contacts. */
  async lockPlayer(tx: Queries, playerId: bigint): Promise<void> {
    // Before the row, as whoever closes an account.
    await lockCash(tx, playerId);
    await tx.query(sql.LOCK_PLAYER, [playerId]);
  }

  /**
   * Binds a contact in place of the previous one; false when it belongs to another player. The player must be locked.
   */
  async put(
    tx: Queries,
    playerId: bigint,
    { kind, contact, linkHash = null }: { kind: ContactKind; contact: string; linkHash?: Uint8Array | null },
  ): Promise<boolean> {
    await this.#lock(tx, kind, contact);
    const owner = await this.ownerOf(tx, kind, contact);
    if (owner !== undefined && owner !== playerId) return false;
    const sealed = this.#vault.seal(contactPlace(playerId, kind), contact);
    const index = this.#vault.blindIndex(purposeOf(kind), comparable(contact));
    await this.#keepOfExcluded(tx, playerId, kind);
    await tx.query(sql.PUT_CONTACT, [playerId, kind, sealed, index, linkHash]);
    return true;
  }

  /** Stores an e-mail until its link is opened, in place of an earlier pending one. */
  async storePending(
    tx: Queries,
    playerId: bigint,
    { email, linkHash, locale }: { email: string; linkHash: Uint8Array; locale: string },
  ): Promise<void> {
    const sealed = this.#vault.seal(bindingPlace(playerId), email);
    await tx.query(sql.PUT_BINDING, [playerId, sealed, linkHash, locale]);
  }

  /** Removes and returns the pending e-mail of a link. */
  async takePending(
    tx: Queries,
    playerId: bigint,
    linkHash: Uint8Array,
  ): Promise<{ readonly email: string; readonly locale: string } | undefined> {
    const [taken] = await tx.query<{ sealed: Buffer; locale: string }>(sql.TAKE_BINDING, [
      playerId,
      linkHash,
    ]);
    if (taken === undefined) return undefined;
    return { email: this.#vault.open(bindingPlace(playerId), taken.sealed), locale: taken.locale };
  }

  /** Deletes every contact of a player, pending ones included. What finds who is excluded is kept aside as long as they are. */
  async erase(tx: Queries, playerId: bigint): Promise<void> {
    await this.#keepOfExcluded(tx, playerId, null);
    await tx.query(sql.ERASE_CONTACTS, [playerId]);
    await tx.query(sql.DROP_BINDING, [playerId]);
    await tx.query(sql.DROP_RESETS, [playerId]);
  }

  async #keepOfExcluded(tx: Queries, playerId: bigint, only: ContactKind | null): Promise<void> {
    const rows = await tx.query<{ kind: ContactKind; sealed: Buffer; id: bigint }>(sql.OF_EXCLUDED, [
      playerId,
      only,
    ]);
    for (const { kind, sealed, id } of rows) {
      const contact = this.#vault.open(contactPlace(playerId, kind), sealed);
      const place = { table: "contact_before", column: "sealed", row: `${id}/${kind}` };
      const index = this.#vault.blindIndex(purposeOf(kind), comparable(contact));
      await tx.query(sql.KEEP_BEFORE, [id, playerId, kind, this.#vault.seal(place, contact), index]);
    }
  }

  /**
   * While keys change, two nodes may write different blind indexes of one contact, which no unique index detects: so
   * both lock the index of their oldest key.
   */
  async #lock(tx: Queries, kind: ContactKind, contact: string): Promise<void> {
    const oldest = this.foundBy(kind, contact).at(-1);
    if (oldest === undefined) throw new Error("the vault holds no key for blind indexes");
    await tx.query(sql.LOCK_SUBJECT, [SUBJECT_LOCKS.contact, Buffer.from(oldest).readInt32BE(2)]);
  }
}

/** "+84912345678" as "+84******678". */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 3)}${"*".repeat(Math.max(4, phone.length - 6))}${phone.slice(-3)}`;
}

/** "reader@mail.example" as "r***@mail.example". */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, Math.min(1, at))}***${email.slice(at)}`;
}

/** Mailboxes differ by case only in theory; a phone number has one spelling. */
function comparable(contact: string): string {
  return contact.toLowerCase();
}

function purposeOf(kind: string): string {
  return `contact.${kind}`;
}

function contactPlace(playerId: bigint, kind: ContactKind): SealedPlace {
  return { table: "player_contact", column: "sealed", row: `${playerId}/${kind}` };
}

function bindingPlace(playerId: bigint): SealedPlace {
  return { table: "email_binding", column: "sealed", row: playerId };
}
