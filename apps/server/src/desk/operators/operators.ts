import type { OperatorRecord, Role } from "@lotus/contract/desk";
import type { Queries } from "../../db/database.ts";
import type { SealedPlace, Vault } from "../../vault/vault.ts";
import { isOwnRole, type SealedRole, sealRole } from "./operator-seals.ts";
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
    ]);
    return row === undefined ? null : operatorOf(row);
  }

  /** Sets an operator's credentials; null when they have some already or do not exist. */
  async enrol(
    tx: Queries,
    operatorId: bigint,
    made: { readonly hash: string; readonly totpSecret: string; readonly step: number },
  ): Promise<{ readonly operatorId: bigint; readonly role: Role } | null> {
    const sealed = this.#options.vault.seal(secretOf(operatorId), made.totpSecret);
    const [row] = await tx.query<{ role: string }>(sql.ENROL, [operatorId, made.hash, sealed, made.step]);
    if (row === undefined) return null;
    if (!isRole(row.role)) throw new Error(`operator ${operatorId} has the role ${row.role}`);
    return { operatorId, role: row.role };
  }

  /** Gives an operator another role. */
  async setRole(tx: Queries, operatorId: bigint, role: Role): Promise<void> {
    await tx.query(sql.SET_ROLE, [operatorId, role, sealRole(this.#options.vault, operatorId, role)]);
  }

  /** Whether a server gave the operator the role that is stored. */
  isOwnRole(operatorId: bigint, stored: SealedRole): boolean {
    return isOwnRole(this.#options.vault, operatorId, stored);
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
