import * as z from "zod/mini";

/** A language tag such as "pt-BR" or "fr". The server checks whether it is available. */
export const languageTag = z
  .string()
  .check(z.regex(/^[a-z]{2}(?:-[A-Z]{2})?$/u, { error: "validation.invalid" }));
