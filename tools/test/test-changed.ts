/**
 * `npm run test:changed`: the tests nearest to what changed since the last commit, in less than half a minute; `-- main`
 * compares with another revision. It opens no browser, and says what it leaves to `npm test` and `npm run test:all`.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readSources, ROOT } from "../layers.ts";
import { readOptions } from "../run/read-options.ts";
import { findTestFiles } from "./gate.ts";
import { importGraph, stepsTo } from "./import-graph.ts";
import { sharingNames, usersOfNames } from "./named-by.ts";
import { callersOfSql, nearestTests } from "./nearest-tests.ts";
import { readTestTimes } from "./test-times.ts";

/** File seconds on two cores. */
const SECONDS = { pure: 10, database: 14 };
/** How many names are shown. */
const NAMED = 8;
const TEST = /\.test\.tsx?$/u;
const JOURNEY = /^e2e\//u;
const OTHER = /^(?!e2e\/)/u;
const SCREEN = /^apps\/(?:player|desk)\/src\/screens\//u;
const CALL = /\bdefine(?:Desk)?Call\(\{/u;

const {
  positionals: [revision = "HEAD"],
} = readOptions({ allowPositionals: true });

function git(...args: readonly string[]): string[] {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8" })
    .split("\n")
    .filter((path) => path !== "");
}

if (
  spawnSync("git", ["rev-parse", "--verify", "--quiet", `${revision}^{commit}`], { cwd: ROOT }).status !== 0
) {
  console.error(`${revision} is no commit of this repository: give a branch, a tag or a hash`);
  process.exit(2);
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
const graph = importGraph(sources, ROOT);
// The lines of a catalogue that changed, whose texts are used by their keys.
const lines = git("diff", "-U0", revision, "--", "*.json").join("\n");
const users = [
  ...changed
    .filter((path) => path.endsWith(".sql") && existsSync(join(ROOT, path)))
    .flatMap((path) => callersOfSql(readFileSync(join(ROOT, path), "utf8"), sources)),
  ...usersOfNames(lines, sources),
];
// A handler is tested by the path of its call, and by the screens that make it.
const calls = changed
  .flatMap((path) => [path, ...(graph.get(path) ?? [])])
  .filter((path) => CALL.test(sources.get(path) ?? ""));
const screens = [...stepsTo(graph, calls)].flatMap(([path, step]) =>
  step <= 2 && SCREEN.test(path) && !TEST.test(path) ? [path] : [],
);
const texts = [lines, ...[...changed, ...users, ...calls, ...screens].map((path) => sources.get(path) ?? "")];
// A name is rare among journeys or among the other tests, which are far more.
const sharing = [JOURNEY, OTHER].flatMap((kind) =>
  sharingNames(texts, new Map([...sources].filter(([path]) => TEST.test(path) && kind.test(path)))),
);
const { run, left, journeys } = nearestTests(
  graph,
  { changed, users, sharing },
  readTestTimes(ROOT),
  SECONDS,
);
console.log(`changed files: ${changed.length}, test files to run: ${run.length}`);
const { gate } = findTestFiles(ROOT);
const isInGate = (path: string): boolean => gate.includes(path);
for (const [what, paths] of [
  ["near, and left out for lack of time", left],
  ["near, in a browser, run by npm test", journeys.filter(isInGate)],
  ["near, in a browser, run only by npm run test:all", journeys.filter((path) => !isInGate(path))],
] as const)
  if (paths.length > 0) console.log(`${what}:\n  ${named(paths)}`);
const [nearest] = journeys;
console.log(
  nearest === undefined
    ? "no journey in e2e/ is near it; npm test runs those through the whole house"
    : `one of them: npm run build && npx vitest run --project e2e ${nearest}`,
);
if (run.length > 0)
  process.exitCode = spawnSync(join(ROOT, "node_modules/.bin/vitest"), ["run", ...run], {
    cwd: ROOT,
    stdio: "inherit",
  }).status;
