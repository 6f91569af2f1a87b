/**
 * Check of a query parameter of a page. Functions instead of the schemas that calls have: every start of the app loads
 * the table of pages, and it would bring the whole schema library with it.
 */
export type Param<Value extends string = string> = (given: string) => given is Value;

/** What the checks of a page let through: every parameter may be absent. */
export type ParamsOf<Params> = {
  readonly [Name in keyof Params]?: Params[Name] extends Param<infer Value> ? Value | undefined : never;
};

/** Any text of at most so many characters. */
export function text(max = Infinity): Param {
  return (given): given is string => given.length <= max;
}

/** A text that matches the whole pattern. */
export function matching(pattern: RegExp): Param {
  return (given): given is string => pattern.test(given);
}

/** One of these texts. */
export function oneOf<const Value extends string>(...values: readonly Value[]): Param<Value> {
  return (given): given is Value => values.some((value) => value === given);
}
