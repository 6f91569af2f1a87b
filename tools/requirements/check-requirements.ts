import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../layers.ts";
import { readRequirements, tableProblems, type Requirement } from "./requirements-table.ts";
import { ranProblems, type TestReport } from "../named-tests/test-report.ts";

/** Where the table stands. */
export const REQUIREMENTS_PAGE = "docs/requirements.md";

/** The table of this tree. */
export function readTable(): Requirement[] {
  return readRequirements(readFileSync(join(ROOT, REQUIREMENTS_PAGE), "utf8"));
}

/**
 * What is wrong with the table: rows without a test, files that are not there; and, when the report of a run of
 * everything is given, tests that did not run in it.
 */
export function checkRequirements(report?: TestReport): string[] {
  const rows = readTable();
  const problems = tableProblems(rows, (path) => existsSync(join(ROOT, path)));
  if (report === undefined) return problems;
  const firefoxRequired = process.env["REQUIRE_FIREFOX"] === "1";
  return [...problems, ...ranProblems(rows, report, { root: ROOT, firefoxRequired })];
}
