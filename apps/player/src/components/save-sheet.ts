import { type SheetCell, Spreadsheet, SPREADSHEET_TYPE } from "@lotus/contract";
import { saveBlob } from "./save-file.ts";

/** A column of a file of records. */
export interface SheetColumn<Row> {
  readonly name: string;
  readonly cell: (row: Row) => SheetCell;
}

/** Rows under the names of their columns as a file for spreadsheets; times are those of the player's clock. */
export function sheetOf<Row>(
  columns: readonly SheetColumn<Row>[],
  rows: readonly Row[],
): readonly Uint8Array<ArrayBuffer>[] {
  const sheet = new Spreadsheet({
    head: columns.map(({ name }) => name),
    offsetAt: (at) => new Date(at).getTimezoneOffset() * -60_000,
  });
  return [sheet.rows(rows.map((row) => columns.map(({ cell }) => cell(row)))), sheet.end()];
}

/** Saves rows as a file through the browser; its name is given without the extension. */
export function saveSheet<Row>(
  name: string,
  columns: readonly SheetColumn<Row>[],
  rows: readonly Row[],
): void {
  saveBlob(`${name}.xlsx`, new Blob([...sheetOf(columns, rows)], { type: SPREADSHEET_TYPE }));
}
