import { defineConfig } from "vitest/config";

// Three rooms: pure logic (fast, no I/O), real PostgreSQL, and React components in jsdom. Journeys in a
// real browser live in e2e/ and run by tools/test-all.ts.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["packages/**/*.test.ts", "apps/server/**/*.test.ts", "tools/**/*.test.ts"],
          exclude: ["**/*.db.test.ts", "**/node_modules/**"],
          environment: "node",
        },
      },
      {
        test: {
          name: "db",
          include: ["apps/server/**/*.db.test.ts", "tools/**/*.db.test.ts"],
          environment: "node",
          globalSetup: ["apps/server/src/db/test-cluster.ts"],
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "player",
          include: ["apps/player/**/*.test.{ts,tsx}", "packages/ui/**/*.test.{ts,tsx}"],
          environment: "jsdom",
        },
      },
    ],
  },
});
