/**
 * A thing that is made when it is first asked for, and kept. For tables that only some of those who load the rules
 * need: making all of them at once would hold up the first paint of a slow phone.
 */
export function once<Made>(make: () => Made): () => Made {
  let made: { readonly it: Made } | undefined;
  return () => (made ??= { it: make() }).it;
}
