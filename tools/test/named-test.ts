import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A test named by a page as proof. */
export interface NamedTest {
  /** Id of the row that names it. */
  readonly id: string;
  /** The file of the test, from the root. */
  readonly file: string;
  /** The full name of the test, as printed by the runner: "describe > test". */
  readonly test: string;
}

/** Problems of the file of a row; `exists` returns whether the tree has a path. */
export function namedFileProblem(file: string, exists: (path: string) => boolean): string | undefined {
  if (!/\.test\.tsx?$/u.test(file)) return `names ${file}, which is no test file`;
  return exists(file) ? undefined : `names ${file}, which does not exist`;
}

/**
 * The tests that their files do not contain, judged by text: names made by `test.each` or a loop are patterns and are
 * left to the run.
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
