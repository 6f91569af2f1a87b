import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { SessionEndReason } from "@lotus/contract";
import type { Database, Queries, Sql } from "../db/database.ts";
import { Gathered } from "../db/gathered.ts";
import type { Clock, Entropy } from "../deps.ts";
import type { CallerCheck, EndedToken, TokenVerdict } from "../http/caller-check.ts";
import { sealCredential, type Vault, whoseCredential } from "../vault/vault.ts";
import type { KeyRing } from "../settings/keys.ts";
import { readJwt, signJwt, type SessionClaims } from "./jwt.ts";
import * as sql from "./sessions.sql.ts";
import { type BoundToken, hashToken, TokenMacs } from "./token-macs.ts";
import { type LearnedToken, TokenMemory } from "./token-memory.ts";

const TOKEN_BYTES = 32;
const TOKEN_SECONDS = 30 * 60;
const GRACE_MS = 10_000;
const IDLE_MS = 30 * 86_400_000;
const AGE_MS = 90 * 86_400_000;
/** Few enough that nobody waits for the database behind them. */
const KEPT_AT_ONCE = 2_000;

/**
 * Why a session ended. `device`: by the player on another device; `passkey`, `copied`: the passkey that it began with was
 * removed, or may have been copied; `reuse`: a jwt was used twice; `closed`: the account was locked or closed.
 */
export type SessionEnd =
  | "logout"
  | "password"
  | "closed"
  | "reuse"
  | "device"
  | "desk"
  | "passkey"
  | "copied";

/** A session that has just ended, for listeners that hold something open for it. */
export interface EndedSession {
  readonly playerId: bigint;
  readonly familyId: string;
  readonly why: SessionEnd;
}

/** A session that has just been opened, for listeners that prepare something for it. */
export interface OpenedSession {
  readonly playerId: bigint;
  readonly familyId: string;
}

/** The pair a client holds. */
export interface SessionPair {
  readonly token: string;
  readonly jwt: string;
}

/** Where a session was opened from. */
export interface SessionOrigin {
  readonly device: string;
  readonly userAgent: string;
  readonly address: string;
}

/** A session that is open. Instants are epoch milliseconds. */
export interface OpenSession {
  readonly familyId: string;
  readonly signedInBy: "password" | "passkey";
  readonly userAgent: string;
  readonly address: string;
  readonly createdAt: number;
  /** When it last asked for anything or had a window open, to the half minute. */
  readonly lastSeen: number;
}

interface Generation {
  readonly generation: number;
  readonly rotated_ms: bigint;
}

interface FamilyState extends Generation {
  readonly seal: Buffer | null;
  readonly before: Buffer | null;
  readonly player_id: bigint;
  readonly ended: SessionEndReason | null;
  readonly created_ms: bigint;
  readonly now_ms: bigint;
}

interface TokenRow extends BoundToken {
  readonly ended: SessionEndReason | null;
  readonly left_ms: bigint;
  readonly mac: Buffer | null;
  readonly of_before: boolean;
}

interface PasskeyEnd {
  readonly playerId: bigint;
  readonly passkeyId: bigint;
  readonly why: "passkey" | "copied";
  readonly except?: string | null;
}

interface FamilyRow {
  readonly id: string;
  readonly player_id: bigint;
}

export interface SessionOptions {
  readonly db: Database;
  readonly entropy: Entropy;
  readonly key: KeyRing<Uint8Array>;
  readonly vault: Vault;
  readonly log: Pick<Logger, "error">;
  readonly clock: Clock;
  /** How many servers the house has. */
  readonly servers: () => number;
}

/** Sessions as families of tokens: opened by a login, renewed by rotation; an ended one stays ended. */
export class Sessions implements CallerCheck {
  readonly #db: Database;
  readonly #entropy: Entropy;
  readonly #key: KeyRing<Uint8Array>;
  readonly #vault: Vault;
  readonly #log: Pick<Logger, "error">;
  readonly #macs: TokenMacs;
  readonly #memory: TokenMemory;
  /** Tokens are checked by few statements, however many requests come. */
  readonly #checks: Gathered<Buffer, LearnedToken>;
  readonly #listeners: ((ended: EndedSession) => void)[] = [];
  /** Sessions that were heard since they were last kept. */
  #heard = new Set<string>();
  readonly #openedListeners: ((opened: OpenedSession) => void)[] = [];

