import * as z from "zod/mini";
import { lengthInCodePoints } from "./fields.ts";
import { filled, typed } from "./typed-fields.ts";
import { LEAKED_PASSWORDS } from "./leaked-passwords.ts";

/** Fields of passwords that are being chosen: apart from the others, which the app needs before its first page. */

/**
 * 8–64 characters of any kind, spaces kept, none of the most common passwords. The server refuses further common ones
 * (PASSWORD_TOO_COMMON).
 */
export const newPassword = z.string().check(
  z.refine<string>((value) => value !== "", { error: "validation.passwordBlank", abort: true }),
  z.refine<string>((value) => lengthInCodePoints(value) >= 8 && lengthInCodePoints(value) <= 64, {
    error: "validation.passwordLength",
    abort: true,
  }),
  z.refine<string>((value) => !LEAKED_PASSWORDS.has(value.toLowerCase()), {
    error: "validation.passwordCommon",
  }),
);

/** Exactly six digits, neither one digit six times nor a run such as 123456 or 987654. */
export const newTransPassword = typed(
  ...filled(140, "validation.transPasswordBlank"),
  z.regex(/^\d{6}$/, { error: "validation.transPasswordFormat", abort: true }),
  z.refine<string>((value) => !isSimplePin(value), { error: "validation.transPasswordSimple" }),
);

function isSimplePin(pin: string): boolean {
  const steps = pin
    .split("")
    .slice(1)
    .map((digit, index) => Number(digit) - Number(pin[index]));
  const first = steps[0];
  return (first === 0 || first === 1 || first === -1) && steps.every((step) => step === first);
}
