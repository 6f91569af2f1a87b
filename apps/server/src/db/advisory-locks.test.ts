import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ADVISORY_LOCKS, SUBJECT_LOCKS } from "./advisory-locks.ts";

test("no number locks two things", () => {
  for (const locks of [ADVISORY_LOCKS, SUBJECT_LOCKS]) {
    const numbers = Object.values(locks);
    expect(new Set(numbers).size).toBe(numbers.length);
  }
});

test("no statement brings a lock number of its own", () => {
  const folder = join(import.meta.dirname, "..");
  const statements = globSync("**/*.ts", { cwd: folder }).filter((path) => !path.endsWith(".test.ts"));
  expect(statements.length).toBeGreaterThan(100);
  const own = statements.filter((path) =>
    /advisory_(?:xact_)?lock(?:_shared)?\(\s*\d/.test(readFileSync(join(folder, path), "utf8")),
  );
  expect(own).toEqual([]);
});
