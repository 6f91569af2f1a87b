import { createHash, createHmac } from "node:crypto";
import type { Entropy } from "../deps.ts";
import { versionsOf, type KeyRing } from "../settings/keys.ts";

const LINK_BYTES = 32;
const NONCE_BYTES = 16;
const CODE_DIGITS = 12;

/**
 * Attempts at one code, from all callers together. As each address has few of its own, this many within the code's
 * minutes take thousands of addresses; they hit one code of 10^12 with a chance of one in ten million.
 */
export const RESET_CODE_ATTEMPTS = 100_000;

/** A new secret for a link: 256 random bits, 43 letters. */
export function newLinkToken(entropy: Entropy): string {
  return Buffer.from(entropy.bytes(LINK_BYTES)).toString("base64url");
}

/** Whose password a code sets. */
interface ResetOwner {
  readonly name: string;
  readonly playerId: bigint;
}

/** The stored hash of a link. Its secret has too many bits to guess, so one fast hash is enough. */
export function hashLinkToken(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}

/** A nonce that a code is derived from. */
export function newResetNonce(entropy: Entropy): Uint8Array {
  return entropy.bytes(NONCE_BYTES);
}

/**
 * The code of a nonce: twelve digits to type. It is derived with a secret from outside the database, so that a code can
 * be sent again and a stolen table reveals none; each name has its own, and it opens one account.
 */
export function resetCodeOf(pepper: Uint8Array, { name, playerId }: ResetOwner, nonce: Uint8Array): string {
  const mac = createHmac("sha256", pepper)
    .update(`password reset|${name}|${playerId}|`)
    .update(nonce)
    .digest();
  // 64 bits make each of 10^12 codes as likely as the others, to one in ten million.
  return String(mac.readBigUInt64BE() % 10n ** BigInt(CODE_DIGITS)).padStart(CODE_DIGITS, "0");
}

/**
 * The codes that a nonce may have been sent as: another node may already use a newer secret, or still only the old one.
 */
export function resetCodesOf(
  pepper: KeyRing<Uint8Array>,
  owner: ResetOwner,
  nonce: Uint8Array,
): readonly string[] {
  return versionsOf(pepper).map(([, key]) => resetCodeOf(key, owner, nonce));
}
