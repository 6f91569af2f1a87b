import * as z from "zod/mini";
import { defineCall } from "../../call.ts";
import { presentedPassword, time } from "../../fields.ts";
import { assertion, newCredential, type WireAssertion } from "../../passkey-fields.ts";
import { filled, typed } from "../../typed-fields.ts";
import { session } from "../../session-tokens.ts";

/** A name that a player gives to a passkey. */
const passkeyName = typed(...filled(60, "validation.invalid"));

const passkeyId = z.string().check(z.regex(/^\d{1,18}$/u, { error: "codes.PASSKEY_UNKNOWN" }));

/** What an account proves again before its passkeys change: the login password, or a passkey. */
const PROOF = { password: z.optional(presentedPassword), assertion: z.optional(assertion) };
type Proof = { readonly password?: string | undefined; readonly assertion?: WireAssertion | undefined };
const oneProof = z.refine<Proof>((body) => (body.password === undefined) !== (body.assertion === undefined), {
  error: "validation.passwordBlank",
  path: ["password"],
});
const PROOF_REFUSALS = [
  "OLD_PASSWORD_WRONG",
  "TOO_MANY_ATTEMPTS",
  "PASSKEY_REFUSED",
  "PASSKEY_EXPIRED",
  "PASSKEYS_OFF",
] as const;

/** Where a passkey is kept: on one device, synchronized over devices, or on a security key. */
export const PASSKEY_KINDS = ["device", "synced", "key"] as const;

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(PASSKEY_KINDS),
  /** Who keeps it, as "iCloud Keychain"; empty if unknown. */
  provider: z.string(),
  createdAt: time,
  /** Null before its first use. */
  lastUsedAt: z.nullable(time),
  /** No longer accepted, since its counter went back: there may be a copy of it. */
  suspended: z.boolean(),
});

/** `PublicKeyCredentialDescriptorJSON` */
const descriptor = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.optional(z.array(z.string())),
});

/** `PublicKeyCredentialRequestOptionsJSON` */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal("required"),
  allowCredentials: z.array(descriptor),
});

/** What a passkey is asked for, beside a login: its challenge is worth nothing for anything else. */
export const PASSKEY_PURPOSES = ["addPasskey", "removePasskey", "resetTransPwd"] as const;

export const passkeys = defineCall({
  method: "GET",
  path: "/api/user/passkeys",
  summary: "The player's passkeys, newest first.",
  auth: "player",
  rate: "read",
  data: z.object({
    list: z.array(passkey),
    /** How many an account may have. */
    max: z.number(),
    /** Since when a passkey may set the withdrawal password: days after it was added. */
    resetAfterDays: z.number(),
    /** For `PublicKeyCredential.signalAllAcceptedCredentials`: what a password manager may forget. */
    signal: z.nullable(
      z.object({ rpId: z.string(), userId: z.string(), allAcceptedCredentialIds: z.array(z.string()) }),
    ),
  }),
  refusals: [],
});

export const passkeyLoginOptions = defineCall({
  method: "POST",
  path: "/api/user/passkeyLoginOptions",
  summary:
    "A challenge to log in with a passkey, good for five minutes. It is the same for everybody and names no account: the " +
    "authenticator says whose passkeys it has.",
  auth: "public",
  rate: "read",
  data: requestOptions,
  refusals: ["PASSKEYS_OFF"],
});

export const passkeyLogin = defineCall({
  method: "POST",
  path: "/api/user/passkeyLogin",
  summary: "Logs a player in with a passkey. Whatever is wrong with it, the answer is the same.",
  auth: "public",
  rate: "entry",
  body: z.strictObject({ assertion }),
  data: z.extend(session, {
    /** Whose passkey it was. */
    username: z.string(),
  }),
  refusals: ["PASSKEY_REFUSED", "PASSKEY_EXPIRED", "PASSKEYS_OFF", "TOO_MANY_ATTEMPTS", "ACCOUNT_LOCKED"],
});

export const passkeyConfirmOptions = defineCall({
  method: "POST",
  path: "/api/user/passkeyConfirmOptions",
  summary:
    "A challenge to confirm something with a passkey of one's own: good for that, this session and five minutes.",
  auth: "player",
  rate: "entry",
  body: z.strictObject({ purpose: z.enum(PASSKEY_PURPOSES) }),
  data: requestOptions,
  refusals: ["PASSKEYS_OFF", "PASSKEY_UNKNOWN"],
});

export const addPasskeyOptions = defineCall({
  method: "POST",
  path: "/api/user/addPasskeyOptions",
  summary:
    "What an authenticator needs to make a passkey, once the player has given the login password or used a passkey again.",
  auth: "player",
  rate: "entry",
  body: z.strictObject(PROOF).check(oneProof),
  data: z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal("public-key") })),
    timeout: z.number(),
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal("required"),
      requireResidentKey: z.literal(true),
      userVerification: z.literal("required"),
    }),
    attestation: z.literal("none"),
  }),
  refusals: [...PROOF_REFUSALS, "PASSKEY_LIMIT"],
});

export const addPasskey = defineCall({
  method: "POST",
  path: "/api/user/addPasskey",
  summary: "Adds the passkey that an authenticator has made. A message and a mail tell the player.",
  auth: "player",
  rate: "entry",
  body: z.strictObject({ credential: newCredential, name: z.optional(passkeyName) }),
  data: passkey,
  refusals: ["PASSKEY_REFUSED", "PASSKEY_EXPIRED", "PASSKEY_TAKEN", "PASSKEY_LIMIT", "PASSKEYS_OFF"],
});

export const renamePasskey = defineCall({
  method: "POST",
  path: "/api/user/renamePasskey",
  summary: "Gives a passkey another name.",
  auth: "player",
  rate: "money",
  body: z.strictObject({ passkey_id: passkeyId, name: passkeyName }),
  data: passkey,
  refusals: ["PASSKEY_UNKNOWN"],
});

export const removePasskey = defineCall({
  method: "POST",
  path: "/api/user/removePasskey",
  summary:
    "Removes a passkey and ends the sessions that it opened, but this one. It needs the login password or a passkey again.",
  auth: "player",
  rate: "entry",
  body: z.strictObject({ passkey_id: passkeyId, ...PROOF }).check(oneProof),
  data: z.object({ ended: z.number() }),
  refusals: [...PROOF_REFUSALS, "PASSKEY_UNKNOWN"],
});
