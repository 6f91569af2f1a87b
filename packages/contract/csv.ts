/** A value of a cell in a file for spreadsheets. */
export type CsvCell = string | number | boolean | null;

/**
 * One line of CSV (RFC 4180). A text that a spreadsheet would read as a formula (it starts with = + - @, half or full
 * width, a tab or a line break) is prefixed with an apostrophe, which keeps it a text. So is text after a semicolon,
 * tab or line break inside it: where commas are decimal, spreadsheets split cells there. Numbers made by the server, as
 * "-12.50", stay numbers.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/u;
const STARTS_AS_FORMULA = /^[=+\-@＝＋－＠\t\r\n]/u;
const BEFORE_FORMULA = /[;\t\r\n]\s*(?=[=+\-@＝＋－＠])/gu;

function cellText(cell: CsvCell): string {
  if (cell === null) return "";
  const text = String(cell);
  const safe = NUMBER.test(text) ? text : withoutFormulas(text);
  return /[",;\r\n]/u.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function withoutFormulas(text: string): string {
  const inside = text.replaceAll(BEFORE_FORMULA, "$&'");
  return STARTS_AS_FORMULA.test(text) ? `'${inside}` : inside;
}
