import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject, sign } from "node:crypto";
import { cose, isoCBOR } from "@simplewebauthn/server/helpers";
import type { CallData, CALLS, WireAssertion, WireCredential } from "@lotus/contract";

/** Flags of authenticator data (WebAuthn, 6.1). */
const FLAGS = { present: 0x01, verified: 0x04, synced: 0x18, hasKey: 0x40 } as const;

type CreationOptions = Pick<CallData<typeof CALLS.addPasskeyOptions>, "challenge" | "rp" | "user">;
type RequestOptions = Pick<CallData<typeof CALLS.passkeyLoginOptions>, "challenge" | "rpId">;

/** What an answer says otherwise than a browser at the right page would. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly verified?: boolean;
  readonly present?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | undefined;
  /** Signs with another key than the one it states. */
  readonly forged?: boolean;
  /** Statement of the attestation over what is to be signed, instead of none. */
  readonly attestation?: (signed: Uint8Array) => {
    readonly fmt: string;
    readonly attStmt: Map<string, unknown>;
  };
}

/** Algorithms by their numbers (COSE), P-384 among them, which no server of ours takes. */
export type Algorithm = -7 | -8 | -257 | -35;

export interface AuthenticatorOptions {
  readonly origin: string;
  readonly algorithm?: Algorithm;
  readonly synced?: boolean;
  /** Counts each signature, as security keys do; else the counter stays 0. */
  readonly counts?: boolean;
  readonly credentialId?: Uint8Array;
  readonly aaguid?: string;
  readonly transports?: readonly string[];
}

/** An authenticator and the browser in front of it: real keys and signatures, made here. It keeps one passkey. */
export class SoftwareAuthenticator {
  readonly #options: AuthenticatorOptions;
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  readonly credentialId: Uint8Array;
  #userHandle = "";
  #counter = 0;

  constructor(options: AuthenticatorOptions) {
    this.#options = options;
    this.#keys = newKeys(options.algorithm ?? -7);
    this.credentialId = options.credentialId ?? randomBytes(32);
  }

  /** As the wire names it. */
  get id(): string {
    return base64url(this.credentialId);
  }

  get counter(): number {
    return this.#counter;
  }

  /** Another device with a copy of the key, that counts on from here by itself. */
  clone(): SoftwareAuthenticator {
    const copy = new SoftwareAuthenticator({ ...this.#options, credentialId: this.credentialId });
    Object.assign(copy.#keys, this.#keys);
    copy.#userHandle = this.#userHandle;
    copy.#counter = this.#counter;
    return copy;
  }

  /** Makes the passkey. */
  create(options: CreationOptions, but: Deviation = {}): WireCredential {
    this.#userHandle = options.user.id;
    const clientData = this.#clientData("webauthn.create", options.challenge, but);
    const id = Buffer.from(this.credentialId);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const authData = Buffer.concat([
      this.#head(options.rp.id, but, FLAGS.hasKey),
      Buffer.from(
        (this.#options.aaguid ?? "00000000-0000-0000-0000-000000000000").replaceAll("-", ""),
        "hex",
      ),
      length,
      id,
      coseKey(this.#keys.publicKey, this.#options.algorithm ?? -7),
    ]);
    const signed = Buffer.concat([authData, createHash("sha256").update(clientData).digest()]);
    const { fmt, attStmt } = but.attestation?.(signed) ?? { fmt: "none", attStmt: new Map() };
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ["fmt", fmt],
        ["attStmt", attStmt],
        ["authData", new Uint8Array(authData)],
      ]) as never,
    );
    return {
      client_data_json: base64url(clientData),
      attestation_object: base64url(attestation),
      transports: [...(this.#options.transports ?? ["internal"])],
    };
  }

  /** Proves who is there. */
  get(options: RequestOptions, but: Deviation = {}): WireAssertion {
    if (this.#options.counts === true) this.#counter += 1;
    const clientData = this.#clientData("webauthn.get", options.challenge, but);
    const authData = this.#head(options.rpId, but);
    const key =
      but.forged === true ? newKeys(this.#options.algorithm ?? -7).privateKey : this.#keys.privateKey;
    const signed = Buffer.concat([authData, createHash("sha256").update(clientData).digest()]);
    const userHandle = "userHandle" in but ? but.userHandle : this.#userHandle;
    return {
      credential_id: this.id,
      client_data_json: base64url(clientData),
      authenticator_data: base64url(authData),
      signature: base64url(signatureOf(key, signed, this.#options.algorithm ?? -7)),
      ...(userHandle === undefined ? {} : { user_handle: userHandle }),
    };
  }

  #clientData(type: string, challenge: string, but: Deviation): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: but.type ?? type,
        challenge: but.challenge ?? challenge,
        origin: but.origin ?? this.#options.origin,
        crossOrigin: but.crossOrigin ?? false,
      }),
    );
  }

  #head(rpId: string, but: Deviation, more = 0): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(but.counter ?? this.#counter);
    const flags =
      more |
      (but.present === false ? 0 : FLAGS.present) |
      (but.verified === false ? 0 : FLAGS.verified) |
      (this.#options.synced === true ? FLAGS.synced : 0);
    const rpIdHash = createHash("sha256")
      .update(but.rpId ?? rpId)
      .digest();
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counter]);
  }
}

function newKeys(algorithm: Algorithm): { publicKey: KeyObject; privateKey: KeyObject } {
  if (algorithm === -8) return generateKeyPairSync("ed25519");
  if (algorithm === -257) return generateKeyPairSync("rsa", { modulusLength: 2_048 });
  return generateKeyPairSync("ec", { namedCurve: algorithm === -35 ? "P-384" : "P-256" });
}

function signatureOf(key: KeyObject, data: Uint8Array, algorithm: Algorithm): Uint8Array {
  if (algorithm === -8) return sign(null, data, key);
  return createSign(algorithm === -35 ? "sha384" : "sha256")
    .update(data)
    .sign(key);
}

/** A public key in the form of COSE (RFC 9053). */
function coseKey(publicKey: KeyObject, algorithm: Algorithm): Uint8Array {
  const jwk = publicKey.export({ format: "jwk" });
  const bytes = (part: string | undefined): Uint8Array =>
    new Uint8Array(Buffer.from(part ?? "", "base64url"));
  const { COSEKEYS: keys } = cose;
  const head: [number, number | Uint8Array][] = [[keys.alg, algorithm]];
  if (algorithm === -8) {
    head.unshift([keys.kty, cose.COSEKTY.OKP]);
    head.push([keys.crv, cose.COSECRV.ED25519], [keys.x, bytes(jwk.x)]);
  } else if (algorithm === -257) {
    head.unshift([keys.kty, cose.COSEKTY.RSA]);
    head.push([keys.n, bytes(jwk.n)], [keys.e, bytes(jwk.e)]);
  } else {
    head.unshift([keys.kty, cose.COSEKTY.EC2]);
    head.push([keys.crv, algorithm === -35 ? cose.COSECRV.P384 : cose.COSECRV.P256]);
    head.push([keys.x, bytes(jwk.x)], [keys.y, bytes(jwk.y)]);
  }
  return isoCBOR.encode(new Map(head));
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
