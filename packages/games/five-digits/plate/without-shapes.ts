import { see, type Best, type PlateWins } from "./best.ts";
import type { Tally } from "./tally.ts";

/** Combinations of some balls with the same wins, and sums of the same parity. */
interface Alike {
  readonly tally: Tally;
  lowest: number;
  highest: number;
}

function gather(ways: readonly Alike[]): readonly Alike[] {
  const found = new Map<number, Alike>();
  for (const way of ways) {
    const kind = way.tally * 2 + (way.lowest % 2);
    const same = found.get(kind);
    if (same === undefined) found.set(kind, way);
    else {
      same.lowest = Math.min(same.lowest, way.lowest);
      same.highest = Math.max(same.highest, way.highest);
    }
  }
  return [...found.values()];
}

const waysOf = (digits: Int32Array): readonly Alike[] =>
  Array.from(digits, (tally, digit) => ({ tally, lowest: digit, highest: digit }));

const alike = (digits: Int32Array): readonly Alike[] => gather(waysOf(digits));

// Combines two sets of balls; `more` is the additional win by a digit of each.
function together(
  some: readonly Alike[],
  others: readonly Alike[],
  more: (a: number, b: number) => Tally = () => 0,
): readonly Alike[] {
  const ways = some.flatMap((a) =>
    others.map((b) => ({
      tally: a.tally + b.tally + more(a.lowest, b.lowest),
      lowest: a.lowest + b.lowest,
      highest: a.highest + b.highest,
    })),
  );
  return gather(ways);
}

/**
 * Evaluates the relevant draws when no shape is ticked. The balls then interact only through their total and, first and
 * last, their duel; among draws with the same wins apart from the total's size, those with the lowest and the highest
 * sum represent all.
 */
export function seeWithoutShapes(wins: PlateWins, best: Best): void {
  const { ends, totals } = wins;
  const outer = together(waysOf(wins.first), waysOf(wins.fifth), (a, b) => ends[a * 10 + b] ?? 0);
  const middle = together(together(alike(wins.second), alike(wins.third)), alike(wins.fourth));
  for (const a of outer) {
    for (const b of middle) {
      const tally = a.tally + b.tally;
      see(best, tally + (totals[a.lowest + b.lowest] ?? 0));
      see(best, tally + (totals[a.highest + b.highest] ?? 0));
    }
  }
}
