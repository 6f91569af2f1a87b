import type { CodeName } from "@lotus/contract";
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
} from "react-hook-form";
import { refusalNames, showRefusal, type FieldOfRefusal } from "./show-refusal.ts";

/** A form that makes one call. */
export interface CallForm<Values extends FieldValues> {
  readonly resolver: Resolver<Values>;
  readonly defaultValues: DefaultValues<Values>;
  /** Refusals that are shown beside a field, by the field. */
  readonly refusals: FieldOfRefusal<Values>;
  /** Makes the call; the second argument belongs to its options. */
  readonly send: (
    values: Values,
    options: { readonly shownInPlace: readonly CodeName[] },
  ) => Promise<unknown>;
}

/** The form and its submit function. */
export interface UseCallForm<Values extends FieldValues> extends UseFormReturn<Values> {
  readonly submit: () => Promise<void>;
}

/** A form that makes one call: a refusal appears beside its field, and `onSent` runs after an accepted call. */
export function useCallForm<Values extends FieldValues>(
  { resolver, defaultValues, refusals, send }: CallForm<Values>,
  onSent: (values: Values, form: UseFormReturn<Values>) => Promise<unknown>,
): UseCallForm<Values> {
  const form = useForm<Values>({ resolver, defaultValues });
  const submit = form.handleSubmit(async (values) => {
    try {
      await send(values, { shownInPlace: refusalNames(refusals) });
    } catch (thrown) {
      showRefusal(form.setError, thrown, refusals);
      return;
    }
    await onSent(values, form);
  });
  return { ...form, submit };
}
