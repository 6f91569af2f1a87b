import * as z from "zod/mini";
import { typed } from "./typed-fields.ts";

/** A date of the calendar as "1990-12-31", after 1900. Whether it is old enough only the server knows. */
export const birthDate = typed(
  z.refine<string>((value) => value !== "", { error: "validation.birthDateBlank", abort: true }),
  z.refine<string>(isDate, { error: "validation.birthDateFormat" }),
);

/** Whether a text is a date that exists: 2001-02-29 does not. */
function isDate(text: string): boolean {
  if (!/^(?:19|20)\d\d-\d\d-\d\d$/u.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
