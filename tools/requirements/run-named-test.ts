import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { projectOf } from "../test/gate.ts";
import type { Requirement } from "./requirements-table.ts";
import { outcomesOf, type TestReport } from "../test/test-report.ts";

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
  return verdictOf(readReport(report, tree), row);
}

/** The verdict of a report; undefined if there is none. */
export function verdictOf(report: TestReport | undefined, row: Pick<Requirement, "file" | "test">): Verdict {
  if (report === undefined) return "broken";
  const ran = outcomesOf(report)(row);
  if (ran === "passed") return "green";
  if (ran === "failed") return "red";
  const unloaded = report.some(({ tests }) => tests.length === 0);
  return unloaded ? "broken" : "missing";
}

/** The used part of the report that vitest writes as JSON. */
interface VitestReport {
  readonly testResults: readonly {
    /** The file's absolute path. */
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

function readReport(path: string, tree: string): TestReport | undefined {
  try {
    // Written by the runner just now.
    const { testResults } = JSON.parse(readFileSync(path, "utf8")) as VitestReport;
    return testResults.map(({ name, assertionResults }) => ({
      file: relative(tree, name),
      tests: assertionResults.map(({ ancestorTitles, title, status }) => ({
        name: [...ancestorTitles, title].join(" > "),
        state: status,
      })),
    }));
  } catch {
    return undefined;
  }
}

/** A pattern that matches exactly this name. */
export function patternOf(name: string): string {
  return `^${name.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)}$`;
}
