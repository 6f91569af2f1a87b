import * as z from "zod/mini";

/** The tag of a locale of the server, as in "pt-BR" or "fr". Whether it is available, the server says. */
export const languageTag = z
  .string()
  .check(z.regex(/^[a-z]{2}(?:-[A-Z]{2})?$/u, { error: "validation.invalid" }));
