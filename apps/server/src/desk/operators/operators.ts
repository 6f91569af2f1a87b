import type { OperatorRecord, Role } from "@lotus/contract/desk";
import type { Passwords } from "../../accounts/accounts.ts";
import type { Queries } from "../../db/database.ts";
import type { Entropy } from "../../deps.ts";
import type { SealedPlace, Vault } from "../../vault/vault.ts";
import * as sql from "./operators.sql.ts";
import { isRole } from "./role.ts";
import { newTotpSecret, otpauthUri } from "./totp.ts";

/** An operator as the tables show them. */
export interface Operator {
  readonly id: bigint;
  readonly name: string;
  readonly role: Role;
  readonly status: "active" | "locked";
  readonly mustChangePassword: boolean;
  readonly createdAt: number;
  readonly lastSignInAt: number | null;
}

/** What an operator signs in with, known only at the moment it is made. */
export interface Credentials {
  readonly password: string;
  readonly totpSecret: string;
  readonly otpauthUri: string;
}

interface Row {
  readonly id: bigint;
  readonly name: string;
  readonly role: string;
  readonly status: "active" | "locked";
  readonly must_change_password: boolean;
  readonly created_ms: bigint;
  readonly sign_in_ms: bigint | null;
}

const PASSWORD_BYTES = 15;

/** What operators are made with. */
export interface OperatorParts {
  readonly entropy: Entropy;
  readonly vault: Vault;
  readonly passwords: Passwords;
  /** Name of the house, shown by authenticators. */
  readonly title: string;
}

/** Makes operators and what they sign in with. */
export class Operators {
  readonly #parts: OperatorParts;

  constructor(parts: OperatorParts) {
    this.#parts = parts;
  }

  /** New credentials: a one-time password, hashed already, and a secret. Call it before a transaction: hashing takes its time. */
  async newCredentials(name: string): Promise<Credentials & { readonly hash: string }> {
    const { entropy, passwords, title } = this.#parts;
    const password = Buffer.from(entropy.bytes(PASSWORD_BYTES)).toString("base64url");
    const totpSecret = newTotpSecret(entropy);
    const uri = otpauthUri({ title, name, secret: totpSecret });
    return { password, totpSecret, otpauthUri: uri, hash: await passwords.hash(password) };
  }

  /** Adds an operator; null when the name is taken. */
  async add(
    tx: Queries,
    made: {
      readonly name: string;
      readonly role: Role;
      readonly hash: string;
      readonly totpSecret: string;
      readonly mustChangePassword: boolean;
    },
  ): Promise<Operator | null> {
    const [next] = await tx.query<{ id: bigint }>(sql.NEXT_ID);
    if (next === undefined) throw new Error("a sequence answered nothing");
    const sealed = this.#parts.vault.seal(secretOf(next.id), made.totpSecret);
    const values = [next.id, made.name, made.role, made.hash, sealed, made.mustChangePassword];
    const [row] = await tx.query<Row>(sql.ADD, values);
    return row === undefined ? null : operatorOf(row);
  }

  /** Replaces what an operator signs in with. */
  async reissue(tx: Queries, operatorId: bigint, made: { hash: string; totpSecret: string }): Promise<void> {
    const sealed = this.#parts.vault.seal(secretOf(operatorId), made.totpSecret);
    await tx.query(sql.REISSUE, [operatorId, made.hash, sealed]);
  }

  /** The secret of an operator's authenticator. */
  openSecret(operatorId: bigint, sealed: Uint8Array): string {
    return this.#parts.vault.open(secretOf(operatorId), sealed);
  }
}

/** Reads an operator, and with `lock` keeps them as they are until the transaction ends. */
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

/** An operator as the desk shows them. */
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
