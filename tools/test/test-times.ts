import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Seconds that each test file took when it last ran under `npm test`, by path from the root. */
export type TestTimes = Readonly<Record<string, number>>;

/** Beside the other caches, which a new installation removes. */
const FILE = "node_modules/.cache/lotus-test-times.json";

export function readTestTimes(root: string): TestTimes {
  try {
    const kept: unknown = JSON.parse(readFileSync(join(root, FILE), "utf8"));
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, number] => typeof entry[1] === "number"),
    );
  } catch {
    // Missing until the first run of `npm test`.
    return {};
  }
}

/** Keeps the times of a run; files that were not part of it keep theirs. */
export function keepTestTimes(times: TestTimes, root: string): void {
  mkdirSync(dirname(join(root, FILE)), { recursive: true });
  writeFileSync(join(root, FILE), JSON.stringify({ ...readTestTimes(root), ...times }));
}

/** The files that took longest, one line each, with the sum of all files. */
export function slowestFiles(times: TestTimes, count: number): string {
  const files = Object.entries(times).toSorted(([, a], [, b]) => b - a);
  const lines = files
    .slice(0, count)
    .map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
  const all = files.reduce((sum, [, seconds]) => sum + seconds, 0);
  return [`slowest of ${files.length} files, ${all.toFixed(0)} s together:`, ...lines].join("\n");
}
