import { constants, deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { type SheetCell, Spreadsheet, type SpreadsheetOptions } from "./spreadsheet.ts";
import { readSpreadsheet } from "./testing/read-spreadsheet.ts";

const deflate = (bytes: Uint8Array): Uint8Array =>
  deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });

function fileOf(
  pages: readonly (readonly (readonly SheetCell[])[])[],
  more: Partial<SpreadsheetOptions> = {},
) {
  const sheet = new Spreadsheet({ name: "bets", head: ["a", "b"], offsetAt: () => 7 * 3_600_000, ...more });
  return readSpreadsheet(Buffer.concat([...pages.map((rows) => sheet.rows(rows)), sheet.end()]));
}

test.each([
  ["202611290214", "202611290214"],
  ["B2026112900000000123", "B2026112900000000123"],
  ["0912345678", "0912345678"],
  ["+84912345678", "+84912345678"],
  ['=HYPERLINK("x")', '=HYPERLINK("x")'],
  ["@SUM(A1)", "@SUM(A1)"],
  ["-1+1", "-1+1"],
  ["\t=1", "\t=1"],
  ["\r=1", "\r=1"],
  [" <&> ", " <&> "],
  ["\u{0}\u{FFFE}\u{D800}x", "\u{FFFD}\u{FFFD}\u{FFFD}x"],
  ["x".repeat(40_000), "x".repeat(32_767)],
  [7, 7],
  [true, true],
  [{ amount: "-1234.50" }, { amount: -1234.5 }],
  // More digits than a spreadsheet keeps.
  [{ amount: "12345678901234.56" }, "12345678901234.56"],
  [{ day: "2026-11-29" }, { day: 46_355 }],
  [{ at: Date.UTC(2026, 10, 28, 23, 0, 0, 999) }, { time: 46_355.25 }],
] as const)("%j is the cell %j", (cell, read) => {
  for (const more of [{}, { deflate }])
    expect(fileOf([[["first", cell]]], more)).toEqual([
      ["a", "b"],
      ["first", read],
    ]);
});

test("an empty cell keeps its place, and a file without rows its head", () => {
  expect(fileOf([[[null, "x"]], []])).toEqual([
    ["a", "b"],
    [null, "x"],
  ]);
  expect(fileOf([])).toEqual([["a", "b"]]);
});

test("pages follow each other, and what a sheet cannot hold goes on in another under the same head", () => {
  const pages = [0, 1, 2].map((page) => [0, 1, 2].map((row) => [page, row]));
  const [first, ...rows] = fileOf(pages, { rowsOfSheet: 5 });
  expect([first, rows[4], rows[9]]).toEqual([0, 1, 2].map(() => ["a", "b"]));
  expect(rows.filter(([name]) => name !== "a")).toEqual(pages.flat());
  const long = Array.from({ length: 3_000 }, (_, row) => [`number ${row}`, row]);
  for (const more of [{}, { deflate }]) expect(fileOf([long], more).slice(1)).toEqual(long);
});

test("a sheet has the name of what it holds, and its head is bold, frozen and not cut", () => {
  const head = ["Game", "A heading that is longer than any cell of its column"];
  const sheet = new Spreadsheet({ name: "bets: 2026/11", head, offsetAt: () => 0, rowsOfSheet: 2 });
  const file = Buffer.concat([sheet.rows([["x"], ["y"]]), sheet.end()]).toString();
  expect([...file.matchAll(/<sheet name="([^"]*)"/gu)].map(([, name]) => name)).toEqual([
    "bets  2026 11",
    "bets  2026 11 2",
  ]);
  expect(file).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(file).toContain('<c r="A1" s="5" t="inlineStr">');
  expect(file).toContain('<col min="2" max="2" width="65" customWidth="1"/>');
});
