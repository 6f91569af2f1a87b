/** Keys of texts, and paths of pages and calls: by these a test names what it does not import. */
const NAME = /(?<=["'`])[a-z][\w-]*(?:\.[\w-]+)+(?=["'`])|\/(?:api|pages(?:-sub)?)\/[\w/-]*\w/gu;
const TEST_CODE = /\.test\.tsx?$|\/testing\/|^(?:e2e|tools)\//u;
/** A name that more tests have says little of each. */
const MOST = 12;

/** The names that a text has. */
function namesIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(NAME)].map(([name]) => name));
}

/** The files of apps and packages, without tests, that name what a text names. */
export function usersOfNames(text: string, sources: ReadonlyMap<string, string>): string[] {
  const names = namesIn(text);
  if (names.size === 0) return [];
  return [...sources]
    .filter(([path, source]) => !TEST_CODE.test(path) && [...namesIn(source)].some((name) => names.has(name)))
    .map(([path]) => path);
}

/**
 * The texts that name what the changed ones name, the closest first: a name counts the more the fewer have it. Returned by
 * their keys.
 */
export function sharingNames(changed: readonly string[], texts: ReadonlyMap<string, string>): string[] {
  const names = new Set(changed.flatMap((text) => [...namesIn(text)]));
  const having = new Map<string, string[]>();
  for (const [path, text] of texts)
    for (const name of namesIn(text))
      if (names.has(name)) having.set(name, [...(having.get(name) ?? []), path]);
  const weights = new Map<string, number>();
  for (const paths of having.values())
    if (paths.length <= MOST)
      for (const path of paths) weights.set(path, (weights.get(path) ?? 0) + 1 / paths.length);
  return [...weights].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([path]) => path);
}
