import type { NaiveBet } from "./prove.ts";

/** Every way to take one item of each row. */
export function oneOfEach<T>(rows: readonly (readonly T[])[]): T[][] {
  let ways: T[][] = [[]];
  for (const row of rows) ways = ways.flatMap((way) => row.map((item) => [...way, item]));
  return ways;
}

/** Every way to take `size` of the items, kept in their order. */
export function someOf<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, at) => someOf(items.slice(at + 1), size - 1).map((rest) => [item, ...rest]));
}

/** Numbers in ascending order as one text, to compare draws whatever their order: [3, 1, 2] gives "1,2,3". */
export function sorted(numbers: readonly number[]): string {
  return numbers.toSorted((a, b) => a - b).join(",");
}

/** A bet on the only tier of its option. */
export function hit(wins: NaiveBet["wins"]): NaiveBet {
  return { key: "hit", wins };
}
