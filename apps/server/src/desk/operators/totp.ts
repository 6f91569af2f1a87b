import { Secret, TOTP } from "otpauth";
import type { Entropy } from "../../deps.ts";

const SECRET_BYTES = 20;
const STEP_MS = 30_000;

/** A new secret for an authenticator, in base32 for typing. */
export function newTotpSecret(entropy: Entropy): string {
  const bytes = entropy.bytes(SECRET_BYTES);
  return new Secret({ buffer: new Uint8Array(bytes).buffer }).base32;
}

/** The URI that sets an authenticator up, as text or QR code. */
export function otpauthUri(options: {
  readonly title: string;
  readonly name: string;
  readonly secret: string;
}): string {
  const { title, name, secret } = options;
  return new TOTP({ issuer: `${title} desk`, label: name, secret: Secret.fromBase32(secret) }).toString();
}

/** The code that an authenticator with this secret shows. @throws TypeError if it is not base32 */
export function codeOf(secret: string, now: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
}

/**
 * The 30-second step that a code belongs to, or null when it is wrong: the current, the previous and the next step are
 * accepted, since clocks differ a little. A step is valid once: the caller stores the last one used.
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / STEP_MS) + delta;
}
