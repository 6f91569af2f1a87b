import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RULE_PACKS } from "@lotus/server/protection";
import { ROOT } from "../layers.ts";
import { ranProblems, type TestReport } from "../test/test-report.ts";
import { clauseProblems, readClauses, type ClauseRow } from "./clauses-table.ts";

/** Path of the table. */
export const PROTECTION_PAGE = "docs/protection.md";

/** The table of this tree. */
export function readClauseTable(): ClauseRow[] {
  return readClauses(readFileSync(join(ROOT, PROTECTION_PAGE), "utf8"));
}

/** Problems of the table; and, given the report of a full run, tests that did not run or pass. */
export function checkClauses(report?: TestReport): string[] {
  const rows = readClauseTable();
  const problems = clauseProblems(rows, Object.values(RULE_PACKS), (path) => existsSync(join(ROOT, path)));
  if (report === undefined) return problems;
  return [...problems, ...ranProblems(rows, report, { mustPass: true })];
}
