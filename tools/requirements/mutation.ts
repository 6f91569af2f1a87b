/** One way to break a rule: a text that occurs once in a file, and its replacement. */
export interface Mutation {
  /** The row of the table whose test must fail. */
  readonly row: string;
  /** The resulting defect. */
  readonly breaks: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** The text with its rule broken; undefined unless the original occurs exactly once. */
export function applyMutation(text: string, { from, to }: Pick<Mutation, "from" | "to">): string | undefined {
  const at = text.indexOf(from);
  if (at === -1 || text.includes(from, at + 1)) return undefined;
  return text.slice(0, at) + to + text.slice(at + from.length);
}

/** A random sample of the list, without repetition. */
export function drawSome<T>(list: readonly T[], count: number, random: () => number): T[] {
  const left = [...list];
  const drawn: T[] = [];
  while (drawn.length < count && left.length > 0) {
    drawn.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return drawn;
}
