import type { OperatorRecord, Role } from "@lotus/contract/desk";
import type { Queries } from "../../db/database.ts";
import { sealCredential, type SealedPlace, type Vault } from "../../vault/vault.ts";
import { type OperatorAccess, ownAccess, sealAccess, type SealedAccess, sealRole } from "./operator-seals.ts";
import * as sql from "./operators.sql.ts";
import { isRole } from "./role.ts";

/** An operator as stored. */
export interface Operator {
  readonly id: bigint;
  readonly name: string;
  readonly role: Role;
  /** enrolling: without credentials yet. */
  readonly status: "active" | "enrolling" | "locked";
  readonly mustChangePassword: boolean;
  readonly createdAt: number;
  readonly lastSignInAt: number | null;
}

interface Row {
  readonly id: bigint;
  readonly name: string;
  readonly role: string;
  readonly status: Operator["status"];
  readonly must_change_password: boolean;
  readonly created_ms: bigint;
  readonly sign_in_ms: bigint | null;
}

interface AccessRow extends SealedAccess, Record<string, unknown> {
  readonly status: "active" | "locked";
}

export interface OperatorsOptions {
  readonly vault: Vault;
}

/** Stores operators and their credentials. */
export class Operators {
  readonly #options: OperatorsOptions;

  constructor(options: OperatorsOptions) {
    this.#options = options;
  }

  /** Adds an operator; null when the name is taken. Without `secrets` they have yet to enrol, and cannot sign in. */
  async add(
    tx: Queries,
    made: {
      readonly name: string;
      readonly role: Role;
      readonly secrets?: { readonly hash: string; readonly totpSecret: string };
    },
  ): Promise<Operator | null> {
    const [next] = await tx.query<{ id: bigint }>(sql.NEXT_ID);
    if (next === undefined) throw new Error("a sequence answered nothing");
    const { name, role, secrets } = made;
    const sealed =
      secrets === undefined ? null : this.#options.vault.seal(secretOf(next.id), secrets.totpSecret);
    const [row] = await tx.query<Row>(sql.ADD, [
      next.id,
      name,
      role,
      secrets?.hash ?? null,
      sealed,
      sealRole(this.#options.vault, next.id, role),
      secrets === undefined ? null : this.sealPassword(next.id, secrets.hash),
    ]);
    if (row === undefined) return null;
    await this.#write(tx, next.id, { version: 1, role, status: "active" });
    return operatorOf(row);
  }

  /** Sets an operator's credentials; null when they have some already or do not exist. */
  async enrol(
    tx: Queries,
    operatorId: bigint,
    made: { readonly hash: string; readonly totpSecret: string; readonly step: number },
  ): Promise<{ readonly operatorId: bigint; readonly role: Role } | null> {
    const sealed = this.#options.vault.seal(secretOf(operatorId), made.totpSecret);
    const seal = this.sealPassword(operatorId, made.hash);
    const values = [operatorId, made.hash, sealed, made.step, seal];
    const [row] = await tx.query<{ role: string }>(sql.ENROL, values);
    if (row === undefined) return null;
    if (!isRole(row.role)) throw new Error(`operator ${operatorId} has the role ${row.role}`);
    return { operatorId, role: row.role };
  }

  /** Gives an operator whose row is locked another role. */
  async setRole(tx: Queries, operatorId: bigint, role: Role): Promise<void> {
    const { version, status } = await this.#access(tx, operatorId);
    await tx.query(sql.SET_ROLE, [operatorId, role, sealRole(this.#options.vault, operatorId, role)]);
    await this.#write(tx, operatorId, { version: version + 1, role, status });
  }

  /** Locks or unlocks an operator whose row is locked. The role is that of the seal, whatever the row says. */
  async setStatus(tx: Queries, operatorId: bigint, status: "active" | "locked"): Promise<void> {
    const { version, role } = await this.#access(tx, operatorId);
    await tx.query(sql.SET_STATUS, [operatorId, status]);
    await this.#write(tx, operatorId, { version: version + 1, role, status });
  }

  /** Takes an operator's credentials, in the transaction that has locked their row. */
  async forgetSecrets(tx: Queries, operatorId: bigint): Promise<void> {
    const { version, role, status } = await this.#access(tx, operatorId);
    await tx.query(sql.FORGET_SECRETS, [operatorId]);
    await this.#write(tx, operatorId, { version: version + 1, role, status });
  }

  /** The access that a server gave the operator last; null where what is stored is no server's word. */
  ownAccess(operatorId: bigint, stored: SealedAccess): OperatorAccess | null {
    return ownAccess(this.#options.vault, operatorId, stored);
  }

  async #access(tx: Queries, operatorId: bigint): Promise<OperatorAccess> {
    const [row] = await tx.query<AccessRow>(sql.READ_ACCESS, [operatorId]);
    if (row === undefined) throw new Error(`operator ${operatorId} is gone`);
    // The role of the row may be nobody's word; one that no server gave is none, and has to be given anew.
    const sealed = { ...row, role: row.access_role ?? row.role };
    return (
      this.ownAccess(operatorId, sealed) ?? {
        version: row.access_version ?? 0,
        role: "",
        status: row.status,
      }
    );
  }

  async #write(tx: Queries, operatorId: bigint, access: OperatorAccess): Promise<void> {
    const { version, role, status } = access;
    const seal = sealAccess(this.#options.vault, operatorId, access);
    await tx.query(sql.ADD_ACCESS, [operatorId, version, role, status, seal]);
  }

  /** The seal of a hash of an operator's password. */
  sealPassword(operatorId: bigint, hash: string): Uint8Array {
    return sealCredential(this.#options.vault, { kind: "operatorPassword", id: operatorId, text: hash });
  }

  /** The secret of an operator's authenticator. */
  openSecret(operatorId: bigint, sealed: Uint8Array): string {
    return this.#options.vault.open(secretOf(operatorId), sealed);
  }
}

/** Reads an operator; with `lock`, also locks the row until the transaction ends. */
export async function readOperator(db: Queries, id: bigint, lock: boolean): Promise<Operator | null> {
  const [row] = await db.query<Row>(lock ? sql.LOCK : sql.READ, [id]);
  return row === undefined ? null : operatorOf(row);
}

/** Operators, the newest first. */
export async function listOperators(
  db: Queries,
  { before, limit }: { readonly before: bigint | null; readonly limit: number },
): Promise<readonly Operator[]> {
  return (await db.query<Row>(sql.LIST, [before, limit])).map(operatorOf);
}

/** An operator as the desk's API returns them. */
export function operatorRecordOf(operator: Operator): OperatorRecord {
  return { ...operator, id: String(operator.id) };
}

function operatorOf(row: Row): Operator {
  if (!isRole(row.role)) throw new Error(`operator ${row.id} has the role ${row.role}`);
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    status: row.status,
    mustChangePassword: row.must_change_password,
    createdAt: Number(row.created_ms),
    lastSignInAt: row.sign_in_ms === null ? null : Number(row.sign_in_ms),
  };
}

function secretOf(operatorId: bigint): SealedPlace {
  return { table: "operator", column: "totp_secret", row: operatorId };
}
