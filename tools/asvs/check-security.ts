import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../layers.ts";
import { ranProblems, type TestReport } from "../test/test-report.ts";
import standard from "./asvs-5.0.0.json" with { type: "json" };
import {
  countAnswers,
  readSecurity,
  requirementsOf,
  securityProblems,
  summaryOf,
  testsOf,
  type SecurityRow,
} from "./security-table.ts";

/** The page that holds the tables. */
export const SECURITY_PAGE = "docs/security.md";

/** Every requirement of levels 1 and 2, in the order of the standard. */
export const REQUIREMENTS = requirementsOf(standard.chapters);

const readPage = (): string => readFileSync(join(ROOT, SECURITY_PAGE), "utf8");

/** The rows of this tree. */
export function readRows(): SecurityRow[] {
  return readSecurity(readPage());
}

/**
 * Problems of the page: requirements without a row or without exactly one answer, missing files, a wrong summary; and,
 * given the report of a full test run, tests that did not pass in it.
 */
export function checkSecurity(report?: TestReport): string[] {
  const page = readPage();
  const rows = readSecurity(page);
  const problems = securityProblems(rows, REQUIREMENTS, (path) => existsSync(join(ROOT, path)));
  if (!page.includes(summaryOf(rows)))
    problems.push("the summary does not count the rows: npm run asvs prints it");
  if (report === undefined) return problems;
  return [...problems, ...ranProblems(testsOf(rows), report, { mustPass: true })];
}

/** The summary of the page in one line, with its gaps. */
export function printSecurity(): string {
  const { all, tests, notApplicable, gaps } = countAnswers(readRows());
  return `ASVS 5.0.0, levels 1 and 2: ${all} requirements, ${tests} shown by tests, ${notApplicable} do not apply, ${gaps} gaps`;
}
