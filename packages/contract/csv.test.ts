import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

test.each([
  ["=1+1", "'=1+1"],
  ["+84 90", "'+84 90"],
  ["-cmd|' /C calc'!A0", "'-cmd|' /C calc'!A0"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t'=1"],
  ["\r=1", `"'\r'=1"`],
  ["＝1+1", "'＝1+1"],
  ["a;=1+1;b", `"a;'=1+1;b"`],
  ["a\n\t @SUM(A1)", `"a\n\t '@SUM(A1)"`],
  ["a; b - c", `"a; b - c"`],
  ["1-2=3", "1-2=3"],
  ["a,b", `"a,b"`],
  [`say "no"`, `"say ""no"""`],
  ["two\nlines", `"two\nlines"`],
  [" kept ", `" kept "`],
  ["-12.50", "-12.50"],
  ["Trần Văn Á", "Trần Văn Á"],
  [null, ""],
  [7, "7"],
  [-7, "-7"],
])("%j is written as %j", (cell, text) => {
  expect(csvLine([cell])).toBe(`${text}\r\n`);
});

test("a line joins its cells with commas", () => {
  expect(csvLine(["a", null, 1, true])).toBe("a,,1,true\r\n");
});
