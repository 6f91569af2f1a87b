import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { TimedReport } from "../slowest-files.ts";

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
export function keepTestTimes({ testResults }: TimedReport, root: string): void {
  const times = Object.fromEntries(
    testResults.map(({ name, startTime, endTime }) => [
      relative(root, name),
      Math.round(endTime - startTime) / 1000,
    ]),
  );
  mkdirSync(dirname(join(root, FILE)), { recursive: true });
  writeFileSync(join(root, FILE), JSON.stringify({ ...readTestTimes(root), ...times }));
}
