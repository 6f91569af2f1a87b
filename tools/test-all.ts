/**
 * `npm test`: builds the apps once, weighs them, then runs every room of tests (pure, PostgreSQL, components, browser
 * journeys) and closes with one line, "N passed, N failed". Arguments go to vitest: `npm test -- --project db`. A run of
 * everything must have run each test that docs/requirements.md names, and passed each that docs/security.md and
 * docs/protection.md name.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkSecurity, SECURITY_PAGE, printSecurity } from "./asvs/check-security.ts";
import { checkClauses, PROTECTION_PAGE } from "./clauses/check-clauses.ts";
import { checkRequirements, REQUIREMENTS_PAGE } from "./requirements/check-requirements.ts";
import type { TestReport } from "./named-tests/test-report.ts";
import { keepTestTimes } from "./changed/test-times.ts";
import { slowestFiles, type TimedReport } from "./slowest-files.ts";
import { ROOT } from "./layers.ts";

/** The part of vitest's JSON report that is read here. */
type Report = TestReport &
  TimedReport & {
    readonly numPassedTests: number;
    readonly numFailedTests: number;
    readonly numFailedTestSuites: number;
    readonly success: boolean;
  };

const bin = (name: string): string => join(ROOT, "node_modules", ".bin", name);

function run(command: string, args: readonly string[]): number {
  const done = spawnSync(command, args, { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] });
  if (done.error !== undefined) throw done.error;
  return done.status ?? 1;
}

/**
 * Servers and other programs that tests start read most modules compiled: half of the time a start takes. Beside the other
 * caches, which a new installation removes; what has changed since is compiled anew.
 */
process.env["NODE_COMPILE_CACHE"] ??= join(ROOT, "node_modules/.cache/lotus-compiled");

/** So many files are named at the end, as those whose time is worth a look. */
const SLOWEST = 15;

const args = process.argv.slice(2);
for (const app of ["player", "desk"]) {
  if (run(bin("vite"), ["build", "--config", `apps/${app}/vite.config.ts`, "--logLevel", "warn"]) !== 0) {
    console.log(`\napps/${app} does not build.\n0 passed, 1 failed`);
    process.exit(1);
  }
}
// Counting bytes takes no time, and exceeding the budget is a failure like any other.
const overweight = run(process.execPath, [join(ROOT, "tools/budget/budget.ts"), "--no-build"]) === 0 ? 0 : 1;
const scratch = mkdtempSync(join(tmpdir(), "lotus-test-"));
const reportFile = join(scratch, "report.json");
const status = run(bin("vitest"), [
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${reportFile}`,
  ...args,
]);
let failed = 1;
let passed = 0;
let report: Report | undefined;
try {
  // Written by vitest just now; a missing or broken report counts as one failure.
  report = JSON.parse(readFileSync(reportFile, "utf8")) as Report;
  passed = report.numPassedTests;
  failed =
    report.numFailedTests +
    (report.success || report.numFailedTests > 0 ? 0 : Math.max(1, report.numFailedTestSuites));
} catch (error) {
  console.error(`no report of the tests: ${String(error)}`);
}
rmSync(scratch, { recursive: true, force: true });
failed += overweight;
// Each page that names its proofs counts as one test.
const whole = args.length === 0 ? report : undefined;
for (const [page, problems] of [
  [REQUIREMENTS_PAGE, checkRequirements(whole)],
  [SECURITY_PAGE, checkSecurity(whole)],
  [PROTECTION_PAGE, checkClauses(whole)],
] as const) {
  for (const problem of problems) console.error(`${page}: ${problem}`);
  if (problems.length > 0) failed += 1;
  else passed += 1;
}
if (report !== undefined) {
  keepTestTimes(report, ROOT);
  console.log(slowestFiles(report, ROOT, SLOWEST));
}
console.log(printSecurity());
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = status === 0 && failed === 0 ? 0 : 1;
