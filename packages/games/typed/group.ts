import { GAP } from "./lex.ts";

/** An item read from a text, with where it stands and what separates it from the one before. */
export interface Atom {
  readonly item: number;
  readonly from: number;
  readonly to: number;
  readonly gap: number;
}

/** Items that stand together: a combination if their number is right. */
export type Together =
  | { readonly kind: "whole"; readonly atoms: readonly Atom[] }
  | { readonly kind: "few" | "many" | "ambiguous"; readonly atoms: readonly Atom[] };

const INNER_GAPS = [GAP.dot, GAP.space, GAP.hyphen, GAP.comma] as const;

function splitAt(atoms: readonly Atom[], gap: number): Atom[][] {
  const parts: Atom[][] = [];
  for (const [at, atom] of atoms.entries()) {
    if (at === 0 || atom.gap === gap) parts.push([]);
    parts.at(-1)?.push(atom);
  }
  return parts;
}

/**
 * Divides items typed one by one into combinations of so many: "1 2 3, 4 5 6" and "01,02,03 04,05,06" say by two kinds of
 * separators what belongs together. With one kind, a row of several combinations is ambiguous: a number that was forgotten
 * would shift all that follow.
 */
export function together(atoms: readonly Atom[], want: number): Together[] {
  if (atoms.length === want) return [{ kind: "whole", atoms }];
  if (atoms.length < want) return [{ kind: "few", atoms }];
  const gaps = INNER_GAPS.filter((gap) => atoms.some((atom, at) => at > 0 && atom.gap === gap));
  if (gaps.length < 2) return [{ kind: atoms.length % want === 0 ? "ambiguous" : "many", atoms }];
  const splits = gaps.map((gap) => splitAt(atoms, gap));
  const rightOf = (parts: readonly Atom[][]): number => parts.filter((part) => part.length === want).length;
  const perfect = splits.filter((parts) => rightOf(parts) === parts.length);
  if (perfect.length > 1) return [{ kind: "ambiguous", atoms }];
  const best = perfect[0] ?? splits.reduce((most, parts) => (rightOf(parts) > rightOf(most) ? parts : most));
  return best.flatMap((part) =>
    part.length < atoms.length ? together(part, want) : [{ kind: "many" as const, atoms: part }],
  );
}
