import { describe, expect, test } from "vitest";
import { ROOT } from "../layers.ts";
import { missingNames } from "../test/named-test.ts";
import { ranProblems, type TestReport } from "../test/test-report.ts";
import { checkSecurity, readRows, REQUIREMENTS } from "./check-security.ts";
import {
  countAnswers,
  readSecurity,
  requirementsOf,
  securityProblems,
  summaryOf,
  testsOf,
} from "./security-table.ts";

const LIST = requirementsOf([
  { id: "V1", name: "Encoding", level1: ["V1.2.1"], level2: ["V1.1.1", "V1.10.1"] },
]);
const SHOWN = "`a/b.test.ts` › headers > are there";
const row = (id: string, level: string, answer: string): string =>
  `| ${id} | ${level} | what is asked | by what is built for it | ${answer} |`;
const page = (...rows: readonly string[]): string => ["### V1 Encoding", ...rows].join("\n");
const RIGHT = [
  row("V1.1.1", "2", SHOWN),
  row("V1.2.1", "1", "does not apply: there is nothing of the kind"),
  row("V1.10.1", "2", "GAP: it is not built; closed by building it"),
];
const problemsOf = (...rows: readonly string[]): string[] =>
  securityProblems(readSecurity(page(...rows)), LIST, (path) => path === "a/b.test.ts");

describe("the tables", () => {
  test("are read cell by cell: tests, a reason, a gap", () => {
    const rows = readSecurity(
      page(row("V1.1.1", "2", `${SHOWN}<br>c.test.tsx › second \\| bar`), ...RIGHT.slice(1)),
    );
    expect(rows[0]).toEqual({
      id: "V1.1.1",
      level: "2",
      chapter: "V1 Encoding",
      requirement: "what is asked",
      met: "by what is built for it",
      answer: {
        kind: "tests",
        tests: [
          { id: "V1.1.1", file: "a/b.test.ts", test: "headers > are there" },
          { id: "V1.1.1", file: "c.test.tsx", test: "second | bar" },
        ],
      },
    });
    expect(rows.map(({ answer }) => answer.kind)).toEqual(["tests", "does not apply", "gap"]);
    expect(countAnswers(rows)).toEqual({ all: 3, tests: 1, notApplicable: 1, gaps: 1 });
    expect(summaryOf(rows)).toContain("| V1 Encoding | 3 | 1 | 1 | 1 |\n| **All** | 3 | 1 | 1 | 1 |");
  });

  test("are right when every requirement has one row with one answer", () => {
    expect(problemsOf(...RIGHT)).toEqual([]);
  });

  const [first = "", second = "", third = ""] = RIGHT;
  test.each([
    ["a requirement without a row", [first, second], "V1.10.1 has no row"],
    ["one that stands twice", [first, first, second, third], "V1.1.1 stands twice"],
    ["one out of its place", [second, first, third], "V1.1.1 stands after V1.2.1"],
    [
      "one that the standard has not",
      [...RIGHT, row("V1.11.1", "2", SHOWN)],
      "V1.11.1 is no requirement of level 1 or 2",
    ],
    ["a wrong level", [row("V1.1.1", "1", SHOWN), second, third], "V1.1.1 is of level 2, not 1"],
    [
      "no answer",
      [row("V1.1.1", "2", "soon"), second, third],
      "V1.1.1 needs one answer: tests, a reason not to apply, or a gap",
    ],
    [
      "two answers",
      [row("V1.1.1", "2", `${SHOWN}<br>GAP: x`), second, third],
      "V1.1.1 needs one answer: tests, a reason not to apply, or a gap",
    ],
    [
      "a cell too many",
      [`${first} more |`, second, third],
      "V1.1.1 needs one answer: tests, a reason not to apply, or a gap",
    ],
    [
      "no reason",
      [row("V1.1.1", "2", "does not apply: no"), second, third],
      "V1.1.1 gives no reason why it does not apply",
    ],
    [
      "a gap that nothing closes",
      [row("V1.1.1", "2", "GAP: it is missing"), second, third],
      "V1.1.1 does not say what its gap is closed by",
    ],
    [
      "a test file that is not there",
      [row("V1.1.1", "2", "`c.test.ts` › x"), second, third],
      "V1.1.1 names c.test.ts, which does not exist",
    ],
    [
      "a file that is no test",
      [row("V1.1.1", "2", "`c.ts` › x"), second, third],
      "V1.1.1 names c.ts, which is no test file",
    ],
  ])("%s is reported", (_what, rows, problem) => {
    expect(problemsOf(...rows)).toEqual([problem]);
  });

  test("a row under another chapter's heading is reported", () => {
    const text = page(...RIGHT).replace("V1 Encoding", "V2 Other");
    expect(securityProblems(readSecurity(text), LIST, () => true)).toContain(
      'V1.1.1 stands under "V2 Other"',
    );
  });

  test("a test that ran must have passed", () => {
    const report = (state: string): TestReport => [
      { file: "a/b.test.ts", tests: [{ name: "headers > are there", state }] },
    ];
    const named = testsOf(readSecurity(page(...RIGHT)));
    const problemsIn = (status: string): string[] => ranProblems(named, report(status), { mustPass: true });
    expect(problemsIn("passed")).toEqual([]);
    expect(problemsIn("failed")).toEqual(['V1.1.1 "headers > are there" in a/b.test.ts failed']);
    expect(problemsIn("skipped")).toEqual(['V1.1.1 "headers > are there" in a/b.test.ts was skipped']);
  });
});

describe("the list of the standard", () => {
  test("is that of ASVS 5.0.0: 70 requirements of level 1 and 183 of level 2, in 17 chapters", () => {
    expect(REQUIREMENTS.filter(({ level }) => level === 1)).toHaveLength(70);
    expect(REQUIREMENTS.filter(({ level }) => level === 2)).toHaveLength(183);
    expect(new Set(REQUIREMENTS.map(({ id }) => id)).size).toBe(253);
    expect(new Set(REQUIREMENTS.map(({ chapter }) => chapter)).size).toBe(17);
  });
});

describe("docs/security.md", () => {
  test("has one row for every requirement, one answer in each, and counts them rightly", () => {
    expect(checkSecurity()).toEqual([]);
  });

  test("names only tests that exist in their files", () => {
    expect(missingNames(ROOT, testsOf(readRows()))).toEqual([]);
  });
});
