import { afterEach, expect, test, vi } from "vitest";
import { savedFiles } from "../testing/saved-files.ts";
import { saveSheet } from "./save-sheet.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("the browser is handed a file for spreadsheets, with times of the player's clock", async () => {
  const saved = savedFiles();
  const at = new Date(2026, 10, 21, 9, 0, 0).getTime();
  saveSheet({
    name: "bets",
    unit: "K",
    columns: [{ name: "Cược", cell: (row: number) => ({ at: row }) }],
    rows: [at],
  });
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  const [file] = saved;
  expect(file?.name).toBe("bets.xlsx");
  expect(file?.rows()).toEqual([["Cược"], [{ time: 46_347.375 }]]);
});