  constructor(options: SessionOptions) {
    this.#db = options.db;
    this.#entropy = options.entropy;
    this.#key = options.key;
    this.#vault = options.vault;
    this.#log = options.log;
    this.#macs = new TokenMacs(options.key);
    this.#memory = new TokenMemory(options.clock);
    this.#checks = new Gathered((hashes) => this.#checkMany(hashes), { servers: options.servers });
  }

  /** Calls `listener` after every session that this node ends. */
  onEnded(listener: (ended: EndedSession) => void): void {
    this.#listeners.push(listener);
  }

  /** Calls `listener` after every session that this node opens. */
  onOpened(listener: (opened: OpenedSession) => void): void {
    this.#openedListeners.push(listener);
  }

  /**
   * Opens a session in the transaction of a login, by a passkey or a password. Hand `opened` to `publishOpened` once that
   * has committed.
   */
  async open(
    tx: Queries,
    playerId: bigint,
    origin: SessionOrigin,
    passkeyId: bigint | null = null,
  ): Promise<{ readonly pair: SessionPair; readonly opened: OpenedSession }> {
    const id = randomUUID();
    const createdMs = await nowOf(tx);
    const [family] = await tx.query<Generation & { id: string }>(sql.OPEN_FAMILY, [
      playerId,
      origin.device,
      origin.userAgent,
      origin.address,
      passkeyId,
      id,
      createdMs,
      sealCredential(this.#vault, { kind: "session", id, text: `${playerId}|${createdMs}` }),
    ]);
    if (family === undefined) throw new Error("an insert returned no session");
    const pair = {
      token: await this.#issueToken(tx, family.id, playerId),
      jwt: this.#jwtOf(family.id, family),
    };
    return { pair, opened: { playerId, familyId: family.id } };
  }

  /**
   * Exchanges a jwt for the next pair, or returns why its session has ended. Reusing a jwt ends its family, unless it
   * was first used in the last ten seconds: two windows may have renewed at once, and both get the same successor.
   */
  async refresh(jwt: string): Promise<SessionPair | EndedToken> {
    const claims = readJwt(this.#key, jwt);
    if (claims === null) return { ended: "expired" };
    const { familyId } = claims;
    const outcome = await this.#db.transaction(
      async (tx): Promise<SessionPair | EndedSession | EndedToken> => {
        await tx.query(sql.LOCK_FAMILY, [familyId]);
        const [family] = await tx.query<FamilyState>(sql.READ_FAMILY, [familyId]);
        if (family === undefined) return { ended: await whyForgotten(tx, claims) };
        if (claims.generation > family.generation || !this.#isOwn(familyId, family))
          return { ended: "expired" };
        const ended = whyEnded(family);
        if (ended !== null) return { ended };
        if (claims.generation === family.generation) {
          const [next] = await tx.query<Generation>(sql.ROTATE_FAMILY, [familyId]);
          if (next === undefined) throw new Error("a locked session is gone");
          return {
            token: await this.#issueToken(tx, familyId, family.player_id),
            jwt: this.#jwtOf(familyId, next),
          };
        }
        const justUsed =
          claims.generation === family.generation - 1 &&
          Number(family.now_ms - family.rotated_ms) <= GRACE_MS;
        if (justUsed) {
          return {
            token: await this.#issueToken(tx, familyId, family.player_id),
            jwt: this.#jwtOf(familyId, family),
          };
        }
        await tx.query(sql.REVOKE_FAMILY, [familyId, "reuse" satisfies SessionEnd]);
        return { playerId: family.player_id, familyId, why: "reuse" };
      },
    );
    if ("jwt" in outcome || "ended" in outcome) return outcome;
    this.#publishEnded([outcome]);
    return { ended: "reuse" };
  }

  /** Ends one session. */
  async end(familyId: string, why: SessionEnd): Promise<void> {
    const ended = await this.#db.query<FamilyRow>(sql.REVOKE_FAMILY, [familyId, why]);
    this.#publishEnded(ended.map(({ id, player_id }) => ({ familyId: id, playerId: player_id, why })));
  }

  /** The player's open sessions, most recently seen first. */
  async list(playerId: bigint): Promise<readonly OpenSession[]> {
    const rows = await this.#db.query<{
      id: string;
      user_agent: string;
      address: string;
      signed_in_by: "password" | "passkey";
      created_ms: bigint;
      seen_ms: bigint;
    }>(sql.LIST_FAMILIES, [playerId, IDLE_MS, AGE_MS]);
    return rows.map((row) => ({
      familyId: row.id,
      signedInBy: row.signed_in_by,
      userAgent: row.user_agent,
      address: row.address,
      createdAt: Number(row.created_ms),
      lastSeen: Number(row.seen_ms),
    }));
  }

  /** Ends one session of a player from another one; false when it is not theirs or has ended. */
  async endOne(playerId: bigint, familyId: string): Promise<boolean> {
    return (await this.#endSome(sql.REVOKE_ONE, playerId, familyId)) > 0;
  }

  /** Ends every session of a player but one; returns how many. */
  async endOthers(playerId: bigint, familyId: string): Promise<number> {
    return await this.#endSome(sql.REVOKE_OTHERS, playerId, familyId);
  }

  /** Ends every session of a player inside `tx`. Hand the result to `tell` once that has committed. */
  async endAll(tx: Queries, playerId: bigint, why: SessionEnd): Promise<readonly EndedSession[]> {
    const ended = await tx.query<FamilyRow>(sql.REVOKE_PLAYER, [playerId, why]);
    return ended.map(({ id, player_id }) => ({ familyId: id, playerId: player_id, why }));
  }

  /**
   * Ends the sessions that a passkey opened, but `except`, inside `tx`. Hand the result to `publishEnded` once that has
   * committed.
   */
  async endOfPasskey(
    tx: Queries,
    { playerId, passkeyId, why, except = null }: PasskeyEnd,
  ): Promise<readonly EndedSession[]> {
    const ended = await tx.query<FamilyRow>(sql.REVOKE_BY_PASSKEY, [playerId, passkeyId, why, except]);
    return ended.map(({ id, player_id }) => ({ familyId: id, playerId: player_id, why }));
  }

  /** Notifies the listeners of this node of an opened session. */
  publishOpened(opened: OpenedSession): void {
    for (const listener of this.#openedListeners) listener(opened);
  }

  /** Notifies the listeners of this node of ended sessions; other nodes notice within two seconds. */
  publishEnded(ended: readonly EndedSession[]): void {
    this.#publishEnded(ended);
  }

  known(token: string): TokenVerdict | undefined {
    return this.#hear(this.#memory.recall(token));
  }

  async check(token: string): Promise<TokenVerdict> {
    return this.#hear(await this.#memory.learn(token, () => this.#checks.ask(hashToken(token))));
  }

  #hear<Verdict extends TokenVerdict | undefined>(verdict: Verdict): Verdict {
    if (typeof verdict === "object" && "familyId" in verdict) this.#heard.add(verdict.familyId);
    return verdict;
  }

  /** Keeps that sessions were heard on this server, and those that have a window open here. */
  async keepSeen(withWindows: Iterable<string>): Promise<void> {
    const families = [...new Set([...this.#heard, ...withWindows])];
    this.#heard = new Set();
    for (let from = 0; from < families.length; from += KEPT_AT_ONCE)
      await this.#db.query(sql.KEEP_SEEN, [families.slice(from, from + KEPT_AT_ONCE)]);
  }

  async #checkMany(hashes: readonly Buffer[]): Promise<readonly LearnedToken[]> {
    const rows = await this.#db.query<TokenRow>(sql.CHECK_TOKENS, [hashes]);
    const byHash = new Map(rows.map((row) => [row.token_hash.toString("base64"), row]));
    return hashes.map((hash) => learned(this.#ownRow(byHash.get(hash.toString("base64")))));
  }

  #ownRow(row: TokenRow | undefined): TokenRow | undefined {
    if (row === undefined || row.of_before || this.#macs.isOwn(row)) return row;
    this.#log.error({ player: String(row.player_id) }, "a token that no server gave is refused");
    return undefined;
  }

  /** Deletes tokens and families that can no longer be used. */
  async sweep(): Promise<void> {
    await this.#db.query(sql.FORGET_TOKENS);
    await this.#db.query(sql.FORGET_FAMILIES);
  }

  async #endSome(statement: Sql, playerId: bigint, familyId: string): Promise<number> {
    const why: SessionEnd = "device";
    const ended = await this.#db.query<FamilyRow>(statement, [playerId, familyId, why]);
    this.#publishEnded(ended.map(({ id, player_id }) => ({ familyId: id, playerId: player_id, why })));
    return ended.length;
  }

  async #issueToken(tx: Queries, familyId: string, playerId: bigint): Promise<string> {
    const token = Buffer.from(this.#entropy.bytes(TOKEN_BYTES)).toString("hex");
    const expiresMs = (await nowOf(tx)) + BigInt(TOKEN_SECONDS * 1000);
    const row = {
      token_hash: hashToken(token),
      family_id: familyId,
      player_id: playerId,
      expires_ms: expiresMs,
    };
    await tx.query(sql.ISSUE_TOKEN, [row.token_hash, familyId, playerId, expiresMs, this.#macs.of(row)]);
    return token;
  }

  /** Whether a server opened this session for the player that it has. */
  #isOwn(
    familyId: string,
    { player_id: playerId, created_ms: createdMs, seal, before }: FamilyState,
  ): boolean {
    const text = `${playerId}|${createdMs}`;
    const whose = whoseCredential(this.#vault, { kind: "session", id: familyId, text, seal, before });
    if (whose !== "nobody") return true;
    this.#log.error({ player: String(playerId) }, "a session that no server opened is refused");
    return false;
  }

  /** The jwt of a generation is derived from stored data, so that the grace period can return it again. */
  #jwtOf(familyId: string, { generation, rotated_ms }: Generation): string {
    return signJwt(this.#key, { familyId, generation, issuedAt: Number(rotated_ms / 1000n) });
  }

  #publishEnded(ended: readonly EndedSession[]): void {
    for (const one of ended) {
      this.#memory.forget(one.familyId);
      for (const listener of this.#listeners) listener(one);
    }
  }
}

function learned(row: TokenRow | undefined): LearnedToken {
  if (row === undefined) return { verdict: "expired", leftMs: 0 };
  if (row.ended !== null) return { verdict: { ended: row.ended }, leftMs: 0 };
  if (row.left_ms <= 0n) return { verdict: "expired", leftMs: 0 };
  return { verdict: { playerId: row.player_id, familyId: row.family_id }, leftMs: Number(row.left_ms) };
}

function whyEnded({ ended, created_ms, rotated_ms, now_ms }: FamilyState): SessionEndReason | null {
  if (ended !== null) return ended;
  if (Number(now_ms - rotated_ms) >= IDLE_MS) return "idle";
  return Number(now_ms - created_ms) >= AGE_MS ? "expired" : null;
}

/** Sessions are deleted once they could not be renewed any more, but a jwt says when it was issued. */
async function whyForgotten(tx: Queries, { issuedAt }: SessionClaims): Promise<"idle" | "expired"> {
  return Number(await nowOf(tx)) - issuedAt * 1000 >= IDLE_MS ? "idle" : "expired";
}

async function nowOf(tx: Queries): Promise<bigint> {
  const [clock] = await tx.query<{ now_ms: bigint }>(sql.READ_CLOCK);
  if (clock === undefined) throw new Error("the clock answered nothing");
  return clock.now_ms;
}
