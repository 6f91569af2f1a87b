import type { MessageKey } from "@lotus/locales";
import type { I18n } from "../../i18n/use-i18n.tsx";

/**
 * The message beside a field. Rules of the contract name a key (`validation.…`); a refusal of the server has its own
 * text, which is shown unchanged.
 */
export function fieldError(t: I18n["t"], error: { message?: string } | undefined): string | undefined {
  if (error?.message === undefined || error.message === "") return undefined;
  if (!/^(validation|codes)\.\w+$/u.test(error.message)) return error.message;
  // The contract names catalogue keys, and forms use no other schemas.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return t(error.message as MessageKey);
}
