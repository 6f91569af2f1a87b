import { cliquesOf } from "./cliques.ts";
import { REPEATS_BITS, type RepeatedPart } from "./form.ts";

/** Items of each group of a line, as bits. */
export type GroupSets = readonly number[];

const LOW = 2 ** REPEATS_BITS - 1;

interface Line {
  readonly ones: number;
  readonly others: number;
}

// Lines that are equal but for their single items become one. A line's single item may as well be among its others, as no
// digit is taken twice: `closed` compares them with it.
function merged(lines: readonly Line[], closed: boolean): Line[] {
  const byOthers = new Map<number, Line>();
  for (const { ones, others } of lines) {
    const isOne = (ones & (ones - 1)) === 0;
    const key = closed && isOne ? others | ones : others;
    // A line of several is already as it has to stay; its key may meet that of a single one.
    const known = byOthers.get(key);
    byOthers.set(key, { ones: ones | (known?.ones ?? 0), others: known === undefined ? others : key });
  }
  return [...byOthers.values()];
}

function fewest(ways: readonly Line[][]): Line[] {
  return ways.reduce((best, each) => (each.length < best.length ? each : best));
}

/**
 * Numbers with repeats, put together into lines: of two groups one has a single digit of each number. For each such digit
 * the others are put together; then digits with the same others.
 */
export function repeatLines(codes: readonly number[], parts: readonly RepeatedPart[]): GroupSets[] {
  const [first, second] = parts;
  if (first === undefined) return [];
  if (second === undefined) return cliquesOf(codes, first.digits).map((set) => [set]);
  const onesAt = first.digits === 1 ? 0 : 1;
  const size = (onesAt === 0 ? second : first).digits;
  const setsOf = (code: number): readonly [number, number] =>
    onesAt === 0 ? [code & LOW, code >> REPEATS_BITS] : [code >> REPEATS_BITS, code & LOW];
  const byOne = Map.groupBy(codes, (code) => setsOf(code)[0]);
  const lines = [...byOne].flatMap(([ones, within]) =>
    cliquesOf(
      within.map((code) => setsOf(code)[1]),
      size,
    ).map((others) => ({ ones, others })),
  );
  const best = fewest([merged(merged(lines, true), false), merged(merged(lines, false), true)]);
  return best.map(({ ones, others }) => (onesAt === 0 ? [ones, others] : [others, ones]));
}
