import type { MessageKey } from "@lotus/locales";
import type { I18n } from "../../i18n/use-i18n.tsx";

/**
 * The sentence beside a field. Rules of the contract name a key (`validation.…`); a refusal of the server
 * brings its text, which stands as it is.
 */
export function fieldError(t: I18n["t"], error: { message?: string } | undefined): string | undefined {
  if (error?.message === undefined || error.message === "") return undefined;
  if (!/^(validation|codes)\.\w+$/u.test(error.message)) return error.message;
  // The contract names keys of the locales; its schemas are the only ones forms use.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return t(error.message as MessageKey);
}
