import { afterEach, expect, test, vi } from "vitest";
import { savedFiles } from "../testing/saved-files.ts";
import { csvText, csvTime, saveCsv } from "./save-csv.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("a cell that a spreadsheet would run is made harmless; figures stay figures", () => {
  const columns = [
    { name: "Reason", cell: (row: { reason: string; amount: string }) => row.reason },
    { name: "Amount", cell: (row: { reason: string; amount: string }) => row.amount },
  ];
  const rows = [
    { reason: '=HYPERLINK("x")', amount: "-200.00" },
    { reason: "+84 90", amount: "3.00" },
    { reason: "@sum", amount: "0.00" },
  ];
  expect(csvText(columns, rows).split("\r\n")).toEqual([
    "Reason,Amount",
    `"'=HYPERLINK(""x"")",-200.00`,
    "'+84 90,3.00",
    "'@sum,0.00",
    "",
  ]);
});

test("a time is written so that it sorts", () => {
  const at = new Date(2026, 10, 21, 9, 5, 7).getTime();
  expect(csvTime(at)).toBe("2026-11-21 09:05:07");
});

test("the browser is handed a file of UTF-8 under its name", async () => {
  const saved = savedFiles();
  saveCsv("bets.csv", "Cược,1\r\n");
  await vi.waitFor(() => expect(saved).toEqual([{ name: "bets.csv", text: "Cược,1\r\n" }]));
});
