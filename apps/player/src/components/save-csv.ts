import { csvLine, type CsvCell } from "@lotus/contract";

/** A column of a file of records. */
export interface CsvColumn<Row> {
  readonly name: string;
  readonly cell: (row: Row) => CsvCell;
}

/** Rows as the lines of a spreadsheet under the names of their columns, each cell harmless to it. */
export function csvText<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map(({ cell }) => cell(row)));
  return [columns.map(({ name }) => name), ...lines].map(csvLine).join("");
}

/** Hands a text to the browser as a file to keep. */
export function saveCsv(name: string, text: string): void {
  // The mark at the beginning tells spreadsheets that this is UTF-8.
  const file = new Blob([`\uFEFF${text}`], { type: "text/csv" });
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** "2026-11-21 10:30:05" in the player's zone: spreadsheets of every country read it as a time. */
export function csvTime(epochMs: number): string {
  const shifted = epochMs - new Date(epochMs).getTimezoneOffset() * 60_000;
  return new Date(shifted).toISOString().slice(0, 19).replace("T", " ");
}
