/** One way to break a rule: a text that stands once in a file, and what is put in its place. */
export interface Mutation {
  /** The row of the table whose test must notice. */
  readonly row: string;
  /** What is wrong afterwards, in words. */
  readonly breaks: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A text with its rule broken; undefined when what is to be replaced does not stand in it exactly once. */
export function applyMutation(text: string, { from, to }: Pick<Mutation, "from" | "to">): string | undefined {
  const at = text.indexOf(from);
  if (at === -1 || text.includes(from, at + 1)) return undefined;
  return text.slice(0, at) + to + text.slice(at + from.length);
}

/** So many of the list, each once, at random. */
export function drawSome<T>(list: readonly T[], count: number, random: () => number): T[] {
  const left = [...list];
  const drawn: T[] = [];
  while (drawn.length < count && left.length > 0) {
    drawn.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return drawn;
}
