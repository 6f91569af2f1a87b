import type { NamedTest } from "./named-test.ts";

/** What a run did: each file by its path from the root, with its tests by their full names, "describe > test". */
export type TestReport = readonly {
  readonly file: string;
  readonly tests: readonly { readonly name: string; readonly state: string }[];
}[];

/** Outcome of a test: it ran, was skipped, or does not exist. */
export type Ran = "passed" | "failed" | "skipped" | "missing";

/** Looks up the outcome of a row's test. If several have its name, one that ran counts. */
export function outcomesOf(report: TestReport): (row: Pick<NamedTest, "file" | "test">) => Ran {
  const outcomes = new Map<string, Ran>();
  for (const { file, tests } of report) {
    for (const { name, state } of tests) {
      const key = `${file}\n${name}`;
      const ran = state === "passed" || state === "failed" ? state : "skipped";
      if (ran !== "skipped" || !outcomes.has(key)) outcomes.set(key, ran);
    }
  }
  return ({ file, test }) => outcomes.get(`${file}\n${test}`) ?? "missing";
}

/** The rows' tests that did not run, or with `mustPass` did not pass. */
export function ranProblems(
  rows: readonly NamedTest[],
  report: TestReport,
  options: { readonly mustPass?: boolean } = {},
): string[] {
  const outcomeOf = outcomesOf(report);
  return rows.flatMap((row) => {
    const ran = outcomeOf(row);
    if (ran === "passed") return [];
    if (ran === "failed")
      return options.mustPass === true ? [`${row.id} "${row.test}" in ${row.file} failed`] : [];
    const why = ran === "skipped" ? "was skipped" : "did not run: there is no test of that name";
    return [`${row.id} "${row.test}" in ${row.file} ${why}`];
  });
}
