import * as z from "zod/mini";
import { presentedPassword, time } from "../fields.ts";
import { typed, typedCode } from "../typed-fields.ts";
import { LEAKED_PASSWORDS } from "../leaked-passwords.ts";
import { defineDeskCall, OWN_SESSION } from "./desk-call.ts";
import { role } from "./records.ts";

/** An operator's name as typed at sign-in. */
export const operatorName = typed(z.minLength(1), z.maxLength(40));
/** A code of an authenticator app. */
export const oneTimeCode = typedCode(z.regex(/^\d{6}$/, { error: "validation.invalid" }));

/** A password of an operator: 12 to 128 characters of any kind, none of the well-known leaked ones. */
export const operatorPassword = z.string().check(
  z.refine<string>((value) => Array.from(value).length >= 12 && Array.from(value).length <= 128, {
    error: "validation.invalid",
    abort: true,
  }),
  z.refine<string>((value) => !LEAKED_PASSWORDS.has(value.toLowerCase()), {
    error: "validation.passwordCommon",
  }),
);

/** The operator behind a token. */
export const operatorSession = z.object({
  id: z.string(),
  name: z.string(),
  role,
  /** Until the one-time password is replaced, every other call is refused with PASSWORD_CHANGE_NEEDED. */
  mustChangePassword: z.boolean(),
  /** Absolute end of the session; it also ends after 30 minutes without a call. */
  expiresAt: time,
});
export type OperatorSession = z.output<typeof operatorSession>;

export const signIn = defineDeskCall({
  method: "POST",
  path: "/desk/api/session/signIn",
  summary: "Signs in with name, password and the code that the authenticator shows.",
  auth: "public",
  rate: "entry",
  body: z.strictObject({ name: operatorName, password: presentedPassword, code: oneTimeCode }),
  data: z.object({ token: z.string(), operator: operatorSession }),
  refusals: ["SIGN_IN_WRONG", "TOO_MANY_ATTEMPTS"],
});

export const me = defineDeskCall({
  method: "GET",
  path: "/desk/api/session/me",
  summary: "Who is signed in. Server settings that the desk shows by.",
  auth: "operator",
  action: OWN_SESSION,
  rate: "read",
  data: z.object({
    operator: operatorSession,
    house: z.object({
      title: z.string(),
      currency: z.object({ code: z.string(), symbol: z.string() }),
      timeZone: z.string(),
      /** URL of the players' app. */
      playersUrl: z.string(),
      serverTime: time,
    }),
    /**
     * The operators for whom this one cannot act as second person, and until when for nobody at all; null if there is
     * no such time.
     */
    second: z.object({ related: z.array(z.string()), newUntil: z.nullable(time) }),
  }),
  refusals: [],
});

export const signOut = defineDeskCall({
  method: "POST",
  path: "/desk/api/session/signOut",
  summary: "Ends the session.",
  auth: "operator",
  action: OWN_SESSION,
  rate: "read",
  data: z.null(),
  refusals: [],
});

export const changePassword = defineDeskCall({
  method: "POST",
  path: "/desk/api/session/password",
  summary: "Replaces the operator's own password; ends every other session of theirs.",
  auth: "operator",
  action: OWN_SESSION,
  rate: "entry",
  body: z.strictObject({ old_password: presentedPassword, password: operatorPassword }),
  data: z.null(),
  refusals: ["SIGN_IN_WRONG", "TOO_MANY_ATTEMPTS", "PASSWORD_IS_USERNAME", "PASSWORD_TOO_COMMON"],
});
