import { createHash } from "node:crypto";
import type { Database, Queries } from "../../db/database.ts";
import type { Entropy } from "../../deps.ts";
import type { CallerCheck, TokenVerdict } from "../../http/caller-check.ts";
import type { OperatorCaller } from "../../http/handler.ts";
import { isRole } from "../operators/role.ts";
import * as sql from "./sessions.sql.ts";

const TOKEN_BYTES = 32;
const AGE_MS = 12 * 3_600_000;
const IDLE_MS = 30 * 60_000;
// `seen` of an active session is updated at this interval, not with every call.
const NOTE_EACH_MS = 20_000;

interface SessionRow {
  readonly id: string;
  readonly operator_id: bigint;
  readonly name: string;
  readonly role: string;
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

  constructor(options: { readonly db: Database; readonly entropy: Entropy }) {
    this.#db = options.db;
    this.#entropy = options.entropy;
  }

  /** Opens a session in the transaction of a sign-in; always with a new token, whatever the client sent. */
  async open(
    tx: Queries,
    operatorId: bigint,
    address: string,
  ): Promise<{ readonly token: string; readonly expiresAt: number }> {
    const token = Buffer.from(this.#entropy.bytes(TOKEN_BYTES)).toString("hex");
    const [row] = await tx.query<{ created_ms: bigint }>(sql.OPEN, [hashToken(token), operatorId, address]);
    if (row === undefined) throw new Error("an insert returned no session");
    return { token, expiresAt: Number(row.created_ms) + AGE_MS };
  }

  /** Nothing is cached, so that a lock or another role applies from the next call on. */
  known(): undefined {
    return undefined;
  }

  async check(token: string): Promise<TokenVerdict<OperatorCaller>> {
    const [row] = await this.#db.query<SessionRow>(sql.CHECK, [hashToken(token)]);
    if (row === undefined) return "expired";
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
