import type { Database } from "../db/database.ts";
import { ownerOf } from "./hash-turns.ts";
import type { Passwords } from "./passwords.ts";
import type { PasswordSeals } from "./password-seals.ts";
import * as sql from "./players.sql.ts";

const MAX_ATTEMPTS = 5;

/** Result of an attempt at the withdrawal password. */
export type TransPasswordCheck =
  | { readonly right: true; readonly storedHash: string }
  | { readonly right: false; readonly triesLeft: number }
  /** Locked for 24 h; `untilMs` in epoch milliseconds. */
  | { readonly right: false; readonly triesLeft: 0; readonly untilMs: number };

interface BegunTry {
  readonly trans_password_hash: string;
  readonly trans_password_seal: Uint8Array | null;
  readonly trans_password_before: Uint8Array | null;
  readonly tries: number;
}

/** Checks withdrawal passwords. Five wrong attempts lock them for 24 hours. */
export class TransPasswords {
  readonly #db: Database;
  readonly #passwords: Passwords;
  readonly #seals: PasswordSeals;

  constructor(db: Database, passwords: Passwords, seals: PasswordSeals) {
    this.#seals = seals;
    this.#db = db;
    this.#passwords = passwords;
  }

  /**
   * Checks an attempt. Call it before a transaction and not inside one: hashing takes a tenth of a second, for which no
   * connection should be held. @throws Overloaded when too many passwords wait; the attempt does not count then
   */
  async check(playerId: bigint, password: string): Promise<TransPasswordCheck> {
    const [begun] = await this.#db.query<BegunTry & Record<string, unknown>>(sql.BEGIN_TRANS_TRY, [
      playerId,
      MAX_ATTEMPTS,
    ]);
    if (begun === undefined) return await this.#locked(playerId);
    const { trans_password_hash: hash, trans_password_seal: seal, trans_password_before: before } = begun;
    const stored = { id: playerId, hash, seal, before };
    const own = this.#seals.own("transPassword", stored, this.#passwords.nobody);
    let right = false;
    try {
      const asker = ownerOf(`player:${playerId}`);
      ({ right } = await this.#passwords.check(password, own.hash, asker));
    } catch (error) {
      await this.#db.query(sql.TRANS_TAKE_BACK, [playerId]);
      throw error;
    }
    if (right) {
      await this.#db.query(sql.TRANS_RIGHT, [playerId]);
      return { right: true, storedHash: own.hash };
    }
    return begun.tries >= MAX_ATTEMPTS
      ? await this.#locked(playerId)
      : { right: false, triesLeft: MAX_ATTEMPTS - begun.tries };
  }

  async #locked(playerId: bigint): Promise<TransPasswordCheck> {
    const [lock] = await this.#db.query<{ until_ms: bigint | null }>(sql.READ_TRANS_LOCK, [playerId]);
    return { right: false, triesLeft: 0, untilMs: Number(lock?.until_ms ?? 0n) };
  }
}
