import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { words } from "./apps/player/build/words.ts";

/** Limits are for what hangs: the longest take a minute, and four on a machine that does something else as well. */
const TIMEOUT_MS = 300_000;
/** A poll waits for what a busy machine does late; vitest's own limit is a second. */
const POLLS = { poll: { timeout: 30_000 } };
/** For two cores; more workers would only run more servers and browsers at once. */
const WORKERS = 2;
/** Files of half a minute and more, which run first: started last, one of them would keep running alone. */
const LONG =
  /e2e\/(?:screens-|every-mode|news|play-limits|windows|desk|shields|back-closes)|faults\/(?:simulated\/simulated-faults|stopping)\.db|(?:draws\/(?:draws|recovery)|cut-anywhere|simulate\/simulate|hostile-requests|table-cells)\.db|monitor\/src\/monitor\.|verify\/verify\.test\.tsx/u;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => (LONG.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

// Five projects: pure logic (fast, no I/O), real PostgreSQL, the components of either app in jsdom, and journeys in a
// real browser against the whole server, which run after the others. `npm test` builds the apps first and runs them all.
export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "packages/**/*.test.ts",
            "apps/{server,witness,beacon,monitor}/**/*.test.ts",
            "tools/**/*.test.ts",
          ],
          exclude: ["**/*.db.test.ts", "**/node_modules/**"],
          environment: "node",
          // Pure functions have no state, so a worker loads the modules once for all files.
          pool: "forks",
          isolate: false,
          maxWorkers: WORKERS,
          expect: POLLS,
          testTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: "db",
          include: ["apps/server/**/*.db.test.ts", "tools/**/*.db.test.ts"],
          environment: "node",
          globalSetup: ["apps/server/src/testing/test-cluster.ts"],
          // Loading the server's modules takes longer than many files.
          isolate: false,
          maxWorkers: WORKERS,
          expect: POLLS,
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
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
          expect: POLLS,
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        plugins: [words()],
        test: {
          name: "player",
          include: ["apps/player/**/*.test.{ts,tsx}", "packages/ui/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          setupFiles: ["apps/player/src/testing/no-scrolling.ts", "packages/ui/testing/guard-keys.ts"],
          // A separate VM context for each file, in one process.
          pool: "vmThreads",
          maxWorkers: WORKERS,
          expect: POLLS,
          testTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: "desk",
          include: ["apps/desk/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          setupFiles: ["apps/desk/src/testing/clean-up.ts", "packages/ui/testing/guard-keys.ts"],
          // The modules of the admin library never finish loading in a VM context.
          pool: "threads",
          // Loading the admin library takes longer than many files.
          isolate: false,
          maxWorkers: WORKERS,
          expect: POLLS,
          testTimeout: TIMEOUT_MS,
        },
      },
    ],
  },
});
