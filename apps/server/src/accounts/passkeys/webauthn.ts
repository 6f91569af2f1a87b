import type { WireAssertion, WireCredential } from "@lotus/contract";
import { parseStrictJson } from "../../http/strict-json.ts";
import type { PasskeySettings } from "../../settings/passkey-settings.ts";

/** EdDSA, ES256 and RS256, as every authenticator in use has one of them (COSE). */
export const ALGORITHMS = [-8, -7, -257] as const;
/** More than an RSA key of 4,096 bits: a larger one only costs time. */
const MAX_KEY_BYTES = 1_024;
const MIN_ID_BYTES = 16;

/** What a browser says about a request that it has put to an authenticator. */
export interface ClientData {
  readonly challenge: string;
}

/** A key that an authenticator has made. */
export interface NewKey {
  readonly credentialId: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly aaguid: string;
  readonly synced: boolean;
}

/** What is stored of a key. */
export interface StoredKey {
  readonly credentialId: Uint8Array;
  readonly publicKey: Uint8Array;
}

/** A proof by a key. Its counter is still to be compared with the stored one. */
export interface ProvedKey {
  readonly counter: number;
  readonly synced: boolean;
}

/** Parses what a browser says; null if it is not of its form. */
export function readClientData(encoded: string): ClientData | null {
  try {
    const data: unknown = parseStrictJson(Buffer.from(encoded, "base64url"));
    if (typeof data !== "object" || data === null) return null;
    // The app is never framed, so nothing from within a frame is its own.
    if ("crossOrigin" in data && data.crossOrigin !== false) return null;
    if (!("challenge" in data) || typeof data.challenge !== "string") return null;
    return { challenge: data.challenge };
  } catch {
    return null;
  }
}

/**
 * The key of a registration: made at our origin for our name, with the user verified, for this challenge. Null if any
 * of it is not so.
 */
export async function readNewKey(
  wire: WireCredential,
  challenge: string,
  { origin, rpId }: PasskeySettings,
): Promise<NewKey | null> {
  // The library is loaded by the first passkey: most starts of a server need none.
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  if (!(await isUnattested(wire.attestation_object))) return null;
  const found = await orNull(() =>
    verifyRegistrationResponse({
      response: {
        // The library compares these two with each other alone; the id that counts is the authenticator's.
        id: "id",
        rawId: "id",
        type: "public-key",
        clientExtensionResults: {},
        response: { clientDataJSON: wire.client_data_json, attestationObject: wire.attestation_object },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    }),
  );
  if (found?.verified !== true) return null;
  const { credential, aaguid, credentialBackedUp } = found.registrationInfo;
  const credentialId = Buffer.from(credential.id, "base64url");
  if (credentialId.length < MIN_ID_BYTES || credential.publicKey.length > MAX_KEY_BYTES) return null;
  return {
    credentialId,
    publicKey: credential.publicKey,
    counter: credential.counter,
    aaguid,
    synced: credentialBackedUp,
  };
}

/** Checks a proof by a stored key: our origin and name, the user verified, this challenge, a right signature. */
export async function checkAssertion(
  wire: WireAssertion,
  { challenge, key }: { readonly challenge: string; readonly key: StoredKey },
  { origin, rpId }: PasskeySettings,
): Promise<ProvedKey | null> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const id = Buffer.from(key.credentialId).toString("base64url");
  const proved = await orNull(() =>
    verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: wire.client_data_json,
          authenticatorData: wire.authenticator_data,
          signature: wire.signature,
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      // The library compares counters before it has checked the signature, so a forged answer would look like a copied
      // key. The caller compares them after.
      credential: { id, publicKey: new Uint8Array(key.publicKey), counter: 0 },
      requireUserVerification: true,
    }),
  );
  if (proved?.verified !== true) return null;
  const { newCounter, credentialBackedUp } = proved.authenticationInfo;
  return { counter: newCounter, synced: credentialBackedUp };
}

/**
 * Whether a registration comes without certificates. We ask for none and no browser sends one unasked; checking one
 * would have the library parse what strangers made and, for some makers, fetch lists of revoked ones from addresses in it.
 */
async function isUnattested(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const decoded = await orNull(() =>
    decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url"))),
  );
  if (decoded === null) return false;
  const fmt = decoded.get("fmt");
  return fmt === "none" || (fmt === "packed" && decoded.get("attStmt").get("x5c") === undefined);
}

/** The library throws at whatever is wrong with an answer. */
async function orNull<Value>(work: () => Value | Promise<Value>): Promise<Value | null> {
  try {
    return await work();
  } catch {
    return null;
  }
}
