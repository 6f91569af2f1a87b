import type { MessageKey } from "@lotus/locales";
import type { Words } from "../../words/use-words.tsx";

/**
 * The sentence beside a field. Rules of the contract name a key (`validation.…`); a refusal of the server
 * brings its text, which stands as it is.
 */
export function fieldError(t: Words["t"], error: { message?: string } | undefined): string | undefined {
  if (error?.message === undefined || error.message === "") return undefined;
  // A key that the catalogue does not have comes back unchanged.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return t(error.message as MessageKey);
}
