import { tidyCode, tidyTyped } from "@lotus/money";
import * as z from "zod/mini";

/**
 * Texts that people type: each is made tidy before its first rule, so that app, server and desk judge, send and keep what is
 * meant. A field without `typed` takes a text as it is; typed-fields.test.ts says which do, and why.
 */

type Rule = z.core.$ZodCheck<string>;

/** A text of one line. */
export const typed = (...rules: Rule[]) => z.string().check(z.overwrite(tidyTyped), ...rules);

/** A number or code, which people write in groups as well. */
export const typedCode = (...rules: Rule[]) => z.string().check(z.overwrite(tidyCode), ...rules);

/** A text that stays as it is written, of which something can be seen. */
export const seen = (error = "validation.invalid") =>
  z.refine<string>((text) => tidyTyped(text) !== "", { error, abort: true });

const atMost = (most: number) => z.maxLength(most, { error: "validation.tooLong" });

/** Blank is checked first, so that an empty field is reported as empty rather than "too short". */
export const filled = (most: number, blank: string) => [atMost(most), seen(blank)] as const;

/** 4–16 of letters, digits and underscore, starting with a letter. Unique without case. */
export const username = typed(
  ...filled(140, "validation.usernameBlank"),
  z.regex(/^[A-Za-z][A-Za-z0-9_]{3,15}$/, { error: "validation.usernameFormat" }),
);

/** A withdrawal password to be verified. */
export const presentedTransPassword = typed(
  ...filled(140, "validation.transPasswordBlank"),
  z.regex(/^\d{6}$/, { error: "validation.transPasswordFormat" }),
);

/** A phone number in any common notation; the server checks whether it is possible (PHONE_INVALID). */
export const phone = typed(
  ...filled(140, "validation.phoneBlank"),
  z.regex(/^\+?[\d\s().-]{4,30}$/, { error: "validation.phoneFormat" }),
);

/** An e-mail address: one mailbox at a name with a dot, at most 254 characters. */
export const email = typed(
  ...filled(254, "validation.emailBlank"),
  z.regex(
    /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/,
    {
      error: "validation.emailFormat",
    },
  ),
);

/** The code of a password reset mail: twelve digits. */
export const resetCode = typedCode(
  ...filled(140, "validation.codeBlank"),
  z.regex(/^\d{12}$/, { error: "validation.codeFormat" }),
);

/** The code of a player who invites others. */
export const inviteCode = typedCode(atMost(32));

/** What a player calls something of their own: 1–40 characters in one line. */
export const ownName = typed(
  ...filled(140, "validation.ownNameBlank"),
  z.refine<string>((value) => Array.from(value).length <= 40 && !/\p{Cc}/u.test(value), {
    error: "validation.ownNameFormat",
  }),
);

/** Number of an order as the player sees it. */
export const orderNo = typedCode(z.regex(/^[A-Z]\d{9,30}$/, { error: "validation.invalid" }));
