import type { Clause, RulePack } from "@lotus/server/protection";
import { namedFileProblem } from "../test/named-test.ts";
import { bare, cellsOf } from "../test/table-cells.ts";

/** One row of the clauses in docs/protection.md: a clause of a rule pack and the test that shows it. */
export interface ClauseRow {
  readonly id: string;
  readonly rule: string;
  readonly source: string;
  /** The file of the test, from the root. */
  readonly file: string;
  /** The full name of the test, as printed by the runner. */
  readonly test: string;
}

const ROW = /^\|\s*`?[a-z]+\.[a-z-]+`?\s*\|/u;

/** Reads the rows, in order. A row without exactly five cells is kept with empty ones, to be reported. */
export function readClauses(text: string): ClauseRow[] {
  return text
    .split("\n")
    .filter((line) => ROW.test(line))
    .map((line) => {
      const [id = "", rule = "", source = "", file = "", test = "", ...more] = cellsOf(line);
      return more.length > 0
        ? { id: bare(id), rule: "", source: "", file: "", test: "" }
        : { id: bare(id), rule, source, file: bare(file), test: bare(test) };
    });
}

/** The source of a clause as the table writes it. */
function sourceOf({ source, confirmed }: Clause): string {
  return confirmed ? source : `${source} (not confirmed)`;
}

/** Differences between the table and the packs, and rows whose test is not there; `exists` knows the tree's paths. */
export function clauseProblems(
  rows: readonly ClauseRow[],
  packs: readonly RulePack[],
  exists: (path: string) => boolean,
): string[] {
  const clauses = packs.flatMap((pack) => pack.clauses);
  const known = new Map(clauses.map((clause) => [clause.id, clause]));
  const problems = clauses
    .filter(({ id }) => rows.filter((row) => row.id === id).length !== 1)
    .map(({ id }) => `${id} has not exactly one row`);
  for (const row of rows) {
    const clause = known.get(row.id);
    if (clause === undefined) problems.push(`${row.id} is a clause of no pack`);
    else if (row.rule !== clause.rule)
      problems.push(`${row.id} says something else than its pack: "${clause.rule}"`);
    else if (row.source !== sourceOf(clause)) problems.push(`${row.id} names another source than its pack`);
    if (row.test === "") problems.push(`${row.id} names no test`);
    const fileProblem = namedFileProblem(row.file, exists);
    if (fileProblem !== undefined) problems.push(`${row.id} ${fileProblem}`);
  }
  return problems;
}
