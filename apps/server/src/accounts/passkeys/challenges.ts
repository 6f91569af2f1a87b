import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { PASSKEY_PURPOSES } from "@lotus/contract";
import type { Database } from "../../db/database.ts";
import type { Entropy } from "../../deps.ts";
import { versionsOf, type KeyRing } from "../../settings/keys.ts";
import * as sql from "./passkeys.sql.ts";

/** How long a challenge is good for. */
export const CHALLENGE_MS = 5 * 60_000;
const NONCE_BYTES = 16;
const EXPIRY_BYTES = 8;
const MAC_BYTES = 32;

/** What a challenge is for. It is worth nothing for anything else. */
export type ChallengePurpose = "login" | "register" | (typeof PASSKEY_PURPOSES)[number];

/** Whom a challenge is for: nobody in particular at a login, else a player in one session. */
export interface ChallengeFor {
  readonly purpose: ChallengePurpose;
  readonly caller?: { readonly playerId: bigint; readonly familyId: string };
}

/** Outcome of an answered challenge. `foreign`: not made here, or for something or somebody else. */
export type TakenChallenge = { readonly issuedMs: number } | "expired" | "foreign";

/**
 * Challenges that any server checks without having stored them: each is a nonce and its expiry under a MAC that binds
 * them to a purpose, a player and a session. Asking for one costs no row, so that nobody fills the database by opening
 * the login page; only an answered one is remembered, until it would have expired.
 */
export class Challenges {
  readonly #db: Database;
  readonly #entropy: Entropy;
  readonly #keys: KeyRing<Uint8Array>;

  constructor(options: { db: Database; entropy: Entropy; keys: KeyRing<Uint8Array> }) {
    this.#db = options.db;
    this.#entropy = options.entropy;
    this.#keys = options.keys;
  }

  /** A new challenge, in base64url. */
  async issue(wanted: ChallengeFor): Promise<string> {
    const [clock] = await this.#db.query<{ now_ms: bigint }>(sql.NOW);
    if (clock === undefined) throw new Error("the database told no time");
    const expiry = Buffer.alloc(EXPIRY_BYTES);
    expiry.writeBigUInt64BE(clock.now_ms + BigInt(CHALLENGE_MS));
    const head = Buffer.concat([this.#entropy.bytes(NONCE_BYTES), expiry]);
    return Buffer.concat([head, macOf(this.#keys.current, wanted, head)]).toString("base64url");
  }

  /** Uses an answered challenge up, before anything else about the answer is checked. */
  async take(challenge: string, wanted: ChallengeFor): Promise<TakenChallenge> {
    const bytes = Buffer.from(challenge, "base64url");
    if (bytes.length !== NONCE_BYTES + EXPIRY_BYTES + MAC_BYTES) return "foreign";
    const head = bytes.subarray(0, -MAC_BYTES);
    const mac = bytes.subarray(-MAC_BYTES);
    const isOurs = versionsOf(this.#keys).some(([, key]) => timingSafeEqual(macOf(key, wanted, head), mac));
    if (!isOurs) return "foreign";
    const expiresMs = head.readBigUInt64BE(NONCE_BYTES);
    const hash = createHash("sha256").update(bytes).digest();
    const taken = await this.#db.query(sql.USE_CHALLENGE, [hash, expiresMs]);
    return taken.length === 0 ? "expired" : { issuedMs: Number(expiresMs) - CHALLENGE_MS };
  }

  async sweep(): Promise<void> {
    await this.#db.query(sql.FORGET_CHALLENGES);
  }
}

function macOf(key: Uint8Array, { purpose, caller }: ChallengeFor, head: Uint8Array): Buffer {
  const whom = caller === undefined ? "" : `${caller.playerId}/${caller.familyId}`;
  return createHmac("sha256", key).update(`passkey challenge|${purpose}|${whom}|`).update(head).digest();
}
