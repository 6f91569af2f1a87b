import { csvLine, type CsvCell } from "@lotus/contract";
import { saveFile } from "./save-file.ts";

/** A column of a file of records. */
export interface CsvColumn<Row> {
  readonly name: string;
  readonly cell: (row: Row) => CsvCell;
}

/** Rows as CSV under the names of their columns; cells are escaped against formulas. */
export function csvText<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map(({ cell }) => cell(row)));
  return [columns.map(({ name }) => name), ...lines].map(csvLine).join("");
}

/** Saves rows as a file through the browser. */
export function saveCsv(name: string, text: string): void {
  // The byte order mark makes spreadsheets read UTF-8.
  saveFile({ name, type: "text/csv", text: `\uFEFF${text}` });
}

/** "2026-11-21 10:30:05" in the player's zone: spreadsheets of every country read it as a time. */
export function csvTime(epochMs: number): string {
  const shifted = epochMs - new Date(epochMs).getTimezoneOffset() * 60_000;
  return new Date(shifted).toISOString().slice(0, 19).replace("T", " ");
}
