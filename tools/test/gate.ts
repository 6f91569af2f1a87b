import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bare, cellsOf } from "./table-cells.ts";

/** The page whose table says what `npm test` leaves to `npm run test:all`. */
export const BEYOND_GATE_PAGE = "docs/only-in-test-all.md";

/** Test files that only `npm run test:all` runs. */
export interface BeyondGate {
  /** A glob from the root. */
  readonly files: string;
  /** Test files of the gate that notice the commonest break of the same thing, from the root. */
  readonly noticedBy: readonly string[];
}

/** Reads the rows of the page's table. */
export function readBeyondGate(page: string): BeyondGate[] {
  const [, ...lines] = page.split("\n").slice(page.split("\n").findIndex((line) => HEADING.test(line)));
  const end = lines.findIndex((line) => !line.startsWith("|"));
  return lines.slice(1, end === -1 ? lines.length : end).map((line) => {
    const [files = "", , noticedBy = ""] = cellsOf(line);
    return {
      files: bare(files),
      noticedBy: [...noticedBy.matchAll(/`([^`]+\.test\.tsx?)`/gu)].map(([, file = ""]) => file),
    };
  });
}

const HEADING = /^\| only in `npm run test:all` \|/u;

/** Every test file of the tree, by the set it belongs to, from the root. */
export interface TestFiles {
  readonly gate: readonly string[];
  readonly beyond: readonly string[];
}

export function findTestFiles(root: string): TestFiles {
  const all = globSync("{packages,apps,tools,e2e}/**/*.test.{ts,tsx}", {
    cwd: root,
    exclude: (path) => /node_modules|dist$/u.test(path),
  }).toSorted();
  const rows = readBeyondGate(readFileSync(join(root, BEYOND_GATE_PAGE), "utf8"));
  const beyond = new Set(rows.flatMap(({ files }) => globSync(files, { cwd: root })));
  return { gate: all.filter((file) => !beyond.has(file)), beyond: all.filter((file) => beyond.has(file)) };
}

/** The vitest project that a test file belongs to. */
export function projectOf(file: string): "unit" | "db" | "e2e" | "player" | "desk" {
  if (file.startsWith("e2e/")) return "e2e";
  if (file.startsWith("apps/desk/")) return "desk";
  if (file.endsWith(".db.test.ts")) return "db";
  return file.startsWith("apps/player/") || file.startsWith("packages/ui/") ? "player" : "unit";
}
