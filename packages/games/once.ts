/**
 * Lazily creates a value once. For tables that not every user of the rules needs: creating all of them at load would
 * delay the first paint of a slow phone.
 */
export function once<Made>(make: () => Made): () => Made {
  let made: { readonly it: Made } | undefined;
  return () => (made ??= { it: make() }).it;
}
