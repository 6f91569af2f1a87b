/**
 * `npm test` (the gate: what breaks most, in minutes) and `npm run test:all` (everything): builds the apps, weighs them, runs
 * the tests and closes with one line, "N passed, N failed". Other arguments go to vitest: `npm test -- --project db`.
 *
 * `--report FILE` saves what ran; `--after FILE` runs only what that run left out, and counts both. A run of everything must
 * have run each test that docs/requirements.md names, and passed each that docs/security.md and docs/protection.md name.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createCLI, parseCLI, startVitest } from "vitest/node";
import { checkSecurity, SECURITY_PAGE, printSecurity } from "../asvs/check-security.ts";
import { checkClauses, PROTECTION_PAGE } from "../clauses/check-clauses.ts";
import { checkRequirements, REQUIREMENTS_PAGE } from "../requirements/check-requirements.ts";
import { ROOT } from "../layers.ts";
import { findTestFiles } from "./gate.ts";
import { Progress } from "./progress.ts";
import type { TestReport } from "./test-report.ts";
import { keepTestTimes, slowestFiles, type TestTimes } from "./test-times.ts";

/** What one or several runs of vitest did. */
interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds: TestTimes;
  readonly report: TestReport;
}

/** How many of the slowest files are printed. */
const SLOWEST = 15;

/**
 * Servers that tests start load compiled modules, which halves their start. Beside the other caches, which a new installation
 * removes.
 */
process.env["NODE_COMPILE_CACHE"] ??= join(ROOT, "node_modules/.cache/lotus-compiled");

const forVitest = process.argv.slice(2);
const all = takeOption("--all", 1) !== undefined;
const reportFile = takeOption("--report", 2);
const earlierFile = takeOption("--after", 2);
const minutes: string[] = [];

process.exitCode = (await runTests()) ? 0 : 1;

/** Removes an own option from the arguments and returns the last of its words. */
function takeOption(name: string, words: number): string | undefined {
  const at = forVitest.indexOf(name);
  return at === -1 ? undefined : forVitest.splice(at, words).at(-1);
}

async function runTests(): Promise<boolean> {
  const { gate, beyond } = findTestFiles(ROOT);
  const cli = createCLI();
  const { args: filter } = cli.parse(["node", "vitest", "run", ...forVitest], { run: false });
  try {
    cli.matchedCommand?.checkUnknownOptions();
  } catch (error) {
    console.log(
      `${error instanceof Error ? error.message : String(error)}: npx vitest --help lists them all`,
    );
    return false;
  }
  if (filter.length > 0 && ![...gate, ...(all ? beyond : [])].some((file) => isSelected(file, filter))) {
    const only = beyond.some((file) => isSelected(file, filter)) ? "; npm run test:all -- has one" : "";
    console.log(
      `no test file of npm ${all ? "run test:all" : "test"} has ${filter.join(" or ")} in its path${only}`,
    );
    return false;
  }
  const outcomes = earlierFile === undefined ? [] : [readOutcome(earlierFile)];
  if (!(await timed("build", buildApps))) {
    console.log("0 passed, 1 failed");
    return false;
  }
  // Counting bytes takes no time, and exceeding the budget is a failure like any other.
  const isLight = run(process.execPath, [join(ROOT, "tools/budget/budget.ts"), "--no-build"]);
  if (outcomes.length === 0) outcomes.push(await timed("npm test", () => runVitest(gate)));
  if (all) outcomes.push(await timed("the rest", () => runVitest(beyond)));
  const outcome = outcomes.reduce(addOutcomes);
  const { passed, failed, skipped } = outcome;
  if (reportFile !== undefined) writeFileSync(reportFile, JSON.stringify(outcome));
  console.log(slowestFiles(outcome.seconds, SLOWEST));
  // Each page that names its proofs counts as one test.
  const problems = all && forVitest.length === 0 ? pageProblems(outcome.report) : [];
  for (const problem of problems) console.error(problem);
  if (all) console.log(printSecurity());
  console.log(minutes.join(" · "));
  const allFailed = failed + problems.length + (isLight ? 0 : 1);
  if (passed + failed === 0) {
    console.log("0 passed, 0 failed: no test has that title");
    return false;
  }
  console.log(`${passed} passed, ${allFailed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  return allFailed === 0;
}

async function timed<Result>(name: string, act: () => Result | Promise<Result>): Promise<Result> {
  const start = Date.now();
  const result = await act();
  minutes.push(`${name} ${((Date.now() - start) / 60_000).toFixed(1)} min`);
  return result;
}

function run(command: string, args: readonly string[]): boolean {
  const done = spawnSync(command, args, { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] });
  if (done.error !== undefined) throw done.error;
  return done.status === 0;
}

function runBin(name: string, args: readonly string[]): boolean {
  return run(join(ROOT, "node_modules/.bin", name), args);
}

function buildApps(): boolean {
  return ["player", "desk"].every((app) => {
    const isBuilt = runBin("vite", ["build", "--config", `apps/${app}/vite.config.ts`, "--logLevel", "warn"]);
    if (!isBuilt) console.log(`apps/${app} does not build.`);
    return isBuilt;
  });
}

function isSelected(file: string, filter: readonly string[]): boolean {
  return filter.length === 0 || filter.some((part) => file.includes(part));
}

/** Runs the given test files; vitest's own arguments may select some of them. */
async function runVitest(files: readonly string[]): Promise<Outcome> {
  const { filter, options } = parseCLI(["vitest", "run", ...forVitest]);
  const selected = files.filter((file) => isSelected(file, filter));
  // Without a file vitest would run all.
  if (selected.length === 0) return { passed: 0, failed: 0, skipped: 0, seconds: {}, report: [] };
  const vitest = await startVitest(selected, {
    ...options,
    root: ROOT,
    watch: false,
    reporters: [new Progress()],
  });
  await vitest.close();
  const modules = vitest.state.getTestModules();
  const report = modules.map((module) => ({
    file: module.relativeModuleId,
    tests: [...module.children.allTests()].map((each) => ({
      name: each.fullName,
      state: each.result().state,
    })),
  }));
  const count = (state: string): number =>
    report.flatMap(({ tests }) => tests).filter((each) => each.state === state).length;
  // A file that cannot be loaded, and an error outside of any test, is a failure each.
  const broken = modules.filter((module) => !module.ok() || module.errors().length > 0).length;
  const failed = Math.max(count("failed"), broken) + vitest.state.getUnhandledErrors().length;
  const seconds = Object.fromEntries(
    modules.map((module) => [module.relativeModuleId, module.diagnostic().duration / 1000]),
  );
  keepTestTimes(seconds, ROOT);
  return { passed: count("passed"), failed, skipped: count("skipped"), seconds, report };
}

function readOutcome(file: string): Outcome {
  // Written by a run with --report.
  return JSON.parse(readFileSync(file, "utf8")) as Outcome;
}

function addOutcomes(a: Outcome, b: Outcome): Outcome {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    seconds: { ...a.seconds, ...b.seconds },
    report: [...a.report, ...b.report],
  };
}

/** What is wrong with the pages that name tests as their proof. */
function pageProblems(report: TestReport): string[] {
  return Object.entries({
    [REQUIREMENTS_PAGE]: checkRequirements(report),
    [SECURITY_PAGE]: checkSecurity(report),
    [PROTECTION_PAGE]: checkClauses(report),
  }).flatMap(([page, problems]) => problems.map((problem) => `${page}: ${problem}`));
}
