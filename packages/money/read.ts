/** What reading a text gives: the value, or why the text is refused. Nothing is thrown. */
export type Read<Value, Problem extends string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: Problem };
