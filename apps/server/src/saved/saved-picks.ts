import { MAX_SAVED } from "@lotus/contract";
import { SUBJECT_LOCKS } from "../db/advisory-locks.ts";
import type { Database, Queries } from "../db/database.ts";
import type { SealedColumn, SealedPlace, Vault } from "../vault/vault.ts";
import * as sql from "./saved.sql.ts";

/** The encrypted column of this module, for reencryption. */
export const SEALED_SAVED: readonly SealedColumn[] = [
  { table: "saved_pick", key: ["player_id", "id"], column: "sealed" },
];

/** Picks of a slip: a line has its option, canonical groups as JSON text, and its stake in minor units as a decimal string. */
export interface SlipPicks {
  readonly game: string;
  readonly lines: readonly { readonly option: string; readonly groups: string; readonly amount: string }[];
}

/** Favourite numbers of a family. */
export interface NumberPicks {
  readonly family: string;
  readonly items: readonly string[];
}

/** What is saved, by its kind. */
export type Saved =
  | { readonly kind: "slip"; readonly picks: SlipPicks }
  | { readonly kind: "numbers"; readonly picks: NumberPicks };

/** Something saved, with its name. */
export type NamedSaved<Kind extends Saved = Saved> = Kind & {
  readonly id: bigint;
  readonly name: string;
  readonly created: number;
};

/** A new thing, or why there is none. */
export type SaveOutcome<Kind extends Saved> =
  | { readonly outcome: "saved"; readonly saved: NamedSaved<Kind> }
  | { readonly outcome: "full" }
  | { readonly outcome: "taken" };

export type RenameOutcome =
  | { readonly outcome: "renamed"; readonly name: string }
  | { readonly outcome: "unknown" }
  | { readonly outcome: "taken" };

interface Row extends Readonly<Record<string, unknown>> {
  readonly id: bigint;
  readonly kind: Saved["kind"];
  readonly sealed: Buffer;
  readonly created: bigint;
}

/** What players have saved. Names are compared in the open: a player has few, and no index would find them sealed. */
export class SavedPicks {
  readonly #db: Database;
  readonly #vault: Vault;

  constructor(db: Database, vault: Vault) {
    this.#db = db;
    this.#vault = vault;
  }

  /** The latest first. */
  async list(playerId: bigint, db: Queries = this.#db): Promise<readonly NamedSaved[]> {
    const rows = await db.query<Row>(sql.LIST, [playerId]);
    return rows.map((row) => openSaved(this.#vault, playerId, row));
  }

  async save<Kind extends Saved>(playerId: bigint, name: string, saved: Kind): Promise<SaveOutcome<Kind>> {
    return this.#db.transaction(async (tx) => {
      const alike = (await this.#locked(tx, playerId)).filter(({ kind }) => kind === saved.kind);
      if (alike.length >= MAX_SAVED) return { outcome: "full" };
      if (alike.some((other) => isSameName(other.name, name))) return { outcome: "taken" };
      const [next] = await tx.query<{ id: bigint }>(sql.NEXT_ID);
      if (next === undefined) throw new Error("a sequence has a next number");
      const { id } = next;
      const sealed = this.#seal(playerId, id, name, saved);
      const [added] = await tx.query<{ created: bigint }>(sql.ADD, [playerId, id, saved.kind, sealed]);
      if (added === undefined) throw new Error("what was saved is not there");
      return { outcome: "saved", saved: { ...saved, id, name, created: Number(added.created) } };
    });
  }

  async rename(playerId: bigint, id: bigint, name: string): Promise<RenameOutcome> {
    return this.#db.transaction(async (tx) => {
      const all = await this.#locked(tx, playerId);
      const known = all.find((each) => each.id === id);
      if (known === undefined) return { outcome: "unknown" };
      const isTaken = all.some(
        (other) => other !== known && other.kind === known.kind && isSameName(other.name, name),
      );
      if (isTaken) return { outcome: "taken" };
      await tx.query(sql.CHANGE, [playerId, id, this.#seal(playerId, id, name, known)]);
      return { outcome: "renamed", name };
    });
  }

  /** False if there is no such thing of this player. */
  async remove(playerId: bigint, id: bigint): Promise<boolean> {
    return (await this.#db.query(sql.REMOVE, [playerId, id])).length > 0;
  }

  /** Everything of a player, while nothing else is saved or renamed. */
  async #locked(tx: Queries, playerId: bigint): Promise<readonly NamedSaved[]> {
    await tx.query(sql.LOCK, [SUBJECT_LOCKS.savedPicks, String(playerId)]);
    return this.list(playerId, tx);
  }

  #seal(playerId: bigint, id: bigint, name: string, { picks }: Saved): Uint8Array {
    return this.#vault.seal(placeOf(playerId, id), JSON.stringify({ name, picks }));
  }
}

/** Opens the seal of a row. */
export function openSaved(
  vault: Vault,
  playerId: bigint,
  { id, kind, sealed, created }: Pick<Row, "id" | "kind" | "sealed" | "created">,
): NamedSaved {
  // Sealed by this module, and bound to this row.
  const { name, picks }: { name: string; picks: never } = JSON.parse(
    vault.open(placeOf(playerId, id), sealed),
  );
  return { kind, id, name, picks, created: Number(created) };
}

function placeOf(playerId: bigint, id: bigint): SealedPlace {
  return { table: "saved_pick", column: "sealed", row: `${playerId}/${id}` };
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
