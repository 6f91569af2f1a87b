import { relative } from "node:path";
import type { NamedTest } from "./named-test.ts";

/** The part of the runner's JSON report that is used. */
export interface TestReport {
  readonly testResults: readonly {
    /** The file's absolute path. */
    readonly name: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

/** Outcome of a test: it ran, was skipped, or does not exist. */
export type Ran = "passed" | "failed" | "skipped" | "missing";

/** Looks up the outcome of a row's test. Of several with the same name the one that ran counts. */
export function outcomesOf(report: TestReport, root: string): (row: Pick<NamedTest, "file" | "test">) => Ran {
  const outcomes = new Map<string, Ran>();
  for (const { name, assertionResults } of report.testResults) {
    const file = relative(root, name);
    for (const { ancestorTitles, title, status } of assertionResults) {
      const key = `${file}\n${[...ancestorTitles, title].join(" > ")}`;
      const ran = status === "passed" || status === "failed" ? status : "skipped";
      if (ran !== "skipped" || !outcomes.has(key)) outcomes.set(key, ran);
    }
  }
  return ({ file, test }) => outcomes.get(`${file}\n${test}`) ?? "missing";
}

/**
 * The rows' tests that did not run, or with `mustPass` did not pass. A Firefox test may be skipped without Firefox,
 * unless it is required.
 */
export function ranProblems(
  rows: readonly NamedTest[],
  report: TestReport,
  options: { readonly root: string; readonly firefoxRequired: boolean; readonly mustPass?: boolean },
): string[] {
  const outcomeOf = outcomesOf(report, options.root);
  return rows.flatMap((row) => {
    const ran = outcomeOf(row);
    if (ran === "passed") return [];
    if (ran === "failed")
      return options.mustPass === true ? [`${row.id} "${row.test}" in ${row.file} failed`] : [];
    const excused = ran === "skipped" && /firefox/iu.test(row.test) && !options.firefoxRequired;
    if (excused) return [];
    const why = ran === "skipped" ? "was skipped" : "did not run: there is no test of that name";
    return [`${row.id} "${row.test}" in ${row.file} ${why}`];
  });
}
