/** The table of docs/requirements.md: each requirement, sentence by sentence, and the test that proves it. */
import { namedFileProblem } from "../test/named-test.ts";
import { bare, cellsOf } from "../test/table-cells.ts";

/** One row of the table. */
export interface Requirement {
  /** Section and place in it, as "2.07". */
  readonly id: string;
  /** The sentence of the requirement. */
  readonly requirement: string;
  /** Where it is built: a path from the root. */
  readonly code: string;
  /** The file of the test, from the root. */
  readonly file: string;
  /** The full name of the test, as printed by the runner: "describe > test". */
  readonly test: string;
}

/** The sections of the requirements. */
export const SECTIONS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

const ROW = /^\|\s*(\d{1,2}\.\d\d)\s*\|/u;

/** Reads the rows of the table, in order. A row without exactly five cells is kept with empty ones, to be reported. */
export function readRequirements(text: string): Requirement[] {
  return text
    .split("\n")
    .filter((line) => ROW.test(line))
    .map((line) => {
      const [id = "", requirement = "", code = "", file = "", test = "", ...more] = cellsOf(line);
      return more.length > 0
        ? { id, requirement, code: "", file: "", test: "" }
        : { id, requirement, code: bare(code), file: bare(file), test: bare(test) };
    });
}

/** Problems of the table itself; `exists` returns whether the tree has a path. */
export function tableProblems(rows: readonly Requirement[], exists: (path: string) => boolean): string[] {
  const problems = SECTIONS.filter((section) => !rows.some(({ id }) => id.startsWith(`${section}.`))).map(
    (section) => `section ${section} has no row`,
  );
  let before = "0.00";
  for (const row of rows) {
    if (Number(row.id) <= Number(before)) problems.push(`${row.id} stands after ${before}`);
    before = row.id;
    problems.push(...rowProblems(row, exists).map((problem) => `${row.id} ${problem}`));
  }
  return problems;
}

function rowProblems(row: Requirement, exists: (path: string) => boolean): string[] {
  if (row.requirement === "") return ["does not say what was asked"];
  if (row.test === "" || row.file === "") return ["names no test"];
  const problems: string[] = [];
  const fileProblem = namedFileProblem(row.file, exists);
  if (fileProblem !== undefined) problems.push(fileProblem);
  if (row.code === "" || !exists(row.code)) problems.push(`is built in "${row.code}", which does not exist`);
  return problems;
}
