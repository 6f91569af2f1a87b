import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A test that a page names as its proof. */
export interface NamedTest {
  /** Id of the row that names it. */
  readonly id: string;
  /** The file of the test, from the root. */
  readonly file: string;
  /** The test's whole name, as the runner prints it: "describe > test". */
  readonly test: string;
}

/** What is wrong with the file that a row names, in words; `exists` says whether the tree has a path. */
export function namedFileProblem(file: string, exists: (path: string) => boolean): string | undefined {
  if (!/\.test\.tsx?$/u.test(file)) return `names ${file}, which is no test file`;
  return exists(file) ? undefined : `names ${file}, which does not exist`;
}

/**
 * The tests that their files cannot have, as far as a look at the text tells: a name that `test.each` or a loop makes
 * is a pattern there, and is left to the run.
 */
export function missingNames(root: string, tests: readonly NamedTest[]): string[] {
  return tests
    .filter(({ file, test }) => {
      const text = readFileSync(join(root, file), "utf8").replaceAll(/\\(["'`])/gu, "$1");
      const [last = ""] = test.split(" > ").slice(-1);
      return !text.includes(last) && !/\.each\b|for \(/u.test(text);
    })
    .map(({ id, test }) => `${id} ${test}`);
}
