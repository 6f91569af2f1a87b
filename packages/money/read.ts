/** Result of parsing a text: the value, or why it is refused. Parsers never throw. */
export type Read<Value, Problem extends string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: Problem };
