import { createHash, randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Database, Queries } from "../../db/database.ts";
import type { Entropy } from "../../deps.ts";
import type { CallerCheck, TokenVerdict } from "../../http/caller-check.ts";
import type { OperatorCaller } from "../../http/handler.ts";
import { isOwnRole, isOwnSession, sealSession, type SealedRole } from "../operators/operator-seals.ts";
import { isRole } from "../operators/role.ts";
import type { Vault } from "../../vault/vault.ts";
import * as sql from "./sessions.sql.ts";

const TOKEN_BYTES = 32;
const AGE_MS = 12 * 3_600_000;
const IDLE_MS = 30 * 60_000;
// `seen` of an active session is updated at this interval, not with every call.
const NOTE_EACH_MS = 20_000;

interface SessionRow extends SealedRole {
  readonly id: string;
  readonly operator_id: bigint;
  readonly name: string;
  readonly seal: Uint8Array | null;
  readonly must_change_password: boolean;
  readonly created_ms: bigint;
  readonly ended: boolean;
  readonly age_ms: bigint;
  readonly quiet_ms: bigint;
}

/** Sessions of operators: each has an opaque token, stored as a hash; every call checks the database. */
export class OperatorSessions implements CallerCheck<OperatorCaller> {
  readonly #db: Database;
  readonly #entropy: Entropy;
  readonly #vault: Vault;
  readonly #log: Logger;

  constructor(options: {
    readonly db: Database;
    readonly entropy: Entropy;
    readonly vault: Vault;
    readonly log: Logger;
  }) {
    this.#db = options.db;
    this.#entropy = options.entropy;
    this.#vault = options.vault;
    this.#log = options.log;
  }

  /** Opens a session in the transaction of a sign-in; always with a new token, whatever the client sent. */
  async open(
    tx: Queries,
    operatorId: bigint,
    address: string,
  ): Promise<{ readonly token: string; readonly expiresAt: number }> {
    const token = Buffer.from(this.#entropy.bytes(TOKEN_BYTES)).toString("hex");
    const [id, tokenHash] = [randomUUID(), hashToken(token)];
    const [row] = await tx.query<{ created_ms: bigint }>(sql.OPEN, [
      tokenHash,
      operatorId,
      address,
      id,
      sealSession(this.#vault, id, { operatorId, tokenHash }),
    ]);
    if (row === undefined) throw new Error("an insert returned no session");
    return { token, expiresAt: Number(row.created_ms) + AGE_MS };
  }

  /** Nothing is cached, so that a lock or another role applies from the next call on. */
  known(): undefined {
    return undefined;
  }

  async check(token: string): Promise<TokenVerdict<OperatorCaller>> {
    const tokenHash = hashToken(token);
    const [row] = await this.#db.query<SessionRow>(sql.CHECK, [tokenHash]);
    if (row === undefined) return "expired";
    if (!this.#isOwn(row, tokenHash)) return "ended";
    if (row.ended || Number(row.age_ms) >= AGE_MS || Number(row.quiet_ms) >= IDLE_MS) return "ended";
    if (!isRole(row.role)) throw new Error(`operator ${row.operator_id} has the role ${row.role}`);
    if (Number(row.quiet_ms) >= NOTE_EACH_MS) await this.#db.query(sql.SEEN, [row.id]);
    return {
      operatorId: row.operator_id,
      name: row.name,
      role: row.role,
      sessionId: row.id,
      mustChangePassword: row.must_change_password,
      expiresAt: Number(row.created_ms) + AGE_MS,
    };
  }

  /** Whether a server opened this session, and gave its operator this role: the database's role alone does neither. */
  #isOwn(row: SessionRow, tokenHash: Uint8Array): boolean {
    const { id, operator_id: operatorId, seal } = row;
    if (!isOwnSession(this.#vault, id, { operatorId, tokenHash }, seal)) {
      this.#log.error(
        { operator: String(operatorId) },
        "a session of the desk that no server opened is refused",
      );
      return false;
    }
    if (isOwnRole(this.#vault, operatorId, row)) return true;
    this.#log.error(
      { operator: String(operatorId) },
      "an operator has a role that no server gave, and is refused",
    );
    return false;
  }

  /** Which of these sessions are open; checking does not count as activity. */
  async stillOpen(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#db.query<{ id: string }>(sql.STILL_OPEN, [ids, AGE_MS, IDLE_MS]);
    return new Set(rows.map(({ id }) => id));
  }

  async end(tx: Queries, sessionId: string): Promise<void> {
    await tx.query(sql.END, [sessionId]);
  }

  /** Ends every session of an operator but `except`. */
  async endAll(tx: Queries, operatorId: bigint, except: string | null = null): Promise<void> {
    await tx.query(sql.END_ALL, [operatorId, except]);
  }

  async sweep(): Promise<void> {
    await this.#db.query(sql.FORGET);
  }
}

/** Tokens are 256 random bits, so one fast hash is enough to make a stolen table useless. */
function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
