import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import * as z from "zod/mini";

/** What is wrong, by field: a key of the locales. */
export type Problems = Readonly<Record<string, string | undefined>>;

/**
 * Checks a form with the rules of its call, so that the browser says exactly what the server would. `body` makes
 * the call's body from the fields; `more` adds what only the form knows (agreement, confirmation). The first
 * problem of each field counts, the call's own before those of `more`.
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
    if (Object.keys(problems).length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(
      Object.entries(problems).map(([field, message]) => [field, { type: "rule", message }]),
    );
    // The issues' paths are the fields of the body, which are the fields of the form.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}

/** Rules of the contract carry a key of the locales; anything else is the schema's own wording, which no reader should see. */
function ruleOf(message: string): string {
  return /^(?:validation|codes)\.\w+$/u.test(message) ? message : "validation.invalid";
}
