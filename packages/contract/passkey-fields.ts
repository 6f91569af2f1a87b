import * as z from "zod/mini";

/**
 * Passkeys (WebAuthn). What a browser has from its authenticator is sent as it is, in base64url; what it hands to one
 * comes back in the form of WebAuthn's JSON, so that any client of WebAuthn can use it.
 */

const base64url = (max: number) =>
  z
    .string()
    .check(
      z.maxLength(max, { error: "validation.tooLong" }),
      z.regex(/^[\w-]+$/u, { error: "validation.invalid" }),
    );

/** At most 1,023 bytes, as WebAuthn bounds it. */
const credentialId = base64url(1_364);
const clientData = base64url(4_096);

/** What an authenticator answers when it proves who is there. */
export const assertion = z.strictObject({
  credential_id: credentialId,
  client_data_json: clientData,
  authenticator_data: base64url(2_048),
  signature: base64url(1_400),
  /** Absent where the authenticator does not keep it: a passkey that logs in by itself does. */
  user_handle: z.optional(base64url(88)),
});
export type WireAssertion = z.output<typeof assertion>;

/** What an authenticator answers when it has made a key. */
export const newCredential = z.strictObject({
  client_data_json: clientData,
  attestation_object: base64url(8_192),
  /** How it can be reached: "internal", "usb", "hybrid" and the like. */
  transports: z.optional(
    z
      .array(z.string().check(z.regex(/^[a-z-]{1,16}$/u, { error: "validation.invalid" })))
      .check(z.maxLength(8)),
  ),
});
export type WireCredential = z.output<typeof newCredential>;
