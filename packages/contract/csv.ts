/** A value of a cell in a file for spreadsheets. */
export type CsvCell = string | number | boolean | null;

/**
 * One line of CSV (RFC 4180). A text that a spreadsheet would take for a formula (it begins with = + - @, narrow or
 * wide, a tab or a line's end) is given an apostrophe, which makes it a text again. So is what follows a semicolon, a
 * tab or a line's end inside it: where commas are decimal, spreadsheets part the cells there. Numbers of the server's
 * own making, as "-12.50", stay numbers.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/u;
const FORMULA = /^(?=[=+\-@＝＋－＠\t\r\n])|(?<=[;\t\r\n]\s*)(?=[=+\-@＝＋－＠])/gu;

function cellText(cell: CsvCell): string {
  if (cell === null) return "";
  const text = String(cell);
  const safe = NUMBER.test(text) ? text : text.replaceAll(FORMULA, "'");
  return /[",;\r\n]/u.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
