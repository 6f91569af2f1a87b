import { createHash, randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Database, Queries } from "../../db/database.ts";
import type { Entropy } from "../../deps.ts";
import type { CallerCheck, TokenVerdict } from "../../http/caller-check.ts";
import type { OperatorCaller } from "../../http/handler.ts";
import { isOwnSession, ownAccess, sealSession, type SealedAccess } from "../operators/operator-seals.ts";
import { isRole } from "../operators/role.ts";
import type { Vault } from "../../vault/vault.ts";
import * as sql from "./sessions.sql.ts";

const TOKEN_BYTES = 32;
/** How long a session lasts at most. */
export const SESSION_AGE_MS = 12 * 3_600_000;
const IDLE_MS = 30 * 60_000;
// `seen` of an active session is updated at this interval, not with every call.
const NOTE_EACH_MS = 20_000;

interface SessionRow extends SealedAccess, Record<string, unknown> {
  readonly id: string;
  readonly operator_id: bigint;
  readonly token_hash: Uint8Array;
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
    { operatorId, accessVersion }: { readonly operatorId: bigint; readonly accessVersion: number },
    address: string,
  ): Promise<{ readonly token: string; readonly expiresAt: number }> {
    const token = Buffer.from(this.#entropy.bytes(TOKEN_BYTES)).toString("hex");
    const [id, tokenHash] = [randomUUID(), hashToken(token)];
    const [clock] = await tx.query<{ now_ms: bigint }>(sql.NOW);
    if (clock === undefined) throw new Error("the clock answered nothing");
    const createdMs = clock.now_ms;
    const seals = sealSession(this.#vault, id, { operatorId, tokenHash, createdMs, accessVersion });
    await tx.query(sql.OPEN, [tokenHash, operatorId, address, id, ...seals, createdMs]);
    return { token, expiresAt: Number(createdMs) + SESSION_AGE_MS };
  }

  /** Nothing is cached, so that a lock or another role applies from the next call on. */
  known(): undefined {
    return undefined;
  }

  async check(token: string): Promise<TokenVerdict<OperatorCaller>> {
    const [row] = await this.#db.query<SessionRow>(sql.CHECK, [hashToken(token)]);
    if (row === undefined) return "expired";
    if (!this.#isOpen(row)) return "ended";
    if (!isRole(row.role)) throw new Error(`operator ${row.operator_id} has the role ${row.role}`);
    if (Number(row.quiet_ms) >= NOTE_EACH_MS) await this.#db.query(sql.SEEN, [row.id]);
    return {
      operatorId: row.operator_id,
      name: row.name,
      role: row.role,
      sessionId: row.id,
      mustChangePassword: row.must_change_password,
      expiresAt: Number(row.created_ms) + SESSION_AGE_MS,
    };
  }

  /**
   * Whether a session is open by the servers' word: one opened it for the access that its operator still has. What the
   * database's role writes opens none.
   */
  #isOpen(row: SessionRow): boolean {
    if (row.ended || Number(row.age_ms) >= SESSION_AGE_MS || Number(row.quiet_ms) >= IDLE_MS) return false;
    const { id, operator_id: operatorId, token_hash: tokenHash, created_ms: createdMs, seal } = row;
    const access = ownAccess(this.#vault, operatorId, row);
    if (access === null || access.status !== "active") {
      this.#log.error(
        { operator: String(operatorId) },
        "an operator has a role or an unlocking that no server gave, and is refused",
      );
      return false;
    }
    const session = { operatorId, tokenHash, createdMs, accessVersion: access.version };
    if (isOwnSession(this.#vault, id, session, seal)) return true;
    this.#log.error(
      { operator: String(operatorId) },
      "a session of the desk that no server opened is refused",
    );
    return false;
  }

  /** Which of these sessions are open; checking does not count as activity. */
  async stillOpen(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#db.query<SessionRow>(sql.CHECK_IDS, [ids]);
    return new Set(rows.filter((row) => this.#isOpen(row)).map(({ id }) => id));
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
