import type { Database, Queries } from "../db/database.ts";
import { addressSubject } from "../http/client-address.ts";
import { lockCash } from "../ledger/ledger.ts";
import { sameNameIndexes, type Vault } from "../vault/vault.ts";
import * as sql from "./identity.sql.ts";
import type { Person, Persons } from "./person.ts";

/** Where somebody told of an age. */
export interface AgeOrigin {
  readonly address: string;
  /** Empty when the client sent none. */
  readonly device: string;
}

/** Why it is not known whether a player is of age: they said that they are not, or somebody did there that day. */
type UnderAgeWhy = "said" | "origin";

/** Called in the transaction that holds a player, under the lock of their cash. */
export type HoldListener = (tx: Queries, playerId: bigint, why: UnderAgeWhy) => Promise<void>;

const ORIGINS = "under-age-origin";

/**
 * What was said about an age stays said. Whoever tells of one at which nobody plays does not play until an operator has seen
 * a document, and neither does whoever registers from the same device or address within a day: the child who tells the
 * truth tries an older date next.
 */
export class UnderAge {
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #persons: Persons;
  readonly #listeners: HoldListener[] = [];

  constructor({
    db,
    vault,
    persons,
  }: {
    readonly db: Database;
    readonly vault: Vault;
    readonly persons: Persons;
  }) {
    this.#db = db;
    this.#vault = vault;
    this.#persons = persons;
  }

  onHeld(listener: HoldListener): void {
    this.#listeners.push(listener);
  }

  /** Somebody without an account told of such an age. */
  async saidAt(db: Queries, origin: AgeOrigin): Promise<void> {
    const found = partsOf(origin).map((part) => this.#vault.blindIndex(ORIGINS, part));
    await db.query(sql.NOTE_ORIGIN, [found]);
  }

  /** A player told of such an age. Name and date are stored where none were, so that no other can be told later. */
  async said(
    { playerId, realName, birthDate }: Person & { readonly playerId: bigint },
    origin: AgeOrigin,
  ): Promise<void> {
    await this.#db.transaction(async (tx) => {
      await lockCash(tx, playerId);
      const known = await this.#persons.lock(tx, playerId);
      if (known.realName === null) await this.#persons.storeName(tx, playerId, realName);
      if (known.birthDate === null) await this.#persons.storeBirthDate(tx, playerId, birthDate);
      await this.saidAt(tx, origin);
      await this.hold(tx, playerId, "said");
    });
  }

  /** Closes play to a new player from where such an age was told. */
  async holdNew(tx: Queries, playerId: bigint, origin: AgeOrigin): Promise<void> {
    const found = partsOf(origin).flatMap((part) => this.#vault.blindIndexes(ORIGINS, part));
    const rows = await tx.query(sql.FIND_ORIGIN, [found]);
    if (rows.length > 0) await this.hold(tx, playerId, "origin");
  }

  /** Closes play to a player who tells the name of somebody who said so that day, from wherever and with whichever date. */
  async holdNamed(tx: Queries, playerId: bigint, realName: string): Promise<void> {
    const indexes = sameNameIndexes(this.#vault, realName);
    const rows = await tx.query(sql.NAMED_UNDER_AGE, [playerId, indexes]);
    if (rows.length > 0) await this.hold(tx, playerId, "origin");
  }

  /** Closes play to a player until the desk has seen a document. */
  async hold(tx: Queries, playerId: bigint, why: UnderAgeWhy): Promise<void> {
    await lockCash(tx, playerId);
    if ((await tx.query(sql.ADD_UNDER_AGE, [playerId, why])).length === 0) return;
    for (const listener of this.#listeners) await listener(tx, playerId, why);
  }
}

/** Why it is not known whether a player is of age; null if nothing says that they are not. */
export async function underAgeWhy(db: Queries, playerId: bigint): Promise<UnderAgeWhy | null> {
  const [row] = await db.query<{ why: UnderAgeWhy }>(sql.UNDER_AGE, [playerId]);
  return row?.why ?? null;
}

function partsOf({ address, device }: AgeOrigin): readonly string[] {
  const at = `address ${addressSubject(address)}`;
  return device === "" ? [at] : [at, `device ${device}`];
}
