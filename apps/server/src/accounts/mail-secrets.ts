import { createHash, createHmac } from "node:crypto";
import type { Entropy } from "../deps.ts";

const LINK_BYTES = 32;
const CODES = 100_000_000;
const CODE_DIGITS = 8;

/** A fresh secret of a link: 256 random bits, 43 letters. */
export function newLinkToken(entropy: Entropy): string {
  return Buffer.from(entropy.bytes(LINK_BYTES)).toString("base64url");
}

/** What is kept of a link: its bits are too many to guess, so one fast hash does. */
export function hashLinkToken(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}

/** A fresh code to type: eight digits, each code as likely as the others. */
export function newResetCode(entropy: Entropy): string {
  const most = Math.floor(2 ** 32 / CODES) * CODES;
  for (;;) {
    const drawn = Buffer.from(entropy.bytes(4)).readUInt32BE(0);
    if (drawn < most) return String(drawn % CODES).padStart(CODE_DIGITS, "0");
  }
}

/**
 * What is kept of a code. A stolen table alone does not give it away: eight digits would be counted through in no
 * time, so the hash is keyed with a secret from outside the database, and each name has its own.
 */
export function hashResetCode(pepper: Uint8Array, name: string, code: string): Uint8Array {
  return createHmac("sha256", pepper).update(`password reset|${name}|${code}`).digest();
}
