import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { KeyRing } from "../settings/keys.ts";

/** What the MAC of a token binds it to; `expires_ms` is epoch milliseconds. */
export interface BoundToken {
  readonly token_hash: Buffer;
  readonly family_id: string;
  readonly player_id: bigint;
  readonly expires_ms: bigint;
}

/** MACs of rows of tokens, by keys derived from those of the jwt: u16 version ‖ HMAC-SHA256. Checked with every call. */
export class TokenMacs {
  readonly #ring: KeyRing<Uint8Array>;
  readonly #derived = new Map<number, Buffer>();

  constructor(ring: KeyRing<Uint8Array>) {
    this.#ring = ring;
  }

  /** The MAC of a row, under the current key. */
  of(row: BoundToken): Buffer {
    const mac = this.#under(this.#ring.version, row);
    if (mac === null) throw new Error("the current key is gone");
    return mac;
  }

  /** Whether a server gave this token to this session and player, until then. */
  isOwn(row: BoundToken & { readonly mac: Buffer | null }): boolean {
    if (row.mac === null || row.mac.length < 2) return false;
    const mac = this.#under(row.mac.readUInt16BE(0), row);
    return mac !== null && mac.length === row.mac.length && timingSafeEqual(mac, row.mac);
  }

  #under(version: number, row: BoundToken): Buffer | null {
    const key = this.#keyOf(version);
    if (key === null) return null;
    const head = Buffer.alloc(2);
    head.writeUInt16BE(version);
    const text = `${row.family_id}|${row.player_id}|${row.expires_ms}|`;
    return Buffer.concat([head, createHmac("sha256", key).update(text).update(row.token_hash).digest()]);
  }

  #keyOf(version: number): Buffer | null {
    const known = this.#derived.get(version);
    if (known !== undefined) return known;
    const key = this.#ring.of(version);
    if (key === undefined) return null;
    const derived = createHmac("sha256", key).update("access token").digest();
    this.#derived.set(version, derived);
    return derived;
  }
}

/** Tokens are 256 random bits, so one fast hash is enough to make a stolen table useless. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
