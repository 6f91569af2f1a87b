import { MinimalReporter, type TestCase, type TestModule, type TestSpecification } from "vitest/node";
import { projectOf } from "./gate.ts";

/** How often a line says how far the run is. */
const EVERY_MS = 5000;

/** Files of one project. */
interface Part {
  readonly files: number;
  done: number;
}

/**
 * Says what runs and how far it is, a line every few seconds, and each failed file at once. After the errors it prints how to
 * run each failed file alone.
 */
export class Progress extends MinimalReporter {
  private readonly parts = new Map<string, Part>();
  private began = 0;
  private printed = 0;
  private passed = 0;
  private failed = 0;

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications);
    this.began = Date.now();
    this.printed = this.began;
    for (const [name, files] of Map.groupBy(specifications, ({ project }) => project.name))
      this.parts.set(name, { files: files.length, done: 0 });
    const parts = [...this.parts].map(([name, { files }]) => `${name} ${files}`);
    this.log(`${specifications.length} files: ${parts.join(", ")}`);
  }

  override onTestCaseResult(test: TestCase): void {
    super.onTestCaseResult(test);
    const { state } = test.result();
    if (state === "passed") this.passed += 1;
    else if (state === "failed") this.failed += 1;
  }

  override onTestModuleEnd(module: TestModule): void {
    super.onTestModuleEnd(module);
    const part = this.parts.get(module.project.name);
    if (part !== undefined) part.done += 1;
    if (Date.now() - this.printed < EVERY_MS) return;
    this.printed = Date.now();
    const seconds = Math.round((this.printed - this.began) / 1000);
    const parts = [...this.parts].map(([name, { files, done }]) => `${name} ${done}/${files}`);
    this.log(
      `${String(Math.floor(seconds / 60)).padStart(2)}:${String(seconds % 60).padStart(2, "0")}  ${parts.join(" · ")} files; ${this.passed} passed, ${this.failed} failed`,
    );
  }

  override reportSummary(...args: Parameters<MinimalReporter["reportSummary"]>): void {
    super.reportSummary(...args);
    const [files] = args;
    const failed = files.filter(({ result }) => result?.state === "fail").map(({ name }) => name);
    for (const line of rerunLines(failed)) this.log(line);
  }
}

/** The command that runs each failed file alone. */
export function rerunLines(files: readonly string[]): string[] {
  return files.length === 0
    ? []
    : [
        "Run one alone:",
        ...files.map((file) => {
          const build = projectOf(file) === "e2e" ? "npm run build && " : "";
          return `  ${build}npx vitest run ${file} --project ${projectOf(file)}`;
        }),
        '  (one test of it: -t "part of its title")',
      ];
}
