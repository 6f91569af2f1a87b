import { ed25519 } from "@noble/curves/ed25519.js";

/** The Ed25519 public key of a seed. */
export function publicKeyOf(secretKey: Uint8Array): Uint8Array {
  return ed25519.getPublicKey(secretKey);
}

/** The Ed25519 signature of a message by a seed. */
export function signatureOf(message: Uint8Array, secretKey: Uint8Array): Uint8Array {
  return ed25519.sign(message, secretKey);
}
