import type { Group } from "../bet.ts";
import { alphabetOf, type TypedName } from "./alphabet.ts";
import { TICKS_A_GROUP } from "./form.ts";
import type { Found, Leave } from "./found.ts";
import { piecesOf } from "./lex.ts";
import { readItems } from "./read-items.ts";
import { RangeBudget } from "./reader.ts";

const LINE = /[^\n\r\u2028\u2029\u0085]+/gu;
const BAR = /[|｜¦;；/／\\＼]/u;
const EMPTY = /^[\s*xX\-–—−－_]*$/u;

/**
 * Reads lines of columns, one for each place: "12|-|-|7|045". Each tick is a bet by itself, so what is wrong in a column
 * leaves the others.
 */
export function readColumns(
  groups: readonly Group[],
  text: string,
  names: readonly TypedName[],
  found: Found,
): void {
  const alphabets = groups.map((group) => alphabetOf([group], names, false));
  const budget = new RangeBudget();
  for (const { 0: line, index: start } of text.matchAll(LINE)) {
    if (line.trim() === "") continue;
    const columns = line.split(BAR);
    if (columns.length !== groups.length) {
      const reason = columns.length < groups.length ? "few" : "many";
      const spot = { from: start, to: start + line.length };
      found.leave(reason, spot, { want: groups.length, got: columns.length });
      continue;
    }
    let from = start;
    for (const [at, column] of columns.entries()) {
      const alphabet = alphabets[at];
      if (alphabet !== undefined && !EMPTY.test(column)) readColumn(column, from, at);
      from += column.length + 1;
    }
  }

  function readColumn(column: string, offset: number, group: number): void {
    const alphabet = alphabets[group];
    if (alphabet === undefined) return;
    const leave: Leave = (reason, { from, to }) =>
      found.leave(reason, { from: offset + from, to: offset + to });
    readItems({ pieces: piecesOf(column), alphabet, leave, budget }, (item, from, to) =>
      found.take(group * TICKS_A_GROUP + item, offset + from, offset + to),
    );
  }
}
