import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { words } from "./apps/player/build/words.ts";

/** Proofs and screens take a second or two; a machine that is busy with all rooms at once takes many more. */
const TIMEOUT_MS = 30_000;
/** The rooms are measured for two cores; more would only be more servers and browsers at once. */
const WORKERS = 2;
/** Files that take long however short they are: begun last, one of them would run on alone. */
const LONG = /e2e\/(?:screens-|every-mode|windows|desk)|draws\/(?:draws|recovery)\.db/u;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => (LONG.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

// Five rooms: pure logic (fast, no I/O), real PostgreSQL, the parts of either app in jsdom, and journeys in a real
// browser against the whole server, when the others are done. `npm test` builds the apps first and runs them all.
export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: "unit",
          include: ["packages/**/*.test.ts", "apps/server/**/*.test.ts", "tools/**/*.test.ts"],
          exclude: ["**/*.db.test.ts", "**/node_modules/**"],
          environment: "node",
          // Pure functions keep nothing between files, so one worker reads the modules once for all.
          pool: "threads",
          isolate: false,
          maxWorkers: WORKERS,
          testTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: "db",
          include: ["apps/server/**/*.db.test.ts", "tools/**/*.db.test.ts"],
          environment: "node",
          globalSetup: ["apps/server/src/testing/test-cluster.ts"],
          // To read the server's modules takes longer than many a file.
          isolate: false,
          maxWorkers: WORKERS,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          environment: "node",
          globalSetup: ["apps/server/src/testing/test-cluster.ts"],
          isolate: false,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
          expect: { poll: { timeout: TIMEOUT_MS } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [words()],
        test: {
          name: "player",
          include: ["apps/player/**/*.test.{ts,tsx}", "packages/ui/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          // A world of its own for each file, in one process.
          pool: "vmThreads",
          maxWorkers: WORKERS,
          testTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: "desk",
          include: ["apps/desk/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          setupFiles: ["apps/desk/src/testing/clean-up.ts"],
          // The admin library's modules never finish loading in a world of their own.
          pool: "threads",
          maxWorkers: WORKERS,
          testTimeout: TIMEOUT_MS,
        },
      },
    ],
  },
});
