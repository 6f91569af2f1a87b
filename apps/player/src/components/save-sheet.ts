import { type SheetCell, Spreadsheet, SPREADSHEET_TYPE } from "@lotus/contract";
import { saveBlob } from "./save-file.ts";

/** A column of a file of records. */
export interface SheetColumn<Row> {
  readonly name: string;
  readonly cell: (row: Row) => SheetCell;
}

/** A file of rows: the name of its sheet, and the unit of its amounts, which their headings carry. */
export interface SheetFile<Row> {
  readonly name: string;
  readonly unit: string;
  readonly columns: readonly SheetColumn<Row>[];
  readonly rows: readonly Row[];
}

/** Rows under the names of their columns as a file for spreadsheets; times are those of the player's clock. */
export function sheetOf<Row>({
  name,
  unit,
  columns,
  rows,
}: SheetFile<Row>): readonly Uint8Array<ArrayBuffer>[] {
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row)));
  const isAmount = (at: number) => cells.some((row) => isAmountCell(row[at] ?? null));
  const sheet = new Spreadsheet({
    name,
    head: columns.map((column, at) => (isAmount(at) ? `${column.name} (${unit})` : column.name)),
    offsetAt: (at) => new Date(at).getTimezoneOffset() * -60_000,
  });
  return [sheet.rows(cells), sheet.end()];
}

const isAmountCell = (cell: SheetCell) => cell !== null && typeof cell === "object" && "amount" in cell;

/** Saves rows as a file through the browser; its name is given without the extension. */
export function saveSheet<Row>(file: SheetFile<Row>): void {
  saveBlob(`${file.name}.xlsx`, new Blob([...sheetOf(file)], { type: SPREADSHEET_TYPE }));
}
