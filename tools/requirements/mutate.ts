/**
 * `npm run mutate -- [--rounds 20] [--seed 7] [--row 2.31]`: rules of docs/requirements.md, drawn by the seed,
 * are broken one at a time in a copy of the tree, and the test named by the table must fail. Each test first runs on
 * the unchanged tree. Prints a line per rule; exit status 1 if a test stayed green.
 */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOptions } from "../run/read-options.ts";
import { seeded } from "../faults/moments.ts";
import { ROOT } from "../layers.ts";
import { readTable } from "./check-requirements.ts";
import type { Requirement } from "./requirements-table.ts";
import { applyMutation, drawSome, type Mutation } from "./mutation.ts";
import { MUTATIONS } from "./mutations/all.ts";
import { runNamedTest, type Verdict } from "./run-named-test.ts";
import { copyTree } from "./scratch-tree.ts";

const { values } = readOptions({
  options: {
    rounds: { type: "string", default: "20" },
    seed: { type: "string", default: "7" },
    row: { type: "string" },
  },
});

const rows = new Map(readTable().map((row) => [row.id, row]));
const drawn =
  values.row === undefined
    ? drawSome(MUTATIONS, Number(values.rounds), seeded(Number(values.seed)))
    : MUTATIONS.filter(({ row }) => row === values.row);

/** Results of tests on the unchanged tree; one test may prove several rules. */
const unbroken = new Map<string, Verdict>();

function verdictBefore(tree: string, row: Requirement): Verdict {
  const key = `${row.file} ${row.test}`;
  const verdict = unbroken.get(key) ?? runNamedTest(tree, row);
  unbroken.set(key, verdict);
  return verdict;
}

/** Breaks one rule of the tree, runs its test, and restores it. */
function tryRule(tree: string, mutation: Mutation, row: Requirement): { before: Verdict; after: Verdict } {
  const before = verdictBefore(tree, row);
  const path = join(tree, mutation.file);
  const whole = readFileSync(path, "utf8");
  const broken = applyMutation(whole, mutation);
  if (broken === undefined) throw new Error(`${mutation.file} does not hold once: ${mutation.from}`);
  writeFileSync(path, broken);
  try {
    return { before, after: runNamedTest(tree, row) };
  } finally {
    writeFileSync(path, whole);
  }
}

// The runner identifies files by their real paths.
const tree = realpathSync(mkdtempSync(join(tmpdir(), "lotus-broken-")));
let unnoticed = 0;
try {
  copyTree(ROOT, tree);
  for (const [at, mutation] of drawn.entries()) {
    const row = rows.get(mutation.row);
    if (row === undefined) throw new Error(`no row ${mutation.row}`);
    const began = performance.now();
    const { before, after } = tryRule(tree, mutation, row);
    const noticed = before === "green" && after === "red";
    if (!noticed) unnoticed += 1;
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(
      `${String(at + 1).padStart(2)}  ${mutation.row}  ${mutation.breaks.padEnd(64)} ` +
        `${before} → ${after}  ${String(seconds).padStart(3)} s  ` +
        `${row.file}: ${row.test}${noticed ? "" : "  UNNOTICED"}`,
    );
  }
} finally {
  rmSync(tree, { recursive: true, force: true });
}
console.log(`${drawn.length - unnoticed} of ${drawn.length} broken rules were noticed (seed ${values.seed})`);
process.exitCode = unnoticed === 0 ? 0 : 1;
