import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../layers.ts";
import { checkRequirements, readTable } from "./check-requirements.ts";
import { readRequirements, SECTIONS, tableProblems } from "./requirements-table.ts";
import { applyMutation, drawSome } from "./mutation.ts";
import { MUTATIONS } from "./mutations/all.ts";
import { projectOf } from "../test/gate.ts";
import { patternOf, verdictOf } from "./run-named-test.ts";
import { missingNames } from "../test/named-test.ts";
import { ranProblems, type TestReport } from "../test/test-report.ts";

const row = (id: string, more: object = {}) => ({
  id,
  requirement: "A toast hides",
  code: "packages/ui",
  file: "packages/ui/toast.test.tsx",
  test: "toast > hides",
  ...more,
});
const all = SECTIONS.map((section) => row(`${section}.01`));

describe("the table", () => {
  test("is read cell by cell, without backticks and with escaped pipes", () => {
    const text = [
      "| id | asked | code | file | test |",
      "|---|---|---|---|---|",
      "| 2.07 | Height 50px | `packages/ui/bars` | `a.test.tsx` | `bar > is 50 \\| 51` |",
      "| 2.08 | One cell too many | a | b | c | d |",
    ].join("\n");
    expect(readRequirements(text)).toEqual([
      {
        id: "2.07",
        requirement: "Height 50px",
        code: "packages/ui/bars",
        file: "a.test.tsx",
        test: "bar > is 50 | 51",
      },
      { id: "2.08", requirement: "One cell too many", code: "", file: "", test: "" },
    ]);
  });

  test("is right when every section has rows in order, and each names what is there", () => {
    expect(tableProblems(all, () => true)).toEqual([]);
  });

  test.each([
    ["a section without a row", all.slice(1), "section 1 has no row"],
    ["a row without a test", [...all, row("10.02", { test: "" })], "10.02 names no test"],
    [
      "a row that asks nothing",
      [...all, row("10.02", { requirement: "" })],
      "10.02 does not say what was asked",
    ],
    ["a row out of its place", [...all, row("9.02")], "9.02 stands after 10.01"],
    [
      "a file that is no test",
      [...all, row("10.02", { file: "a.ts" })],
      "10.02 names a.ts, which is no test file",
    ],
  ])("%s is reported", (_what, rows, problem) => {
    expect(tableProblems(rows, () => true)).toEqual([problem]);
  });

  test("a missing file or path is reported", () => {
    const there = (path: string) => path === "packages/ui";
    expect(tableProblems(all.slice(0, 1), there)).toContain(
      "1.01 names packages/ui/toast.test.tsx, which does not exist",
    );
    expect(tableProblems(all.slice(0, 1), () => false)).toContain(
      '1.01 is built in "packages/ui", which does not exist',
    );
  });
});

const report = (state: string, title = "hides"): TestReport => [
  { file: "packages/ui/toast.test.tsx", tests: [{ name: `toast > ${title}`, state }] },
];

describe("after a run of everything", () => {
  test("it is enough that a test ran: failures are counted separately", () => {
    expect(ranProblems([row("4.01")], report("passed"))).toEqual([]);
    expect(ranProblems([row("4.01")], report("failed"))).toEqual([]);
  });

  test("a skipped one is reported, and so is an unknown name", () => {
    expect(ranProblems([row("4.01")], report("skipped"))).toEqual([
      '4.01 "toast > hides" in packages/ui/toast.test.tsx was skipped',
    ]);
    expect(ranProblems([row("4.01")], report("passed", "hid"))).toEqual([
      '4.01 "toast > hides" in packages/ui/toast.test.tsx did not run: there is no test of that name',
    ]);
    expect(ranProblems([row("4.01")], [])).toHaveLength(1);
  });
});

describe("docs/requirements.md", () => {
  test("names an existing test for every sentence of every section", () => {
    expect(checkRequirements()).toEqual([]);
    expect(readTable().length).toBeGreaterThan(200);
  });

  test("names only tests that exist in their files, apart from the values of placeholders", () => {
    expect(missingNames(ROOT, readTable())).toEqual([]);
  });
});

describe("rules to break", () => {
  test("there are at least sixty, some in every section, each for a row of the table", () => {
    const rows = new Map(readTable().map((each) => [each.id, each]));
    expect(MUTATIONS.length).toBeGreaterThanOrEqual(60);
    for (const section of SECTIONS) {
      expect(
        MUTATIONS.filter(({ row: id }) => id.startsWith(`${section}.`)).length,
        `section ${section}`,
      ).toBeGreaterThan(2);
    }
    expect(MUTATIONS.map(({ row: id }) => id).filter((id) => !rows.has(id))).toEqual([]);
    // A copy of the tree has no built apps to open in a browser.
    expect(MUTATIONS.filter(({ row: id }) => rows.get(id)?.file.startsWith("e2e/"))).toEqual([]);
  });

  test.each(MUTATIONS)("$row $breaks: the text to replace occurs exactly once", (mutation) => {
    expect(existsSync(join(ROOT, mutation.file))).toBe(true);
    const text = readFileSync(join(ROOT, mutation.file), "utf8");
    const broken = applyMutation(text, mutation);
    expect(broken).toBeDefined();
    expect(broken).not.toBe(text);
  });

  test("a mutation applies to exactly one place, or not at all", () => {
    expect(applyMutation("a = 1; b = 2", { from: "1", to: "9" })).toBe("a = 9; b = 2");
    expect(applyMutation("a = 1; b = 1", { from: "1", to: "9" })).toBeUndefined();
    expect(applyMutation("a = 1", { from: "7", to: "9" })).toBeUndefined();
    expect(applyMutation("aaa", { from: "aa", to: "b" })).toBeUndefined();
  });

  test("a random selection contains each at most once", () => {
    const drawn = drawSome([1, 2, 3, 4, 5], 3, () => 0.5);
    expect(drawn).toEqual([3, 4, 2]);
    expect(drawSome([1, 2], 5, () => 0)).toEqual([1, 2]);
  });

  test("a name becomes a pattern that matches only it, in the project of its file", () => {
    const name = "K3 > pays 31.50 (x|y) for $1 [a] \\d";
    expect(new RegExp(patternOf(name), "u").test(name)).toBe(true);
    expect(new RegExp(patternOf("a.b"), "u").test("axb")).toBe(false);
    expect(new RegExp(patternOf("a"), "u").test("ab")).toBe(false);
    expect(
      [
        "e2e/a.test.ts",
        "apps/server/src/a.db.test.ts",
        "packages/ui/a.test.tsx",
        "packages/games/a.test.ts",
      ].map(projectOf),
    ).toEqual(["e2e", "db", "player", "unit"]);
  });

  test("a test is green, red, missing, or in a file that does not load", () => {
    const named = row("4.01");
    expect(verdictOf(report("passed"), named)).toBe("green");
    expect(verdictOf(report("failed"), named)).toBe("red");
    expect(verdictOf(report("skipped", "other"), named)).toBe("missing");
    expect(verdictOf([{ file: "x", tests: [] }], named)).toBe("broken");
    expect(verdictOf(undefined, named)).toBe("broken");
  });
});
