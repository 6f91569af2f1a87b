import { ApiError } from "@lotus/client";
import type { CodeName } from "@lotus/contract";
import type { FieldValues, Path, UseFormSetError } from "react-hook-form";

/** Refusals that belong to a field of the form; a call is made with their names as `shownInPlace`. */
export type FieldOfRefusal<Values extends FieldValues> = Partial<Record<CodeName, Path<Values>>>;

/** The names in a table of refusals. */
export function refusalNames(fields: Partial<Record<CodeName, unknown>>): readonly CodeName[] {
  // Object.keys widens the keys, which are the names.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.keys(fields) as CodeName[];
}

/** Shows a refusal of the server beside its field. Other refusals were already shown as a toast. */
export function showRefusal<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  thrown: unknown,
  fields: FieldOfRefusal<Values>,
): void {
  if (!(thrown instanceof ApiError) || thrown.codeName === undefined) return;
  const field = fields[thrown.codeName];
  if (field !== undefined) setError(field, { message: thrown.msg }, { shouldFocus: true });
}
