import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../layers.ts";
import { findTestFiles, readBeyondGate, BEYOND_GATE_PAGE } from "./gate.ts";

const { gate } = findTestFiles(ROOT);
const rows = readBeyondGate(readFileSync(join(ROOT, BEYOND_GATE_PAGE), "utf8"));

test("the table is read up to its end", () => {
  const page = [
    "| other | table |",
    "|---|---|",
    "| `a.test.ts` | b |",
    "",
    "| only in `npm run test:all` | shows | in `npm test` |",
    "|---|---|---|",
    "| `e2e/screens-*.test.ts` | each \\| every | `e2e/tabs.test.ts`, its table in `tools/gate.test.ts` |",
    "",
    "| `c.test.ts` | d | e |",
  ].join("\n");
  expect(readBeyondGate(page)).toEqual([
    { files: "e2e/screens-*.test.ts", noticedBy: ["e2e/tabs.test.ts", "tools/gate.test.ts"] },
  ]);
  expect(readBeyondGate("no table")).toEqual([]);
});

test.each(rows)("$files: its files exist, and tests of the gate notice the commonest break", (row) => {
  expect(globSync(row.files, { cwd: ROOT }).length).toBeGreaterThan(0);
  expect(row.noticedBy.length).toBeGreaterThan(0);
  expect(row.noticedBy.filter((file) => !gate.includes(file))).toEqual([]);
});
