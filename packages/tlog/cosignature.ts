import { ed25519 } from "@noble/curves/ed25519.js";
import { concat, u64, utf8 } from "./bytes.ts";
import {
  type Note,
  type NoteSignature,
  signaturesBy,
  SIGNATURE_TYPES,
  verifierKey,
  type VerifierKey,
  verifyEd25519,
} from "./signed-note.ts";

/*
 * Timestamped Ed25519 cosignatures of c2sp.org/tlog-cosignature: a witness states that at this time the checkpoint was
 * the largest consistent one that it knew of the log.
 */

/** The public key of a witness, by its secret key (32 bytes of seed). */
export function cosignerKey(name: string, secretKey: Uint8Array): VerifierKey {
  return verifierKey(name, SIGNATURE_TYPES.cosignature, ed25519.getPublicKey(secretKey));
}

/** Cosigns the body of a checkpoint. `timestamp` is in seconds since 1970 and not zero. */
export function cosign(
  body: string,
  cosigner: { readonly name: string; readonly secretKey: Uint8Array },
  timestamp: number,
): NoteSignature {
  const { name, secretKey } = cosigner;
  if (!Number.isSafeInteger(timestamp) || timestamp <= 0) throw new RangeError(`${timestamp} is no time`);
  const { keyId } = cosignerKey(name, secretKey);
  const signature = ed25519.sign(signedMessage(body, timestamp), secretKey);
  return { name, keyId, signature: concat(u64(timestamp), signature) };
}

/**
 * The timestamps (seconds since 1970) of the cosignatures of a note by a witness; empty if there is none, null if one
 * with the name and ID of its key does not verify, which makes the note malformed.
 */
export function cosignedAt(note: Note, key: VerifierKey): readonly number[] | null {
  if (key.type !== SIGNATURE_TYPES.cosignature) return [];
  const times: number[] = [];
  for (const { signature } of signaturesBy(note, key)) {
    const timestamp = signature.length === 72 ? readU64(signature) : null;
    if (timestamp === null || timestamp === 0) return null;
    if (!verifyEd25519(signature.slice(8), signedMessage(note.body, timestamp), key.publicKey)) return null;
    times.push(timestamp);
  }
  return times;
}

function signedMessage(body: string, timestamp: number): Uint8Array {
  return utf8(`cosignature/v1\ntime ${timestamp}\n${body}`);
}

/** The number in the first eight bytes; null above 2⁵³ − 1. */
function readU64(bytes: Uint8Array): number | null {
  const value = bytes.subarray(0, 8).reduce((sum, byte) => sum * 256 + byte, 0);
  return Number.isSafeInteger(value) ? value : null;
}
