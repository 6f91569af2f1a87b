/**
 * `npm run test:changed`: the tests nearest to what changed since the last commit, in less than half a minute; `-- main`
 * compares with another revision. It opens no browser, and says what it leaves to `npm test`.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readSources, ROOT } from "../layers.ts";
import { importGraph } from "./import-graph.ts";
import { callersOfSql, nearestTests } from "./nearest-tests.ts";
import { readTestTimes } from "./test-times.ts";

/** File seconds on two cores. */
const SECONDS = { pure: 8, database: 14 };
/** How many names are shown. */
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
const sources = readSources();
const callers = changed
  .filter((path) => path.endsWith(".sql"))
  .flatMap((path) => callersOfSql(readFileSync(join(ROOT, path), "utf8"), sources));
const { run, left, journeys } = nearestTests(
  importGraph(sources, ROOT),
  [...changed, ...callers],
  readTestTimes(ROOT),
  SECONDS,
);
console.log(`changed files: ${changed.length}, test files to run: ${run.length}`);
if (run.length > 0)
  process.exitCode = spawnSync(join(ROOT, "node_modules/.bin/vitest"), ["run", ...run], {
    cwd: ROOT,
    stdio: "inherit",
  }).status;
if (left.length > 0) console.log(`left out, for lack of time: ${named(left)}`);
if (journeys.length > 0)
  console.log(`near it, in a browser: npm run build && npx vitest run --project e2e ${named(journeys)}`);
