/**
 * `npm run test:changed`: the tests nearest to what changed since the last commit, within seconds; `-- main` compares
 * with another revision. It needs neither PostgreSQL nor a browser, and says what it leaves to `npm test`.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { readSources, ROOT } from "../layers.ts";
import { importGraph } from "./import-graph.ts";
import { nearestTests } from "./nearest-tests.ts";
import { readTestTimes } from "./test-times.ts";

/** Of all files together, on two cores: with the start of the runner it is less than ten seconds. */
const SECONDS = 8;
/** So many names are shown. */
const NAMED = 8;

const [revision = "HEAD"] = process.argv.slice(2);

function git(...args: readonly string[]): string[] {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8" })
    .split("\n")
    .filter((path) => path !== "");
}

function named(paths: readonly string[]): string {
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : "";
  return `${paths.slice(0, NAMED).join(" ")}${more}`;
}

const changed = [
  ...git("diff", "--name-only", revision, "--"),
  ...git("ls-files", "--others", "--exclude-standard"),
];
const { run, left, slow } = nearestTests(
  importGraph(readSources(), ROOT),
  changed,
  readTestTimes(ROOT),
  SECONDS,
);
console.log(`changed files: ${changed.length}, files of tests: ${run.length}`);
if (run.length > 0) {
  const args = ["run", "--project", "unit", "--project", "player", "--project", "desk", ...run];
  process.exitCode = spawnSync(join(ROOT, "node_modules/.bin/vitest"), args, {
    cwd: ROOT,
    stdio: "inherit",
  }).status;
}
if (left.length > 0) console.log(`left to npm test, as they take longer: ${named(left)}`);
if (slow.length > 0) console.log(`near it, on a server: npx vitest run ${named(slow)}`);
