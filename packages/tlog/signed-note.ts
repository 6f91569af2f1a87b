import { ed25519 } from "@noble/curves/ed25519.js";
import { concat, fromBase64, fromHex, toBase64, toHex, utf8 } from "./bytes.ts";
import { nobleHashing } from "./hashing.ts";

/*
 * Signed notes of c2sp.org/signed-note: a text with one or more signatures, each by a named key.
 */

/** Signature types of the specification that are used here. */
export const SIGNATURE_TYPES = { ed25519: 0x01, cosignature: 0x04 } as const;

/** A signature line of a note. The signature has no key ID. */
export interface NoteSignature {
  readonly name: string;
  /** The first four bytes of a hash over name, type and public key. */
  readonly keyId: number;
  readonly signature: Uint8Array;
}

/** A note as parsed; nothing of it is verified. `body` ends with a newline. */
export interface Note {
  readonly body: string;
  readonly signatures: readonly NoteSignature[];
}

/** A public key for notes with its name, as a vkey encodes it. */
export interface VerifierKey {
  readonly name: string;
  readonly keyId: number;
  readonly type: number;
  readonly publicKey: Uint8Array;
}

/** Maximum number of signatures of a note; the specification requires at least 16. */
const MAX_SIGNATURES = 100;
const SEPARATOR = "\n\n";
/** Key names are not empty and contain neither Unicode spaces nor a plus. */
const KEY_NAME = /^[^\p{White_Space}+]+$/u;
// Control characters other than the newline.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0009\u000B-\u001F]/u;

/** Parses a note; null if it is malformed. */
export function parseNote(text: string): Note | null {
  if (CONTROL.test(text) || !text.isWellFormed() || !text.endsWith("\n")) return null;
  const end = text.lastIndexOf(SEPARATOR);
  if (end < 0) return null;
  const lines = text.slice(end + SEPARATOR.length, -1).split("\n");
  if (lines.length > MAX_SIGNATURES) return null;
  const signatures = lines.map(parseSignature);
  if (!signatures.every((signature) => signature !== null)) return null;
  return { body: text.slice(0, end + 1), signatures };
}

/** Parses a signature line without its newline; null if it is malformed. */
export function parseSignature(line: string): NoteSignature | null {
  const [dash, name = "", encoded = "", ...more] = line.split(" ");
  if (dash !== "—" || more.length > 0 || !KEY_NAME.test(name)) return null;
  const bytes = fromBase64(encoded);
  if (bytes === null || bytes.length < 5) return null;
  return { name, keyId: readU32(bytes), signature: bytes.slice(4) };
}

/** Writes a note. `body` must end with a newline. */
export function formatNote({ body, signatures }: Note): string {
  return `${body}\n${signatures.map(formatSignature).join("")}`;
}

/** A signature line, with its newline. */
export function formatSignature({ name, keyId, signature }: NoteSignature): string {
  return `— ${name} ${toBase64(concat(u32Bytes(keyId), signature))}\n`;
}

/** The key ID of a key: the start of SHA-256(name ‖ newline ‖ type ‖ public key). */
export function keyIdOf(name: string, type: number, publicKey: Uint8Array): number {
  return readU32(nobleHashing.sha256(concat(utf8(`${name}\n`), Uint8Array.of(type), publicKey)));
}

/** A key with its ID. @throws RangeError for a name that the specification forbids */
export function verifierKey(name: string, type: number, publicKey: Uint8Array): VerifierKey {
  if (!KEY_NAME.test(name)) throw new RangeError(`"${name}" cannot be the name of a key`);
  return { name, keyId: keyIdOf(name, type, publicKey), type, publicKey };
}

/** Parses a vkey, "<name>+<key ID in hex>+<base64 of type and public key>"; null if it is malformed or its ID wrong. */
export function parseVerifierKey(text: string): VerifierKey | null {
  const parts = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/u.exec(text);
  const [, name = "", id = "", encoded = ""] = parts ?? [];
  const bytes = fromBase64(encoded);
  if (parts === null || !KEY_NAME.test(name) || bytes === null || bytes.length !== 33) return null;
  const key = verifierKey(name, bytes[0] ?? 0, bytes.slice(1));
  return toHex(u32Bytes(key.keyId)) === id && fromHex(id) !== null ? key : null;
}

/** A key as vkey. */
export function formatVerifierKey({ name, keyId, type, publicKey }: VerifierKey): string {
  return `${name}+${toHex(u32Bytes(keyId))}+${toBase64(concat(Uint8Array.of(type), publicKey))}`;
}

/** Signs the body of a note with an Ed25519 key (32 bytes of seed). */
export function signNote(body: string, name: string, secretKey: Uint8Array): NoteSignature {
  const { keyId } = verifierKey(name, SIGNATURE_TYPES.ed25519, ed25519.getPublicKey(secretKey));
  return { name, keyId, signature: ed25519.sign(utf8(body), secretKey) };
}

/** Signatures of a note that claim to be by this key: name and ID match. */
export function signaturesBy({ signatures }: Note, key: VerifierKey): readonly NoteSignature[] {
  return signatures.filter(({ name, keyId }) => name === key.name && keyId === key.keyId);
}

/** How a note is signed by a key. `invalid`: a signature has the name and ID of the key but does not verify. */
export type NoteVerdict = "signed" | "unsigned" | "invalid";

/** Verifies the plain Ed25519 signatures of a note by a key. */
export function verifyNote(note: Note, key: VerifierKey): NoteVerdict {
  if (key.type !== SIGNATURE_TYPES.ed25519) return "unsigned";
  const claimed = signaturesBy(note, key);
  if (claimed.length === 0) return "unsigned";
  const message = utf8(note.body);
  return claimed.every(({ signature }) => verifyEd25519(signature, message, key.publicKey))
    ? "signed"
    : "invalid";
}

/** Verifies a signature by RFC 8032; false for malformed keys and signatures. */
export function verifyEd25519(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.length !== 64 || publicKey.length !== 32) return false;
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    // Not a point of the curve.
    return false;
  }
}

function u32Bytes(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
}

function readU32(bytes: Uint8Array): number {
  return (((bytes[0] ?? 0) << 24) | ((bytes[1] ?? 0) << 16) | ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0)) >>> 0;
}
