import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../layers.ts";
import { readRequirements, tableProblems, type Requirement } from "./requirements-table.ts";
import { ranProblems, type TestReport } from "../test/test-report.ts";

/** Path of the table. */
export const REQUIREMENTS_PAGE = "docs/requirements.md";

/** The table of this tree. */
export function readTable(): Requirement[] {
  return readRequirements(readFileSync(join(ROOT, REQUIREMENTS_PAGE), "utf8"));
}

/**
 * Problems of the table: rows without a test, missing files; and, given the report of a full run, tests that did not
 * run.
 */
export function checkRequirements(report?: TestReport): string[] {
  const rows = readTable();
  const problems = tableProblems(rows, (path) => existsSync(join(ROOT, path)));
  if (report === undefined) return problems;
  return [...problems, ...ranProblems(rows, report)];
}
