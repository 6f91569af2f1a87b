import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { SIGNATURE_TYPES, type NoteSignature, verifierKey, type VerifierKey } from "@lotus/tlog";

/** DER of an Ed25519 private key (PKCS #8) up to its seed. */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC_BYTES = 32;

/** The names of a database's logs, oldest first, by which each has keys of its own. */
export class LogKeys {
  readonly #origins: readonly string[];

  constructor(origins: readonly string[]) {
    this.#origins = origins;
  }

  /** The key of a log from a secret of 32 bytes: the first log has the secret itself, later ones what follows from it. */
  of(origin: string, secret: Uint8Array): LogKey {
    if (this.#origins[0] === origin) return new LogKey(origin, secret);
    const seed = createHmac("sha256", secret).update(`lotus log key ${origin}`).digest();
    return new LogKey(origin, new Uint8Array(seed));
  }

  /** The keys of all logs under these secrets. */
  all(secrets: readonly Uint8Array[]): LogKey[] {
    return this.#origins.flatMap((origin) => secrets.map((secret) => this.of(origin, secret)));
  }
}

/** A key of the log: signs checkpoints and receipts. Ed25519. */
export class LogKey {
  readonly verifier: VerifierKey;
  readonly #key: KeyObject;

  /** `seed` has 32 bytes. */
  constructor(origin: string, seed: Uint8Array) {
    this.#key = createPrivateKey({
      key: Buffer.concat([PKCS8_PREFIX, seed]),
      format: "der",
      type: "pkcs8",
    });
    const spki = createPublicKey(this.#key).export({ format: "der", type: "spki" });
    this.verifier = verifierKey(
      origin,
      SIGNATURE_TYPES.ed25519,
      new Uint8Array(spki.subarray(spki.length - PUBLIC_BYTES)),
    );
  }

  /** The 64 bytes of a signature. */
  sign(message: Uint8Array): Uint8Array {
    return new Uint8Array(sign(null, message, this.#key));
  }

  /** Signs the body of a note. */
  signNote(body: string): NoteSignature {
    const { name, keyId } = this.verifier;
    return { name, keyId, signature: this.sign(Buffer.from(body)) };
  }
}
