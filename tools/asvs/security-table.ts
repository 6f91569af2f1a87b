/** The tables of docs/security.md: each requirement of OWASP ASVS 5.0.0 up to level 2, and what answers it. */
import { namedFileProblem, type NamedTest } from "../test/named-test.ts";
import { bare, cellsOf } from "../test/table-cells.ts";

/** A requirement as the standard lists it. */
export interface Requirement {
  /** As the standard writes it, "V1.2.3". */
  readonly id: string;
  readonly level: 1 | 2;
  /** Heading of the row, such as "V1 Encoding and Sanitization". */
  readonly chapter: string;
}

/** What answers a requirement: tests, a reason why it does not apply, or a gap and what closes it. */
export type Answer =
  | { readonly kind: "tests"; readonly tests: readonly NamedTest[] }
  | { readonly kind: "does not apply"; readonly reason: string }
  | { readonly kind: "gap"; readonly gap: string }
  | { readonly kind: "none" };

/** One row of a table. */
export interface SecurityRow {
  readonly id: string;
  readonly level: string;
  /** The heading above the row. */
  readonly chapter: string;
  /** The requirement in our own words. */
  readonly requirement: string;
  /** How it is met; "—" where nothing is to be met. */
  readonly met: string;
  readonly answer: Answer;
}

/** A chapter of the fixture's JSON. */
export interface Chapter {
  readonly id: string;
  readonly name: string;
  readonly level1: readonly string[];
  readonly level2: readonly string[];
}

/** The requirements of both levels, in the order of the standard. */
export function requirementsOf(chapters: readonly Chapter[]): Requirement[] {
  return chapters.flatMap(({ id, name, level1, level2 }) =>
    [
      ...level1.map((one) => ({ id: one, level: 1 as const, chapter: `${id} ${name}` })),
      ...level2.map((one) => ({ id: one, level: 2 as const, chapter: `${id} ${name}` })),
    ].sort((a, b) => compareIds(a.id, b.id)),
  );
}

function compareIds(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

const ROW = /^\|\s*V\d+\.\d+\.\d+\s*\|/u;
const HEADING = /^#+\s+(V\d+ .+?)\s*$/u;

/** Reads the rows in order, each with its heading. A row without exactly five cells has no answer. */
export function readSecurity(text: string): SecurityRow[] {
  let chapter = "";
  const rows: SecurityRow[] = [];
  for (const line of text.split("\n")) {
    chapter = HEADING.exec(line)?.[1] ?? chapter;
    if (!ROW.test(line)) continue;
    const cells = cellsOf(line);
    const [id = "", level = "", requirement = "", met = "", shown = ""] = cells;
    rows.push({
      id,
      level,
      chapter,
      requirement,
      met,
      answer: cells.length === 5 ? answerOf(id, shown) : { kind: "none" },
    });
  }
  return rows;
}

function answerOf(id: string, cell: string): Answer {
  const reason = /^does not apply:\s*(.*)$/iu.exec(cell)?.[1];
  if (reason !== undefined) return { kind: "does not apply", reason };
  const gap = /^GAP:\s*(.*)$/u.exec(cell)?.[1];
  if (gap !== undefined) return { kind: "gap", gap };
  const tests = cell.split("<br>").map((named): NamedTest | undefined => {
    const [, file, test] = /^(`[^`]+`|\S+) › (.+)$/u.exec(named.trim()) ?? [];
    return file === undefined || test === undefined ? undefined : { id, file: bare(file), test: test.trim() };
  });
  const whole = tests.filter((test) => test !== undefined);
  // A mixture of answers is none.
  if (whole.length !== tests.length || /does not apply:|GAP:/u.test(cell)) return { kind: "none" };
  return { kind: "tests", tests: whole };
}

/** Problems of the tables, as text; `exists` returns whether the tree has a path. */
export function securityProblems(
  rows: readonly SecurityRow[],
  requirements: readonly Requirement[],
  exists: (path: string) => boolean,
): string[] {
  const known = new Map(requirements.map((each) => [each.id, each]));
  const problems = requirements
    .filter(({ id }) => !rows.some((row) => row.id === id))
    .map(({ id }) => `${id} has no row`);
  let before: string | undefined;
  for (const row of rows) {
    if (before === row.id) problems.push(`${row.id} stands twice`);
    else if (before !== undefined && compareIds(row.id, before) < 0)
      problems.push(`${row.id} stands after ${before}`);
    before = row.id;
    const requirement = known.get(row.id);
    if (requirement === undefined) problems.push(`${row.id} is no requirement of level 1 or 2`);
    else problems.push(...rowProblems(row, requirement, exists).map((problem) => `${row.id} ${problem}`));
  }
  return problems;
}

function rowProblems(
  row: SecurityRow,
  requirement: Requirement,
  exists: (path: string) => boolean,
): string[] {
  const problems: string[] = [];
  if (row.level !== String(requirement.level))
    problems.push(`is of level ${requirement.level}, not ${row.level}`);
  if (row.chapter !== requirement.chapter) problems.push(`stands under "${row.chapter}"`);
  if (row.requirement === "") problems.push("does not say what is asked");
  problems.push(...answerProblems(row, exists));
  return problems;
}

/** Fewer letters than these are no reason. */
const SHORTEST_REASON = 12;

function answerProblems({ answer, met }: SecurityRow, exists: (path: string) => boolean): string[] {
  if (answer.kind === "none") return ["needs one answer: tests, a reason not to apply, or a gap"];
  if (answer.kind === "does not apply")
    return answer.reason.length < SHORTEST_REASON ? ["gives no reason why it does not apply"] : [];
  if (answer.kind === "gap")
    return /\bclosed by\b/iu.test(answer.gap) ? [] : ["does not say what its gap is closed by"];
  const problems = met.length < SHORTEST_REASON ? ["does not say how it is met"] : [];
  for (const { file } of answer.tests) {
    const problem = namedFileProblem(file, exists);
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

/** Every test that a row names. */
export function testsOf(rows: readonly SecurityRow[]): NamedTest[] {
  return rows.flatMap(({ answer }) => (answer.kind === "tests" ? answer.tests : []));
}

/** How many rows have which kind of answer. */
export interface Counts {
  readonly all: number;
  readonly tests: number;
  readonly notApplicable: number;
  readonly gaps: number;
}

/** Counts the answers of these rows. */
export function countAnswers(rows: readonly SecurityRow[]): Counts {
  const of = (kind: Answer["kind"]): number => rows.filter(({ answer }) => answer.kind === kind).length;
  return { all: rows.length, tests: of("tests"), notApplicable: of("does not apply"), gaps: of("gap") };
}

/** The summary above the tables: a line a chapter, and all together. */
export function summaryOf(rows: readonly SecurityRow[]): string {
  const line = (name: string, counted: readonly SecurityRow[]): string => {
    const { all, tests, notApplicable, gaps } = countAnswers(counted);
    return `| ${name} | ${all} | ${tests} | ${notApplicable} | ${gaps} |`;
  };
  const chapters = [...new Set(rows.map(({ chapter }) => chapter))];
  return [
    "| Chapter | Requirements | Shown by tests | Do not apply | Gaps |",
    "|---|---|---|---|---|",
    ...chapters.map((chapter) =>
      line(
        chapter,
        rows.filter((row) => row.chapter === chapter),
      ),
    ),
    line("**All**", rows),
  ].join("\n");
}
