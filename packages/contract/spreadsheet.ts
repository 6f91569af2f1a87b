import { Zip } from "./zip.ts";

/** A value of a cell in a file for spreadsheets, which show each in their reader's own way. */
export type SheetCell =
  /** A text, which stays one: numbers of orders and phones are no figures. */
  | string
  | null
  /** A count. */
  | number
  | boolean
  /** A decimal amount, as "-12.50". */
  | { readonly amount: string }
  /** An instant in epoch milliseconds. */
  | { readonly at: number }
  /** "2026-11-21" */
  | { readonly day: string };

export interface SpreadsheetOptions {
  /** Of its sheet; the next ones are numbered. */
  readonly name: string;
  readonly head: readonly string[];
  /** What the clock that the reader goes by is ahead of UTC at an instant, in milliseconds. */
  readonly offsetAt: (at: number) => number;
  /** As of `Zip`. */
  readonly deflate?: (bytes: Uint8Array) => Uint8Array;
  readonly rowsOfSheet?: number;
}

export const SPREADSHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** What a sheet of Excel holds. */
const ROWS_OF_SHEET = 1_048_576;
/** Excel calls a file damaged that has a longer text. */
const LONGEST_TEXT = 32_767;
/** More digits than a spreadsheet keeps of a number. */
const DIGITS_KEPT = 15;
const DAY_MS = 86_400_000;
/** Days are counted from here. */
const DAY_0 = Date.UTC(1899, 11, 30);
/** What XML 1.0 cannot hold. */
const NO_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** The styles of `STYLES`, by their place there. */
const STYLE = { count: 0, text: 1, amount: 2, time: 3, day: 4, head: 5 } as const;
// A text is marked as one twice, so that it is no formula either when somebody changes it.
const STYLES = `<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf numFmtId="49" applyNumberFormat="1" quotePrefix="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1" quotePrefix="1" fontId="1" applyFont="1"/></cellXfs>`;

/** In characters: an order number or a time; a time that does not fit is shown as ###. */
const NARROWEST_COLUMN = 24;
const FROZEN_HEAD =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/**
 * A file of Office Open XML (ECMA-376) with a table, written piece by piece: what `rows` returns, then what `end` does. It goes
 * on in another sheet where one is full.
 */
export class Spreadsheet {
  readonly #options: SpreadsheetOptions;
  readonly #zip: Zip;
  #sheets = 0;
  /** Rows of the sheet that is being written. */
  #rows = 0;

  constructor(options: SpreadsheetOptions) {
    this.#options = options;
    this.#zip = new Zip(options.deflate);
  }

  rows(rows: readonly (readonly SheetCell[])[]): Uint8Array<ArrayBuffer> {
    if (this.#sheets === 0) this.#beginSheet();
    let text = "";
    for (const row of rows) {
      if (this.#rows === (this.#options.rowsOfSheet ?? ROWS_OF_SHEET)) {
        this.#zip.write(text);
        this.#endSheet();
        this.#beginSheet();
        text = "";
      }
      text += this.#row(row);
    }
    this.#zip.write(text);
    return this.#zip.take();
  }

  end(): Uint8Array<ArrayBuffer> {
    if (this.#sheets === 0) this.#beginSheet();
    this.#endSheet();
    const sheets = Array.from({ length: this.#sheets }, (_, at) => at + 1);
    const relation = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
    const part = (name: string, type: string) =>
      `<Override PartName="/xl/${name}.xml" ContentType="${KIND}.${type}+xml"/>`;
    this.#part("xl/styles.xml", `<styleSheet xmlns="${MAIN}">${STYLES}</styleSheet>`);
    this.#part(
      "xl/workbook.xml",
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>${sheets
        .map(
          (sheet) =>
            `<sheet name="${sheetName(this.#options.name, sheet)}" sheetId="${sheet}" r:id="s${sheet}"/>`,
        )
        .join("")}</sheets></workbook>`,
    );
    this.#part(
      "xl/_rels/workbook.xml.rels",
      `<Relationships xmlns="${PACKAGE}/relationships">${sheets
        .map((sheet) => relation(`s${sheet}`, "worksheet", `worksheets/sheet${sheet}.xml`))
        .join("")}${relation("styles", "styles", "styles.xml")}</Relationships>`,
    );
    this.#part(
      "_rels/.rels",
      `<Relationships xmlns="${PACKAGE}/relationships">${relation("book", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    );
    this.#part(
      "[Content_Types].xml",
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part(
        "workbook",
        "sheet.main",
      )}${part("styles", "styles")}${sheets.map((sheet) => part(`worksheets/sheet${sheet}`, "worksheet")).join("")}</Types>`,
    );
    this.#zip.end();
    return this.#zip.take();
  }

  #part(name: string, text: string): void {
    this.#zip.begin(name);
    this.#zip.write(HEAD + text);
  }

  #beginSheet(): void {
    this.#sheets += 1;
    this.#rows = 0;
    this.#zip.begin(`xl/worksheets/sheet${this.#sheets}.xml`);
    const { head } = this.#options;
    const columns = head.map((name, at) => {
      const width = Math.max(NARROWEST_COLUMN, Math.ceil(1.2 * name.length) + 2);
      return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
    });
    const begin = `${HEAD}<worksheet xmlns="${MAIN}">${FROZEN_HEAD}<sheetFormatPr defaultColWidth="${NARROWEST_COLUMN}" defaultRowHeight="15"/><cols>${columns.join("")}</cols><sheetData>`;
    this.#zip.write(begin + this.#row(head, STYLE.head));
  }

  #endSheet(): void {
    this.#zip.write("</sheetData></worksheet>");
  }

  #row(cells: readonly SheetCell[], textStyle: number = STYLE.text): string {
    this.#rows += 1;
    const row = this.#rows;
    return `<row r="${row}">${cells
      .map((cell, at) => this.#cell(`${String.fromCodePoint(65 + at)}${row}`, cell, textStyle))
      .join("")}</row>`;
  }

  #cell(place: string, cell: SheetCell, textStyle: number): string {
    const figure = (style: number, value: number | string) =>
      `<c r="${place}" s="${style}"><v>${value}</v></c>`;
    const text = (value: string) =>
      `<c r="${place}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
    if (cell === null) return "";
    if (typeof cell === "string") return text(cell);
    if (typeof cell === "number") return figure(STYLE.count, cell);
    if (typeof cell === "boolean") return `<c r="${place}" t="b"><v>${Number(cell)}</v></c>`;
    if ("amount" in cell)
      return cell.amount.replaceAll(/\D/gu, "").length > DIGITS_KEPT
        ? text(cell.amount)
        : figure(STYLE.amount, cell.amount);
    if ("day" in cell) return figure(STYLE.day, (Date.parse(cell.day) - DAY_0) / DAY_MS);
    const shown = Math.floor((cell.at + this.#options.offsetAt(cell.at)) / 1000) * 1000;
    return figure(STYLE.time, ((shown - DAY_0) / DAY_MS).toFixed(9));
  }
}

const ESCAPED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" };

/** Excel takes at most 31 characters, and some signs not. */
function sheetName(name: string, sheet: number): string {
  const number = sheet === 1 ? "" : ` ${sheet}`;
  return escaped(name.replaceAll(/[[\]:*?/\\]/gu, " ").slice(0, 31 - number.length) + number);
}

function escaped(text: string): string {
  return text
    .slice(0, LONGEST_TEXT)
    .replaceAll(NO_XML, "\u{FFFD}")
    .replaceAll(/[&<>\r]/gu, (sign) => ESCAPED[sign] ?? sign);
}
