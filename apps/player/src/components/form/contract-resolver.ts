import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import * as z from "zod/mini";

/** Errors by field, as keys of the catalogue. */
export type Problems = Readonly<Record<string, string | undefined>>;

/**
 * Validates a form with the schema of its call, so that the browser reports exactly what the server would. `body` makes
 * the call's body from the fields; `more` adds errors of fields the call does not have (agreement, confirmation). The
 * first error of each field counts, the call's before those of `more`. What is handed on is what the schema made of each text.
 */
export function contractResolver<Values extends FieldValues>(
  schema: z.ZodMiniType,
  body: (values: Values) => unknown,
  more: (values: Values) => Problems = () => ({}),
): Resolver<Values> {
  return (values) => {
    const problems: Record<string, string> = {};
    const parsed = z.safeParse(schema, body(values));
    for (const issue of parsed.error?.issues ?? []) problems[String(issue.path[0])] ??= ruleOf(issue.message);
    for (const [field, problem] of Object.entries(more(values))) {
      if (problem !== undefined) problems[field] ??= problem;
    }
    if (Object.keys(problems).length === 0)
      return { values: { ...values, ...textsOf(parsed.data) }, errors: {} };
    const errors = Object.fromEntries(
      Object.entries(problems).map(([field, message]) => [field, { type: "rule", message }]),
    );
    // The issues' paths are the fields of the body, which are the fields of the form.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}

/** The texts of a body, which have the names of the form's fields. */
function textsOf(body: unknown): Readonly<Record<string, string>> {
  if (typeof body !== "object" || body === null) return {};
  return Object.fromEntries(Object.entries(body).filter(([, text]) => typeof text === "string"));
}

/** The contract's rules carry a catalogue key; any other message is zod's own English, which no reader should see. */
function ruleOf(message: string): string {
  return /^(?:validation|codes)\.\w+$/u.test(message) ? message : "validation.invalid";
}
