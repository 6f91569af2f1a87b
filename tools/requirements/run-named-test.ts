import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Requirement } from "./requirements-table.ts";
import { outcomesOf, type TestReport } from "../named-tests/test-report.ts";

/** Verdict of one test: green, red, missing, or its file could not be loaded. */
export type Verdict = "green" | "red" | "missing" | "broken";

/** Runs only the test of a row in a tree. */
export function runNamedTest(tree: string, row: Pick<Requirement, "file" | "test">): Verdict {
  const report = join(tree, "report.json");
  rmSync(report, { force: true });
  const ran = spawnSync(
    process.execPath,
    [
      join(tree, "node_modules/vitest/vitest.mjs"),
      "run",
      row.file,
      "--testNamePattern",
      patternOf(row.test),
      "--project",
      projectOf(row.file),
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    { cwd: tree, encoding: "utf8" },
  );
  if (ran.error !== undefined) throw ran.error;
  return verdictOf(readReport(report), tree, row);
}

/** The verdict of a report; undefined if there is none. */
export function verdictOf(
  report: TestReport | undefined,
  tree: string,
  row: Pick<Requirement, "file" | "test">,
): Verdict {
  if (report === undefined) return "broken";
  const ran = outcomesOf(report, tree)(row);
  if (ran === "passed") return "green";
  if (ran === "failed") return "red";
  const unloaded = report.testResults.some(({ assertionResults }) => assertionResults.length === 0);
  return unloaded ? "broken" : "missing";
}

function readReport(path: string): TestReport | undefined {
  try {
    // Written by the runner just now.
    return JSON.parse(readFileSync(path, "utf8")) as TestReport;
  } catch {
    return undefined;
  }
}

/** A pattern that matches exactly this name. */
export function patternOf(name: string): string {
  return `^${name.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)}$`;
}

/** The test project of vitest that a file belongs to. */
export function projectOf(file: string): string {
  if (file.startsWith("e2e/")) return "e2e";
  if (file.startsWith("apps/desk/")) return "desk";
  if (file.endsWith(".db.test.ts")) return "db";
  return file.startsWith("apps/player/") || file.startsWith("packages/ui/") ? "player" : "unit";
}
