import { relative } from "node:path";

/** The part of the runner's JSON report that says how long files took. */
export interface TimedReport {
  readonly testResults: readonly {
    /** The file's absolute path. */
    readonly name: string;
    /** Milliseconds since the epoch, without loading the file's modules. */
    readonly startTime: number;
    readonly endTime: number;
  }[];
}

/** The files that took longest, one line each, with all files' time together. */
export function slowestFiles({ testResults }: TimedReport, root: string, count: number): string {
  const files = testResults
    .map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    }))
    .toSorted((a, b) => b.seconds - a.seconds);
  const lines = files
    .slice(0, count)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
  const all = files.reduce((sum, { seconds }) => sum + seconds, 0);
  return [`slowest of ${files.length} files, ${all.toFixed(0)} s together:`, ...lines].join("\n");
}
